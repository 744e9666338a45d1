# Tests on avr8js, which has the times of the wires right: UART bytes, SPI frames, bytes on I2C.

TESTS      += $(wildcard tests/cross/avr8js/*.mjs)
TEST_NEEDS += sim/avr8js/node_modules/.package-lock.json $(BUILD)/uno-ht16k33/nqueens.hex
NEED_test  += $(NEED_NODE)
