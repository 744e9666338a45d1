# Many boards, one count: simulated Unos on pseudo-terminals, and GNU parallel.

# First: then Firefox is at work in the other queue, and what keeps to real time comes when it has ended.
TESTS_ALONE := tests/fleet/fleet $(TESTS_ALONE)
TESTS       += tests/fleet/paper.mjs
TEST_NEEDS  += $(SIM_PROGRAM) $(UNO)/nqueens.elf $(UNO)/bench.elf $(BUILD)/leonardo/nqueens.elf
NEED_test   += parallel $(NEED_NODE)
