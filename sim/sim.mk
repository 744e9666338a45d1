# The simulated Uno: the program build/sim/uno, and libuno.a for the tests on the simulated chip.
#
# For tests/*.mk: compile with $(SIM_CFLAGS), link with $(SIM_LIB) $(SIM_LIBS).

SIM         := $(BUILD)/sim
SIM_PROGRAM := $(SIM)/uno
SIM_LIB     := $(SIM)/libuno.a
# Not the shared library: its calls within itself take a third more time.
# sim/simavr is where sim/need.sh unpacks libsimavr-dev if it is not installed.
simavr      := $(if $(wildcard /usr/include/simavr/sim_avr.h),/usr,sim/simavr/usr)
SIM_LIBS    := $(patsubst %,-L%,$(wildcard $(simavr)/lib/*-linux-*)) -l:libsimavr.a -lm
SIM_CFLAGS  := -std=c11 -O2 -g -I. -isystem $(simavr)/include/simavr
SIM_WARN    := -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes \
               -Wmissing-prototypes -Wundef -Wvla -Wpointer-arith -Wcast-qual -Wwrite-strings \
               -Wformat=2 $(WERROR)

NEED += libsimavr-dev

all: $(SIM_PROGRAM)

# make run RUN='--speed=10': options for the simulated Uno.  make run BOARD=tiny13: an ATtiny13A in its place.
other_display := $(filter-out max7219,$(MATRIX))
run_options = $(if $(tiny_board),--mcu=$(patsubst %13a,%13,$(MCU_$(BOARD))) $(addprefix --clock=,$(CLOCK))) \
              $(addprefix --matrix=,$(other_display))
run: all ## build and run on the simulated Uno [BOARD=tiny13] [MATRIX=ht16k33, ws2812 or ssd1306]
	@$(SIM_PROGRAM) $(run_options) $(RUN) \
	    $(if $(tiny_board)$(other_display),$(BUILD)/$(IMAGE),$(UNO))/nqueens.elf

# The board is the library; the other folders are the program.
sim_objects = $(patsubst sim/%.c,$(SIM)/%.o,$(wildcard $(addsuffix /*.c,$(addprefix sim/,$1))))

$(SIM)/%.o: sim/%.c sim/sim.mk
	@mkdir -p $(@D)
	@echo "  cc      $@"
	@$(CC) $(SIM_CFLAGS) $(SIM_WARN) -MMD -MP -c -o $@ $<

$(SIM_LIB): $(call sim_objects,board)
	@rm -f $@
	@ar qcs $@ $^

$(SIM_PROGRAM): $(call sim_objects,program screen) $(SIM_LIB)
	@echo "  cc      $@"
	@$(CC) -o $@ $^ $(SIM_LIBS)

-include $(wildcard $(SIM)/*/*.d)
