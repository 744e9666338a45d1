# One session, the same answers on every simulator.

TESTS      += tests/cross/session/agree.mjs
TEST_NEEDS += sim/avr8js/node_modules/.package-lock.json
NEED_test  += $(NEED_NODE) qemu-system-misc
