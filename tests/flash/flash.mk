# Tests of flashing: the real avrdude, and the browser page, through the real Optiboot.

TESTS_ALONE += $(wildcard tests/flash/*.mjs)
TEST_NEEDS += $(OPTIBOOT) $(WEB)/index.html
NEED_test  += $(NEED_NODE) avrdude arduino-core-avr
