# The simulated Uno: the program build/sim/uno, and libuno.a for the tests on the simulated chip.
#
# For tests/*.mk: compile with $(SIM_CFLAGS), link with $(SIM_LIB) $(SIM_LIBS).

NEED += libsimavr-dev libelf-dev

SIM        := $(BUILD)/sim
SIM_LIB    := $(SIM)/libuno.a
SIM_LIBS   := -lsimavr -lelf -lm
SIM_CFLAGS := -std=c11 -O2 -g -Isim -isystem /usr/include/simavr
SIM_WARN   := -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
              -Wpointer-arith -Wcast-qual -Wwrite-strings -Wundef -Wvla -Werror

SIM_PARTS := uno usart spi nv max7219 firmware
SIM_OBJS  := $(SIM_PARTS:%=$(SIM)/%.o)

$(SIM)/%.o: sim/%.c
	@mkdir -p $(@D)
	$(CC) $(SIM_CFLAGS) $(SIM_WARN) -MMD -MP -c -o $@ $<

$(SIM_LIB): $(SIM_OBJS)
	rm -f $@
	$(AR) rcs $@ $^

-include $(wildcard $(SIM)/*.d)
