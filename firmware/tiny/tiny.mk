# The edition for 64 bytes of RAM: the board and the step search on an ATtiny13A and an ATtiny85.
# A board is a row here; its pins are in hal/tiny/pins.h; README.md has the commands.

ifeq ($(filter tiny85,$(BOARD))$(filter tiny,$(MAKECMDGOALS)),)
ifneq ($(CLOCK),)
$(error CLOCK is for BOARD=tiny85: an ATtiny13A runs at 9600000, the others at 16000000)
endif
endif
$(call one_of,CLOCK,1000000 4000000 8000000 12000000 16000000 16500000)

TINY_BOARDS := tiny13 tiny85

MCU_tiny13   := attiny13a
MCU_tiny85   := attiny85
CLOCK_tiny13 := 9600000
CLOCK_tiny85 := 8000000

# The tests use the Digispark's clock; CLOCK may be another one.
tiny_folders := $(sort $(TINY_BOARDS) tiny85-16500000 \
                       $(if $(filter-out $(CLOCK_tiny85),$(CLOCK)),tiny85-$(CLOCK)))

# What differs from the other boards, for avr_image.  -fno-move-loop-invariants saves 10 bytes of flash: gcc
# does not keep constants in registers around the loop of main.  BOARD_PLAIN: no given queens.
tiny_chip  = $(firstword $(subst -, ,$1))
tiny_clock = $(or $(word 2,$(subst -, ,$1)),$(CLOCK_$1))
tiny_mhz   = $(shell echo $(tiny_clock) | sed 's/.00000$$/.&/; s/00000$$//; s/\.0$$//')
tiny_flags = -UF_CPU -DF_CPU=$(tiny_clock)UL -DCLOCK_MHZ='"$(tiny_mhz)"' -DBAUD=9600UL \
             -DBOARD_PLAIN -fno-move-loop-invariants $($(tiny_chip)_flags)

tiny_src    := $(sort $(wildcard firmware/tiny/*.c hal/tiny/*.c hal/tiny/*.S)) \
               $(addprefix firmware/,console/print.c queens/queens.c queens/board.c)
tiny13_src  := $(sort $(wildcard firmware/tiny/13/*.c hal/tiny/13/*.c))
tiny85_src  := $(sort $(wildcard firmware/tiny/85/*.c hal/tiny/85/*.c)) firmware/debounce.c \
               firmware/storage/settings.c \
               $(addprefix firmware/console/,command.c console.c format.c) \
               firmware/queens/queens_run.c
tiny13_flags := -DQUEENS_MAX=8
# A table for a switch would be an indirect jump, which the proof of the stack cannot follow.
tiny85_flags := -DQUEENS_MAX=16 -DCOMMAND_ROWS='"firmware/tiny/85/commands.h"' -fno-jump-tables

tiny_sources  = $(tiny_src) $($(tiny_chip)_src)
tiny_needs    = $(foreach f,firmware/tiny hal/tiny,$f/. $f/$(tiny_chip:tiny%=%)/.)
tiny_image    = $(call image_rules,$1,nqueens,$(tiny_sources),$(tiny_needs))
$(foreach f,$(tiny_folders),$(eval $(call object_rules,$f)))
$(foreach f,$(tiny_folders),$(eval $(call tiny_image,$f)))

.PHONY: tiny
tiny: $(patsubst %,$(BUILD)/%/nqueens.hex,$(if $(CLOCK),$(tiny_folders),$(TINY_BOARDS)))
tiny: ## build the edition for ATtiny13A and ATtiny85 [CLOCK=16500000]

# Flashing, with an ISP programmer; one that is named writes the image of 16.5 MHz, too.
PROGRAMMER  ?= $(if $(filter 16500000,$(CLOCK)),\
                   $(error a Digispark's boot loader leaves too little, 6586 bytes: \
                           make flash BOARD=tiny85, 8 MHz, with an ISP programmer),usbasp)
isp_usbasp  := -c usbasp -B 10
isp_usbtiny := -c usbtiny -B 10
isp_uno      = -c stk500v1 -b 19200 -P $(or $(PORT),$(error where is the Uno? PORT=/dev/ttyACM0))
isp_options  = $(or $(isp_$(PROGRAMMER)),$(error PROGRAMMER is usbasp, usbtiny or uno))
isp          = avrdude -p $(BOARD:tiny%=t%) $(isp_options)

# README.md has their meaning.  If avrdude is to write the flash, it erases the chip before it looks at them.
fuses_tiny13 := lfuse=0x3a hfuse=0xfb
fuses_tiny85 := lfuse=0xe2 hfuse=0xd5 efuse=0xff
# $(call fuses,v): verify them; w: write them.
fuses = $(foreach f,$(fuses_$(BOARD)),-U $(subst =,:$1:,$f):m)
define tiny_flash
$(isp) $(call fuses,v) || { echo "make: to write the fuses: make fuses BOARD=$(BOARD)" >&2; exit 1; }
$(isp) -U flash:w:$<:i
endef

NEED_fuses += avrdude

.PHONY: fuses
fuses: ## write the fuses of a new ATtiny: BOARD=tiny13 [PROGRAMMER=uno PORT=/dev/ttyACM0]
	$(if $(tiny_board),,$(error fuses are for BOARD=tiny13 and BOARD=tiny85))
	$(isp) $(call fuses,w)
