# The firmware: one image per board, all from the same sources.  A board is a row here; its pins are in
# hal/avr/.

BOARD  ?= uno
BAUD   ?= $(if $(tiny_board),9600,115200)
MATRIX ?= max7219
BOARDS := uno nano mega leonardo
# The ATtinys are in firmware/tiny/tiny.mk: they have CLOCK where the others have BAUD.
tiny_board := $(filter tiny%,$(BOARD))

MCU_uno      := atmega328p
MCU_nano     := atmega328p
MCU_mega     := atmega2560
MCU_leonardo := atmega32u4

# With other versions of the compiler, a warning is no error.
avr_gcc_version := $(shell avr-gcc -dumpversion 2>/dev/null)

# avr-gcc 5.4 sees a conversion in each sum of bytes: -Wconversion is for newer ones, and for the host.
avr_warnings := -Wall -Wextra -Wshadow -Wstrict-prototypes \
                -Wmissing-prototypes -Wold-style-definition -Wundef -Wvla -Wpointer-arith -Wcast-qual \
                -Wwrite-strings -Wformat=2 -Wredundant-decls -Wmisspelled-isr -Wstack-usage=64 \
                $(if $(filter 5.4.%,$(avr_gcc_version)),-Werror,-Wconversion -Wsign-conversion)
# The debug information contains no folder of this machine, and is not DWARF 5, which avr-gdb 15 misreads.
avr_flags := -DF_CPU=16000000UL -I. -MMD -MP -gdwarf-4 -fdebug-prefix-map=/proc/self/cwd=.
avr_gcc   := PWD=/proc/self/cwd avr-gcc
# -fno-tree-switch-conversion: gcc would put the table of a switch into .data, which takes RAM.
# -fno-tree-scev-cprop, -fno-ssa-phiopt: 20 bytes less with avr-gcc 5.4, 204 with 14.2, 106 with 16.2.
# -mrelax: near calls take two bytes, not four.  It loses alignments within a section, so a table that needs
# one has a section of its own, and aligned.ld checks it.
avr_cflags := $(avr_flags) -std=c11 -Os -fno-tree-switch-conversion -fno-tree-scev-cprop \
              -fno-ssa-phiopt -flto -fshort-enums -ffunction-sections -fdata-sections -fno-common \
              -frandom-seed=$$@ -mrelax $(avr_warnings)
# In one partition, the linker shortens more calls: 156 bytes.
avr_ldflags := -flto-partition=one -Wl,--gc-sections -Wl,--fatal-warnings

modules      := firmware $(addprefix firmware/,job console display storage count queens)
firmware_src := $(sort $(wildcard $(foreach m,$(modules),$m/*.c $m/*.S)))
hal_src      := $(sort $(wildcard hal/avr/*.c hal/avr/*.S))
# Timer1 makes the tick of the firmware; the comparison image uses it as a stop-watch.
nqueens_all  := $(firmware_src) $(filter-out hal/avr/measure.c,$(hal_src))
# $(call display_images,COLUMN): the images BOARD-NAME of the boards in this column of the table of displays.
displays       := firmware/display/displays.tsv
display_images  = $(shell awk -F '\t' -v at=$1 '!/^\#/ && $$at != "-" \
                      { n = split($$at, board, " "); while (n) print board[n--] "-" $$1 }' $(displays))
drivers        := $(shell awk -F '\t' '!/^\#/ { print $$1 }' $(displays))
uno_displays    = $(filter uno-%,$(call display_images,3))
on_bus          = $(shell awk -F '\t' '$$2 == "$1" { print $$1 }' $(displays))
on_twi         := $(call on_bus,twi)
# $(call without,DRIVER,FILES): FILES without the other drivers.  The linker removes the buses of those.
without       = $(filter-out $(patsubst %,firmware/display/matrix_%.c,$(filter-out $1,$(drivers))),$2)
nqueens_src  := $(call without,max7219,$(nqueens_all))
bench_src    := $(sort $(wildcard firmware/bench/*.c firmware/bench/*.S)) \
                $(filter-out firmware/main.c,$(call without,max7219,$(firmware_src))) \
                $(filter-out hal/avr/tick.c,$(hal_src))

# A folder is named after its board, then rate and display if they are not the usual ones: uno-1000000.
folder_mcu    = $(MCU_$(firstword $(subst -, ,$1)))
folder_baud   = $(or $(filter 1% 2% 3% 4% 5% 6% 7% 8% 9%,$(wordlist 2,3,$(subst -, ,$1))),115200)
folder_matrix = $(or $(filter $(drivers),$(subst -, ,$1)),max7219)

# $(call objects,FOLDER): the folder with the objects of its image.  Images that differ in nothing but the
# display share them, a Leonardo's apart (see display); the one for an HT16K33 is for Nanos, too.
objects = $(or $(filter leonardo%,$1),$(if $(filter uno-ht16k33,$1),nano),$(patsubst %-$(folder_matrix),%,$1))
# Pins that a display uses and that others would use without it: a Leonardo's (hal/avr/pins.h).
display = $(if $(filter $(on_twi),$(folder_matrix)),-DNQUEENS_TWI)
# Images for boards with the old boot loader (hal/mcu.h), too.
loader = $(if $(filter nano nano-%,$1),-DNQUEENS_OLD_LOADER)
# `make size` and the page find static symbols in these objects, so that machine code must be in them, too.
fat = $(if $(filter uno nano,$1),-ffat-lto-objects)

# $(call avr_image,FOLDER): the flags of its own; tiny_flags are in firmware/tiny/tiny.mk.
avr_image = -mmcu=$(folder_mcu) $(or $(if $(filter tiny%,$1),$(tiny_flags)),\
                -DBAUD=$(folder_baud)UL $(display) $(loader) $(fat))

# $(call avr_small,FILE,FOLDER): outside the search and the count, size comes before speed.  Images for the
# old boot loader do not inline functions either: 50 to 180 bytes for up to 8 cycles per byte of solve 8.
# -mstrict-X and -fira-region=all save 4 to 48 bytes with avr-gcc 5.4; they were not tried with others.
# (-mcall-prologues would save 390 bytes, but takes 7 bytes of stack, and jumps to computed addresses.)
avr_small = $(if $(filter firmware/queens/% firmware/count/% firmware/bench/% tiny%,$1 $2),, \
                -fno-move-loop-invariants -fno-tree-pre -fno-forward-propagate -fno-tree-copy-prop \
                $(if $(filter 5.%,$(avr_gcc_version)),-mstrict-X -fira-region=all) \
                $(if $(call loader,$2),-fno-inline-small-functions))

define object_rules
$(BUILD)/$1/%.o: %.c Makefile firmware/firmware.mk firmware/tiny/tiny.mk
	$$(call making,avr-gcc)
	@$(avr_gcc) $(avr_cflags) $(avr_image) $$(call avr_small,$$<,$1) -c $$< -o $$@
$(BUILD)/$1/%.o: %.S Makefile firmware/firmware.mk firmware/tiny/tiny.mk
	$$(call making,avr-gcc)
	@$(avr_gcc) $(avr_flags) $(avr_image) -c $$< -o $$@
-include $$(wildcard $(foreach d,firmware firmware/* firmware/*/* hal/* hal/*/*,$(BUILD)/$1/$d/*.d))
endef

# $(call image_rules,FOLDER,NAME,SOURCES,OTHERS).  OTHERS are linker scripts, and folders whose change makes
# the image again.
define image_rules
$(BUILD)/$1/$2.elf: $(patsubst %,$(BUILD)/$(objects)/%.o,$(basename $3)) $4 Makefile firmware/firmware.mk
	$$(call making,link)
	@$(avr_gcc) $(avr_cflags) $(avr_image) $(avr_ldflags) \
	    -Wl,-Map=$$(basename $$@).map $$(filter %.o %.ld,$$^) -o $$@
	@avr-size $$@ | \
	    awk 'END { printf "          %d B of flash, %d B of static RAM\n", $$$$1 + $$$$2, $$$$2 + $$$$3 }'
$(BUILD)/$1/$2.hex: $(BUILD)/$1/$2.elf
	@avr-objcopy -O ihex -R .eeprom -R .fuse -R .lock $$< $$@
endef

$(call one_of,BOARD,$(BOARDS) tiny13 tiny85)
# A strip is on a pin that only an Uno and a Nano have.
displays_here := $(if $(filter uno nano,$(BOARD)),$(drivers),$(filter-out $(call on_bus,strip),$(drivers)))
rates         := 9600 19200 38400 57600 115200 250000 500000 1000000
$(call one_of,MATRIX,$(if $(tiny_board),max7219,$(displays_here)), to BOARD=$(BOARD))
$(call one_of,BAUD,$(if $(tiny_board),9600,$(rates)), to BOARD=$(BOARD))

image_folders := $(BOARDS) uno-1000000 $(call display_images,3)
rate_and_display := $(addprefix -,$(filter-out 115200,$(BAUD)))$(addprefix -,$(filter-out max7219,$(MATRIX)))
IMAGE := $(BOARD)$(if $(tiny_board),$(addprefix -,$(filter-out 8000000,$(CLOCK))),$(rate_and_display))
folders := $(filter-out tiny%,$(sort $(image_folders) $(IMAGE)))
$(foreach f,$(sort $(foreach f,$(folders),$(call objects,$f))),$(eval $(call object_rules,$f)))
folder_src = $(call without,$(folder_matrix),$(nqueens_all))
# A new or removed source changes the time of its folder.
needs = firmware/aligned.ld $(modules:%=%/.) hal/avr/.
$(foreach f,$(folders),$(eval $(call image_rules,$f,nqueens,$(call folder_src,$f),$(needs))))
$(foreach f,$(folders),$(eval $(call image_rules,$f,bench,$(bench_src),$(needs) firmware/bench/.)))

.SECONDARY:

FIRMWARE := $(foreach i,nqueens $(if $(tiny_board),,bench),$(BUILD)/$(IMAGE)/$i.elf $(BUILD)/$(IMAGE)/$i.hex)

.PHONY: firmware boards
all: firmware
firmware: $(FIRMWARE)
boards: $(foreach b,$(BOARDS),$(BUILD)/$b/nqueens.hex) ## build the firmware for every board

# ---- make exercise NAME=step FILE=my.c: builds with a student's own function, and grades it ----

# Not from the environment, where some systems have a NAME.
NEED_exercise    := nodejs
exercise_name    := $(if $(filter command,$(origin NAME)),$(NAME),step)
exercise_file    := $(if $(filter command,$(origin FILE)),$(FILE),firmware/exercise/$(exercise_name).c)
exercise_without := firmware/queens/queens.c firmware/bench/%
exercise_objects  = $(patsubst %,$(UNO)/%.o,$(basename $(filter-out $(exercise_without),$1)))
exercise_cc      := $(CC) -std=c11 -O1 -g -I.

EXERCISE_GRADE   := $(BUILD)/exercise/grade.o
exercise_own     := firmware/queens/queens.c
$(EXERCISE_GRADE): $(addprefix firmware/,exercise/grade.c queens/board.c queens/queens.c) \
                   $(wildcard firmware/queens/*.h) firmware/firmware.mk
	@mkdir -p $(@D)
	@$(exercise_cc) -Dqueens_step=own_step -Dqueens_back=own_back -c $(exercise_own) -o $(@D)/own.o
	@$(exercise_cc) -r $(filter-out $(exercise_own),$(filter %.c,$^)) $(@D)/own.o -o $@
	@objcopy -L own_step -L own_back $@ # a student must not call them

.PHONY: exercise
exercise: $$(SIM_PROGRAM) $(UNO)/nqueens.elf $(UNO)/bench.elf $(EXERCISE_GRADE)
exercise: ## grade your own search: NAME=step FILE=my.c [RESULT=result.json] [HINT=1 to 3]
	@RESULT="$(RESULT)" HINT="$(HINT)" HOST_CC="$(exercise_cc)" GRADE="$(EXERCISE_GRADE)" \
	    AVR_CC="avr-gcc -mmcu=$(MCU_uno) -DBAUD=115200UL $(avr_ldflags) \
	    $(filter-out -M% -flto -frandom-seed=% -Wstack-usage=% %conversion,$(avr_cflags))" \
	    CHIP_OBJECTS="$(call exercise_objects,$(bench_src))" \
	    NQUEENS_OBJECTS="$(call exercise_objects,$(nqueens_src))" \
	    node firmware/exercise/grade.mjs "$(exercise_name)" "$(exercise_file)"
