# The firmware: one image a board, all from the same sources.
#
#   make                    build/uno/nqueens.hex
#   make BOARD=mega         build/mega/nqueens.hex
#   make BAUD=1000000       build/uno-1000000/nqueens.hex
#   make MATRIX=ht16k33     build/uno-ht16k33/nqueens.hex
#
# A board is a row here; its pins are in hal/avr/.

BOARD  ?= uno
BAUD   ?= 115200
MATRIX ?= max7219
BOARDS := uno nano mega leonardo

MCU_uno      := atmega328p
MCU_nano     := atmega328p
MCU_mega     := atmega2560
MCU_leonardo := atmega32u4

BENCH_ELF := $(UNO)/bench.elf

# Other versions of the compiler have other opinions: there, a warning is no error.
avr_gcc_version := $(shell avr-gcc -dumpversion 2>/dev/null)

# avr-gcc 5.4 sees a conversion in each sum of bytes: -Wconversion is for newer ones, and for the host.
avr_warnings := -Wall -Wextra -Wshadow -Wstrict-prototypes \
                -Wmissing-prototypes -Wold-style-definition -Wundef -Wvla -Wpointer-arith -Wcast-qual \
                -Wwrite-strings -Wformat=2 -Wredundant-decls -Wmisspelled-isr -Wstack-usage=64 \
                $(if $(filter 5.4.%,$(avr_gcc_version)),-Werror,-Wconversion -Wsign-conversion)
avr_flags := -DF_CPU=16000000UL -I. -MMD -MP -gdwarf-4
# The debug information names no folder of this machine, and is in a form that avr-gdb 15 reads right: not
# DWARF 5.
avr_where := '-fdebug-prefix-map=$(CURDIR)=.'
# The table that gcc makes of a switch would lie in .data, a copy in RAM: -fno-tree-switch-conversion.
# Calls that reach are two bytes, not four: -mrelax.  It loses alignments within a section, so a table that
# needs one is a section of its own, and stands in aligned.ld.
avr_cflags := $(avr_flags) -std=c11 -Os -fno-tree-switch-conversion -flto -ffat-lto-objects -fshort-enums \
              -ffunction-sections -fdata-sections -fno-common -frandom-seed=$$@ -mrelax $(avr_warnings)
avr_ldflags := -Wl,--gc-sections -Wl,--fatal-warnings

modules      := firmware $(addprefix firmware/,job console display storage count queens)
firmware_src := $(sort $(wildcard $(foreach m,$(modules),$m/*.c $m/*.S)))
hal_src      := $(sort $(wildcard hal/avr/*.c hal/avr/*.S))
# Timer1 is the tick of the firmware, and the stop-watch of the comparison image.
nqueens_all  := $(firmware_src) $(filter-out hal/avr/cycles.c hal/avr/ram.c,$(hal_src))
# The drivers of displays, each with its bus: an image takes one of them, MATRIX=max7219 or ht16k33.
DRIVER_max7219 := firmware/display/max7219.c hal/avr/spi.c
DRIVER_ht16k33 := firmware/display/ht16k33.c hal/avr/twi.c
drivers      := max7219 ht16k33
# $(call without,DRIVER,FILES): FILES without what only other drivers need.
without       = $(filter-out $(filter-out $(DRIVER_$1),$(foreach d,$(drivers),$(DRIVER_$d))),$2)
nqueens_src  := $(call without,max7219,$(nqueens_all))
# The comparison image takes from the firmware whatever its algorithms and table call.
bench_src    := $(sort $(wildcard firmware/bench/*.c firmware/bench/*.S)) \
                $(filter-out firmware/main.c,$(call without,max7219,$(firmware_src))) \
                $(filter-out hal/avr/tick.c,$(hal_src))

# At these rates the line would wait for the search, not the search for the line: solve 8 visits its solutions
# in one run (see job.c), and the rings hold as much as is found in a burst.
fast = $(if $(filter 500000 1000000,$1),-DQUEENS_EACH -DUART_RING=32)
# Pins that a display takes from others (hal/avr/pins.h).
display = $(if $(filter ht16k33,$1),-DNQUEENS_HT16K33)
# The old boot loader of a Nano leaves 30,720 bytes of flash.
loader = $(if $(filter %/nano,$1),-DNQUEENS_OLD_LOADER)

avr_image = -mmcu=$2 -DBAUD=$3UL $(call fast,$3) $(call display,$4) $(call loader,$1)

# $(call avr_rules,FOLDER,MCU,BAUD,MATRIX): how objects and images are made in a folder of their own.
define avr_rules
$1/%.o: %.c Makefile firmware/firmware.mk
	@mkdir -p $$(@D)
	@echo "  avr-gcc $$@"
	@avr-gcc $(call avr_image,$1,$2,$3,$4) $(avr_cflags) $(avr_where) -c $$< -o $$@
$1/%.o: %.S Makefile firmware/firmware.mk
	@mkdir -p $$(@D)
	@echo "  avr-gcc $$@"
	@avr-gcc $(call avr_image,$1,$2,$3,$4) $(avr_flags) $(avr_where) -c $$< -o $$@
$1/nqueens.elf: $(patsubst %,$1/%.o,$(basename $(call without,$4,$(nqueens_all))))
$1/bench.elf: $(patsubst %,$1/%.o,$(basename $(bench_src)))
# A source that came or went changes its folder's time.
$1/nqueens.elf $1/bench.elf: firmware/aligned.ld $(modules:%=%/.) firmware/bench/. hal/avr/. \
                               Makefile firmware/firmware.mk
$1/%.elf:
	@echo "  link    $$@"
	@avr-gcc $(call avr_image,$1,$2,$3,$4) $(avr_cflags) $(avr_where) $(avr_ldflags) \
	    -Wl,-Map=$$(basename $$@).map $$(filter %.o %.ld,$$^) -o $$@
	@avr-size $$@ | \
	    awk 'END { printf "          %d B of flash, %d B of static RAM\n", $$$$1 + $$$$2, $$$$2 + $$$$3 }'
$1/%.hex: $1/%.elf
	@avr-objcopy -O ihex -R .eeprom -R .fuse -R .lock $$< $$@
-include $$(wildcard $1/firmware/*.d $1/firmware/*/*.d $1/hal/avr/*.d)
endef

$(call one_of,BOARD,$(BOARDS) tiny13 tiny85)
$(call one_of,MATRIX,$(drivers))

# Board folders, and the Uno's at the line's full speed; then the one that was asked for, if it is another.
image_folders := $(BOARDS) uno-1000000 uno-ht16k33 leonardo-ht16k33
# The ATtinys are in firmware/tiny/tiny.mk: they have CLOCK where the others have BAUD.
tiny_board := $(filter tiny%,$(BOARD))
IMAGE := $(BOARD)$(addprefix -,$(if $(tiny_board),$(filter-out 8000000,$(CLOCK)), \
                             $(filter-out 115200,$(BAUD)) $(filter-out max7219,$(MATRIX))))
# What the name of a folder says: board, then rate and display where they are not the usual ones.
folder_mcu    = $(MCU_$(firstword $(subst -, ,$1)))
folder_baud   = $(or $(filter 1% 2% 3% 4% 5% 6% 7% 8% 9%,$(wordlist 2,3,$(subst -, ,$1))),115200)
folder_matrix = $(or $(filter $(drivers),$(subst -, ,$1)),max7219)
folder_rules  = $(call avr_rules,$(BUILD)/$1,$(folder_mcu),$(folder_baud),$(folder_matrix))
$(foreach f,$(filter-out tiny%,$(sort $(image_folders) $(IMAGE))),$(eval $(call folder_rules,$f)))

.SECONDARY:

FIRMWARE := $(foreach i,nqueens $(if $(tiny_board),,bench),$(BUILD)/$(IMAGE)/$i.elf $(BUILD)/$(IMAGE)/$i.hex)

.PHONY: firmware boards
all: firmware
firmware: $(FIRMWARE)
boards: $(foreach b,$(BOARDS),$(BUILD)/$b/nqueens.hex) ## build the firmware for every board
