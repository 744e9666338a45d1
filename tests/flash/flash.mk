# Tests of flashing: what make tells avrdude; the real avrdude, and the browser page, through the real
# Optiboot.

TESTS += tests/flash/ports
TESTS_ALONE += $(wildcard tests/flash/*.mjs)
TEST_NEEDS += $(foreach b,uno nano mega leonardo,$(BUILD)/$b/nqueens.hex) $(OPTIBOOT) $(WEB)/index.html
NEED_test  += $(NEED_NODE) avrdude arduino-core-avr
