# avr-gdb on the simulated Uno.

TESTS      += tests/simulator/debugger
TEST_NEEDS += $(SIM)/uno $(UNO)/nqueens.elf
NEED_test  += gdb-avr
