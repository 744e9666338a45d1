# How the C tests are built: for the host, for the simulated Uno, and small images for the chip.

# A test program itself is not optimized: that would take twice its time to build.
host_cflags   := -std=c11 -D_GNU_SOURCE -O1 -g -fno-omit-frame-pointer -MMD -MP $(SIM_WARN)
sanitizers    := -fsanitize=address,undefined -fno-sanitize-recover=all

HOST := $(BUILD)/host
host_includes := -I.

# Pure modules and fakes are in one archive: the linker takes what a test calls.
host_src := $(filter-out %.S firmware/main.c,$(call without,max7219,$(firmware_src))) \
            tests/support/count_rows.c tests/support/reference.c \
            $(sort $(wildcard hal/fake/*.c))
HOST_LIB := $(HOST)/libfirmware.a

# A source that came or went changes its folder's time.
$(HOST_LIB): $(host_src:%.c=$(HOST)/%.o) $(modules:%=%/.) hal/fake/.
	@rm -f $@
	@ar qcs $@ $(filter %.o,$^)

$(HOST)/%.o: %.c Makefile tests/build.mk
	$(call making,cc)
	@$(CC) $(host_cflags) $(sanitizers) $(host_includes) $(if $(filter tests/unit/%,$<),-O0) -c $< -o $@

UNIT_TESTS := $(patsubst tests/%.c,$(HOST)/%,$(sort $(wildcard tests/unit/*.c)))
$(UNIT_TESTS): $(HOST)/%: $(HOST)/tests/%.o $(HOST)/tests/support/test.o $(HOST_LIB)
	@mkdir -p $(@D)
	@$(CC) $(sanitizers) $^ -lcmocka -o $@

# Counts at full speed, for numbers that the README keeps: firmware/count/README.md.
$(BUILD)/count: tests/support/count.c tests/support/count_rows.c $(filter firmware/count/%.c,$(host_src)) \
                firmware/queens/queens.c firmware/queens/queens_run.c
	$(call making,cc)
	@$(CC) -std=c11 -O2 $(SIM_WARN) $(host_includes) $^ -o $@

SIM_TESTS := $(patsubst tests/%.c,$(BUILD)/%,$(sort $(wildcard tests/simulator/*.c)))
sim_cflags := -I. -DAVR_GCC_5_4=$(if $(filter 5.4.%,$(avr_gcc_version)),1,0) \
              -DNQUEENS_ELF='"$(UNO)/nqueens.elf"' -DBENCH_ELF='"$(UNO)/bench.elf"' \
              -DCHIP='"$(BUILD)/chip"' -DBUILD='"$(BUILD)"' -DUNO_PROGRAM='"$(BUILD)/sim/uno"'
# These look at each instruction, or run for long.
busy      := interrupts slices decoder stress
SIM_HELP  := $(addprefix $(BUILD)/support/,test.o line.o reference.o)

# The offsets of fields of the job on the chip; its compiler has its own layout of structs.
OFFSETS := $(BUILD)/support/offsets.h
sim_cflags += -include $(OFFSETS)
$(SIM_TESTS) $(SIM_HELP): $(OFFSETS)
$(OFFSETS): tests/support/offsets.c $(wildcard firmware/*/*.h) Makefile tests/build.mk
	@mkdir -p $(@D)
	@avr-gcc -mmcu=$(MCU_uno) $(filter -I% -std=% -f%enums -O%,$(avr_cflags)) -S $< -o - | \
	    sed -n 's/^[[:space:]]*-> //p' >$@

$(BUILD)/simulator/history: private sim_cflags += $(SIM)/program/history.o $(SIM_WRAP)
$(BUILD)/simulator/history: $(SIM)/program/history.o
$(SIM_TESTS): $(BUILD)/%: tests/%.c $(SIM_HELP) $(SIM_LIB) Makefile tests/build.mk
	$(call making,cc)
	@$(CC) $(host_cflags) $(sim_cflags) $(SIM_CFLAGS) $(if $(filter $(busy),$(@F)),,-O0) $< \
	    $(SIM_HELP) $(SIM_LIB) $(SIM_LIBS) -lcmocka -o $@

MODEL := $(BUILD)/support/model
$(MODEL): tests/support/model.c $(SIM_LIB) sim/board/displays.h sim/board/uno.h
	$(call making,cc)
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O1 -g $(SIM_WARN) $(sanitizers) -I. $< $(SIM_LIB) -o $@

$(SIM_HELP): $(BUILD)/%.o: tests/%.c Makefile tests/build.mk
	$(call making,cc)
	@$(CC) $(host_cflags) $(sim_cflags) $(SIM_CFLAGS) -c $< -o $@

# Small images for sim tests, built like the firmware, but without -flto, so that what is tested is what
# stands there, and without -Wconversion, which avr-libc's macros for registers do not pass.
# The count on the chip, and what it calls; the search.
CHIP_count_SRC    := $(sort $(wildcard firmware/count/*.c firmware/count/*.S)) \
                     firmware/queens/queens.c firmware/queens/queens_run.c \
                     $(sort $(wildcard firmware/queens/*.S)) firmware/aligned.ld
# The same with masks of 12 columns: a board of 15 rows has three edge columns.
CHIP_narrow_SRC   := $(CHIP_count_SRC)
CHIP_narrow_MAIN  := tests/chip/count.c
CHIP_narrow_FLAGS := -DCOUNT_WIDTH=12 -DCOUNT_FIRST=2
CHIP_queens_SRC   := firmware/queens/queens.c $(sort $(wildcard firmware/queens/*.S)) firmware/aligned.ld
chip_names := narrow $(patsubst tests/chip/%.c,%,$(sort $(wildcard tests/chip/*.c)))
CHIPS := $(chip_names:%=$(BUILD)/chip/%.elf)
$(CHIPS): $(BUILD)/chip/%.elf: $$(or $$(CHIP_$$*_MAIN),tests/chip/$$*.c) $$(CHIP_$$*_SRC) \
                               Makefile firmware/firmware.mk
	$(call making,avr-gcc)
	@$(avr_gcc) -mmcu=$(MCU_uno) -DBAUD=115200UL -frandom-seed=$@ \
	    $(filter-out -M% -flto -frandom-seed=% %conversion,$(avr_cflags)) $(avr_ldflags) \
	    $(CHIP_$*_FLAGS) $(filter %.c %.S %.ld,$^) -o $@
# A change of any header makes them again: they are small.
$(CHIPS): $(wildcard firmware/*.h firmware/*/*.h hal/*.h hal/avr/*.h)

-include $(wildcard $(HOST)/*/*.d $(HOST)/*/*/*.d $(addprefix $(BUILD)/,simulator/*.d support/*.d))

# The Arduino IDE's apart.
image_elfs := $(patsubst %,$(BUILD)/%/nqueens.elf,$(image_folders) $(tiny_folders))

# Runs single instructions; compares what a count begins with.
SEMANTICS := $(BUILD)/checks/semantics
COUNT_RUN := $(BUILD)/checks/count_run
$(SEMANTICS) $(COUNT_RUN): $(BUILD)/%: tests/%.c $(SIM_LIB) tests/build.mk
	$(call making,cc)
	@$(CC) -D_GNU_SOURCE $(SIM_CFLAGS) $(SIM_WARN) -o $@ $(filter tests/%.c,$^) $(SIM_LIB) $(SIM_LIBS)
$(COUNT_RUN): tests/support/reference.c $(wildcard firmware/count/*.[ch])

# ---- Boot loaders, from the sources in Debian's arduino-core-avr ----

# Optiboot, the Uno's.
#
# The hex in that package has 532 bytes: more than its 512-byte section, so that its version word overwrites
# code.  Built with the package's own options and those of the first line here it has 484 with avr-gcc 5.4,
# 478 with 14.2, 466 with 16.2.

OPTIBOOT     := $(BUILD)/sim/optiboot.hex
optiboot_dir := /usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot

$(OPTIBOOT): $(wildcard $(optiboot_dir)/optiboot.c) tests/build.mk
	$(call making,avr-gcc)
	@avr-gcc -fwhole-program -fno-tree-scev-cprop -fno-inline-functions-called-once -fno-jump-tables \
	    -Os -fno-inline-small-functions -fno-split-wide-types -mrelax -w \
	    -mmcu=atmega328p -DF_CPU=16000000L -DBAUD_RATE=115200 -DLED_START_FLASHES=3 -I$(optiboot_dir) \
	    $(optiboot_dir)/optiboot.c -nostartfiles -Wl,--relax -Wl,--section-start=.text=0x7e00 \
	    -Wl,--section-start=.version=0x7ffe -o $(@:.hex=.elf)
	@avr-objcopy -j .text -j .data -j .version --set-section-flags .version=alloc,load -O ihex $(@:.hex=.elf) $@

# The Leonardo's, with the serial line instead of USB.
CATERINA     := $(BUILD)/sim/caterina.hex
caterina_dir := /usr/share/arduino/hardware/arduino/avr/bootloaders/caterina
caterina_src := $(wildcard $(caterina_dir)/Caterina.[ch] tests/flash/caterina/LUFA/Drivers/USB/*.h)
$(CATERINA): $(caterina_src) tests/build.mk
	$(call making,avr-gcc)
	@avr-gcc -mmcu=atmega32u4 -std=gnu99 -Os -w -DF_CPU=16000000UL -DBOOT_START_ADDR=0x7000UL \
	    -DDEVICE_PID=0x0036 -DNO_LOCK_BYTE_WRITE_SUPPORT -Itests/flash/caterina -I$(caterina_dir) \
	    $(caterina_dir)/Caterina.c -Wl,--section-start=.text=0x7000 -o $(@:.hex=.elf)
	@avr-objcopy -O ihex $(@:.hex=.elf) $@
