# Boot loaders for the tests of flashing, from the sources in Debian's arduino-core-avr.

# Optiboot, the Uno's boot loader, from the source in Debian's arduino-core-avr.
#
# The hex in that package has 532 bytes: more than its 512-byte section, so that its version word overwrites
# code.  Built with the package's own options and those of the first line here it has 484 with avr-gcc 5.4,
# 478 with 14.2, 466 with 16.2.

OPTIBOOT     := $(BUILD)/sim/optiboot.hex
optiboot_dir := /usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot

$(OPTIBOOT): $(wildcard $(optiboot_dir)/optiboot.c) tests/flash/flash.mk
	@mkdir -p $(@D)
	@echo "  avr-gcc $@"
	@avr-gcc -fwhole-program -fno-tree-scev-cprop -fno-inline-functions-called-once -fno-jump-tables \
	    -Os -fno-inline-small-functions -fno-split-wide-types -mrelax -w \
	    -mmcu=atmega328p -DF_CPU=16000000L -DBAUD_RATE=115200 -DLED_START_FLASHES=3 -I$(optiboot_dir) \
	    $(optiboot_dir)/optiboot.c -nostartfiles -Wl,--relax -Wl,--section-start=.text=0x7e00 \
	    -Wl,--section-start=.version=0x7ffe -o $(@:.hex=.elf)
	@avr-objcopy -j .text -j .data -j .version --set-section-flags .version=alloc,load -O ihex $(@:.hex=.elf) $@

# The Leonardo's boot loader, from the source in Debian's arduino-core-avr, with the serial line in the place
# of USB.
CATERINA     := $(BUILD)/sim/caterina.hex
caterina_dir := /usr/share/arduino/hardware/arduino/avr/bootloaders/caterina
caterina_src := $(wildcard $(caterina_dir)/Caterina.[ch] tests/flash/caterina/LUFA/Drivers/USB/*.h)
$(CATERINA): $(caterina_src) tests/flash/flash.mk
	@mkdir -p $(@D)
	@echo "  avr-gcc $@"
	@avr-gcc -mmcu=atmega32u4 -std=gnu99 -Os -w -DF_CPU=16000000UL -DBOOT_START_ADDR=0x7000UL \
	    -DDEVICE_PID=0x0036 -DNO_LOCK_BYTE_WRITE_SUPPORT -Itests/flash/caterina -I$(caterina_dir) \
	    $(caterina_dir)/Caterina.c -Wl,--section-start=.text=0x7000 -o $(@:.hex=.elf)
	@avr-objcopy -O ihex $(@:.hex=.elf) $@
