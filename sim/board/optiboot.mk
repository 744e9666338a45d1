# Optiboot, the Uno's boot loader, from the source in Debian's arduino-core-avr.
#
# The hex in that package has 532 bytes: more than its 512-byte section, so that its version word overwrites
# code.  Built with the package's own options and those of the first line here it has 484 with avr-gcc 5.4,
# 478 with 14.2, 466 with 16.2.

OPTIBOOT     := $(BUILD)/sim/optiboot.hex
TEST_NEEDS   += $(OPTIBOOT)
NEED_test    += arduino-core-avr avrdude
optiboot_dir := /usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot

$(OPTIBOOT): $(wildcard $(optiboot_dir)/optiboot.c) sim/board/optiboot.mk
	@mkdir -p $(@D)
	@echo "  avr-gcc $@"
	@avr-gcc -fwhole-program -fno-tree-scev-cprop -fno-inline-functions-called-once -fno-jump-tables \
	    -Os -fno-inline-small-functions -fno-split-wide-types -mrelax -w \
	    -mmcu=atmega328p -DF_CPU=16000000L -DBAUD_RATE=115200 -DLED_START_FLASHES=3 -I$(optiboot_dir) \
	    $(optiboot_dir)/optiboot.c -nostartfiles -Wl,--relax -Wl,--section-start=.text=0x7e00 \
	    -Wl,--section-start=.version=0x7ffe -o $(@:.hex=.elf)
	@avr-objcopy -j .text -j .data -j .version --set-section-flags .version=alloc,load -O ihex $(@:.hex=.elf) $@
