# Tests on avr8js, which has the times of the wires right: UART bytes, SPI frames.

TESTS      += $(wildcard tests/cross/avr8js/*.mjs)
TEST_NEEDS += sim/avr8js/node_modules/.package-lock.json
NEED_test  += $(NEED_NODE)
