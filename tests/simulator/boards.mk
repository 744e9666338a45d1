# The other boards' images, each run on its own simulated chip.

TESTS      += tests/simulator/boards
TEST_NEEDS += $(SIM)/uno $(foreach b,nano mega leonardo,$(BUILD)/$b/nqueens.elf)
