# Many boards, one count: simulated Unos on pseudo-terminals, and GNU parallel.

TESTS_ALONE += tests/fleet/fleet
TESTS       += tests/fleet/paper.mjs
TEST_NEEDS  += $(SIM_PROGRAM) $(UNO)/nqueens.elf $(UNO)/bench.elf $(BUILD)/leonardo/nqueens.elf
NEED_test   += parallel $(NEED_NODE)
