# The simulated Uno: the program build/sim/uno, and libuno.a for the tests on the simulated chip.
#
# For tests/*.mk: compile with $(SIM_CFLAGS), link with $(SIM_LIB) $(SIM_LIBS).

SIM         := $(BUILD)/sim
SIM_PROGRAM := $(SIM)/uno
SIM_LIB     := $(SIM)/libuno.a
SIM_LIBS    := -lsimavr -lm
SIM_CFLAGS  := -std=c11 -O2 -g -Isim -isystem /usr/include/simavr
sim_warnings := -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
                -Wundef -Wvla -Wpointer-arith -Wcast-qual -Wwrite-strings -Wformat=2 $(WERROR)

NEED += libsimavr-dev

all: $(SIM_PROGRAM)

# make run RUN='--speed=10': options for the simulated Uno.
run: all ## build and run on the simulated Uno
	@$(SIM_PROGRAM) $(RUN) $(UNO)/nqueens.elf

sim_parts := uno usart spi nv max7219 firmware
sim_front := main options view tty scroll pty vcd picture

$(SIM)/%.o: sim/%.c sim/sim.mk
	@mkdir -p $(@D)
	@echo "  cc      $@"
	@$(CC) $(SIM_CFLAGS) $(sim_warnings) -MMD -MP -c -o $@ $<

$(SIM_LIB): $(sim_parts:%=$(SIM)/%.o)
	@rm -f $@
	@ar qcs $@ $^

$(SIM_PROGRAM): $(sim_front:%=$(SIM)/%.o) $(SIM_LIB)
	@echo "  cc      $@"
	@$(CC) -o $@ $^ $(SIM_LIBS)

# The Uno's boot loader from its source: the HEX in Debian's package is too long for its section and does not run.
# Without the flashes of the LED on D13, which is CLK here.
OPTIBOOT := $(SIM)/optiboot.hex
optiboot_src := /usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot.c

NEED_test  += arduino-core-avr avrdude
TEST_NEEDS += $(OPTIBOOT)

$(OPTIBOOT): sim/sim.mk
	@mkdir -p $(@D)
	@echo "  avr-gcc $@"
	@avr-gcc -w -mmcu=atmega328p -DF_CPU=16000000L -DBAUD_RATE=115200 -Os -fno-inline-small-functions \
	    -fno-split-wide-types -mrelax -Wl,--relax -Wl,--section-start=.text=0x7e00 \
	    -Wl,--section-start=.version=0x7ffe -nostartfiles -nostdlib -o $(@:.hex=.elf) $(optiboot_src)
	@avr-objcopy -j .text -j .data -j .version --set-section-flags .version=alloc,load -O ihex $(@:.hex=.elf) $@

-include $(wildcard $(SIM)/*.d)
