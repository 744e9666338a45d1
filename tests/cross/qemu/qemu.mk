# Tests on QEMU's Uno, an independent opinion on what goes over the serial line.

TESTS      += $(wildcard tests/cross/qemu/*.mjs)
TEST_NEEDS += sim/avr8js/node_modules/.package-lock.json
NEED_test  += $(NEED_NODE) qemu-system-misc
