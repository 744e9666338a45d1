# Tests of flashing: what make tells avrdude; the real avrdude, and the browser page, through the boot loaders
# that boards come with.

TESTS += tests/flash/ports
TESTS_ALONE += $(wildcard tests/flash/*.mjs)
TEST_NEEDS += $(foreach b,uno nano mega leonardo,$(BUILD)/$b/nqueens.hex) \
              $(OPTIBOOT) $(BUILD)/sim/caterina.hex
TEST_NEEDS += $(WEB)/index.html tests/web/node_modules/.package-lock.json
NEED_test  += $(NEED_NODE) avrdude arduino-core-avr

# The Leonardo's boot loader, from the source in Debian's arduino-core-avr, with the serial line in the place
# of USB.
caterina_dir := /usr/share/arduino/hardware/arduino/avr/bootloaders/caterina

caterina_src := $(wildcard $(caterina_dir)/Caterina.[ch] tests/flash/caterina/LUFA/Drivers/USB/*.h)
$(BUILD)/sim/caterina.hex: $(caterina_src) tests/flash/flash.mk
	@mkdir -p $(@D)
	@echo "  avr-gcc $@"
	@avr-gcc -mmcu=atmega32u4 -std=gnu99 -Os -w -DF_CPU=16000000UL -DBOOT_START_ADDR=0x7000UL \
	    -DDEVICE_PID=0x0036 -DNO_LOCK_BYTE_WRITE_SUPPORT -Itests/flash/caterina -I$(caterina_dir) \
	    $(caterina_dir)/Caterina.c -Wl,--section-start=.text=0x7000 -o $(@:.hex=.elf)
	@avr-objcopy -O ihex $(@:.hex=.elf) $@
