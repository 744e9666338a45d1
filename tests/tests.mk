# The tests: every program in TESTS prints TAP (`ok 1 - the sentence that it proves`), tests/run adds them up.
#
#   tests/unit/<module>.c      on the host, with the firmware's pure modules and hal/fake; ASan and UBSan
#   tests/simulator/<story>.c  on the simulated Uno, with the image that is shipped
#   tests/chip/<name>.c        a small image of its own for a test there: build/chip/<name>.elf, of
#                              CHIP_<name>_SRC too
#   tests/support/             what those on the simulated Uno share: the line as a script uses it,
#                              a reference
#
# Another part adds a program with `TESTS += path`, or, if it keeps to real time and cannot have all others
# beside it, with `TESTS_ALONE += path` or `TESTS_PAGE += path`: two queues, one beside the other.  What it
# needs built it adds with `TEST_NEEDS += file`, and what it needs installed with `NEED_test += package`.

NEED_test += libcmocka-dev
NEED_unit += libcmocka-dev

host_warnings := -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes \
                 -Wmissing-prototypes -Wundef -Wvla -Wpointer-arith -Wcast-qual -Wwrite-strings \
                 -Wformat=2 $(WERROR)
host_cflags   := -std=c11 -O1 -g -fno-omit-frame-pointer -MMD -MP -DVERSION='"$(VERSION)"' $(host_warnings)
sanitizers    := -fsanitize=address,undefined -fno-sanitize-recover=all

HOST := $(BUILD)/host
host_includes := -I.

# Pure modules and fakes lie in one archive: a test takes what it calls, and the linker chooses.
host_src := $(filter-out %.S firmware/main.c firmware/display/ht16k33.c,$(firmware_src)) \
            $(sort $(wildcard hal/fake/*.c))
HOST_LIB := $(HOST)/libfirmware.a

# A source that came or went changes its folder's time.
$(HOST_LIB): $(host_src:%.c=$(HOST)/%.o) $(modules:%=%/.) hal/fake/.
	@rm -f $@
	@ar qcs $@ $(filter %.o,$^)

$(HOST)/%.o: %.c Makefile tests/tests.mk
	@mkdir -p $(@D)
	@echo "  cc      $@"
	@$(CC) $(host_cflags) $(sanitizers) $(host_includes) -c $< -o $@

UNIT_TESTS := $(patsubst tests/%.c,$(HOST)/%,$(sort $(wildcard tests/unit/*.c)))
$(UNIT_TESTS): $(HOST)/%: $(HOST)/tests/%.o $(HOST)/tests/support/test.o $(HOST_LIB)
	@mkdir -p $(@D)
	@$(CC) $(sanitizers) $^ -lcmocka -o $@

# On the simulated Uno: the images by the names given here.
SIM_TESTS := $(patsubst tests/%.c,$(BUILD)/%,$(sort $(wildcard tests/simulator/*.c)))
sim_cflags := -I. -DNQUEENS_ELF='"$(UNO)/nqueens.elf"' -DBENCH_ELF='"$(UNO)/bench.elf"' \
              -DLEONARDO_HT16K33_ELF='"$(BUILD)/leonardo-ht16k33/nqueens.elf"' \
              -DARDUINO_LEONARDO_HT16K33_ELF='"$(BUILD)/arduino/leonardo-ht16k33/nqueens.ino.elf"' \
              -DNQUEENS_1M_ELF='"$(BUILD)/uno-1000000/nqueens.elf"' \
              -DNQUEENS_HT16K33_ELF='"$(BUILD)/uno-ht16k33/nqueens.elf"' -DCHIP='"$(BUILD)/chip"' \
              -DTINY='"$(BUILD)"' -DUNO_PROGRAM='"$(BUILD)/sim/uno"'
SIM_HELP  := $(addprefix $(BUILD)/support/,test.o line.o reference.o harm.o)

# Where things lie within the job on the chip, whose compiler lays out a struct in its own way.
OFFSETS := $(BUILD)/support/offsets.h
sim_cflags += -include $(OFFSETS)
$(SIM_TESTS) $(SIM_HELP): $(OFFSETS)
$(OFFSETS): tests/support/offsets.c $(wildcard firmware/*/*.h) Makefile tests/tests.mk
	@mkdir -p $(@D)
	@avr-gcc -mmcu=$(MCU_uno) $(filter -I% -std=% -f%enums -O%,$(avr_cflags)) -S $< -o - | \
	    sed -n 's/^[[:space:]]*-> //p' >$@

$(SIM_TESTS): $(BUILD)/%: tests/%.c $(SIM_HELP) $(SIM_LIB) Makefile tests/tests.mk
	@mkdir -p $(@D)
	@echo "  cc      $@"
	@$(CC) $(host_cflags) $(sim_cflags) $(SIM_CFLAGS) $< $(SIM_HELP) $(SIM_LIB) $(SIM_LIBS) -lcmocka -o $@

# What sim tests share: the line as a script uses it, a reference to compare with.
$(SIM_HELP): $(BUILD)/%.o: tests/%.c Makefile tests/tests.mk
	@mkdir -p $(@D)
	@echo "  cc      $@"
	@$(CC) $(host_cflags) $(sim_cflags) $(SIM_CFLAGS) -c $< -o $@

# Small images for sim tests, built like the firmware, but without -flto, so that what is tested is what
# stands there, and without -Wconversion, which avr-libc's macros for registers do not pass.
chip_names := $(patsubst tests/chip/%.c,%,$(sort $(wildcard tests/chip/*.c)))
CHIPS := $(chip_names:%=$(BUILD)/chip/%.elf)
$(CHIPS): $(BUILD)/chip/%.elf: tests/chip/%.c $$(CHIP_$$*_SRC) Makefile firmware/firmware.mk
	@mkdir -p $(@D)
	@echo "  avr-gcc $@"
	@avr-gcc -mmcu=$(MCU_uno) -DBAUD=115200UL $(filter-out -M% -flto -frandom-seed=% %conversion,$(avr_cflags)) \
	    $(avr_where) -frandom-seed=$@ $(avr_ldflags) $(CHIP_$*_FLAGS) $(filter %.c %.S %.ld,$^) -o $@
# A change of any header makes them again: they are small.
$(CHIPS): $(wildcard firmware/*.h firmware/*/*.h hal/*.h hal/avr/*.h)

-include $(wildcard $(HOST)/*/*.d $(HOST)/*/*/*.d $(BUILD)/simulator/*.d $(BUILD)/support/*.d)

# These talk to terminals and to avrdude in real time.
sim_alone := $(filter %/program,$(SIM_TESTS))

TESTS       += $(UNIT_TESTS) $(filter-out $(sim_alone),$(SIM_TESTS))
TESTS_ALONE += $(sim_alone)
TEST_NEEDS += $(patsubst %,$(BUILD)/%/nqueens.elf,uno-1000000 uno-ht16k33 leonardo-ht16k33)
TEST_NEEDS += $(CHIPS) $(foreach i,nqueens bench,$(UNO)/$i.elf $(UNO)/$i.hex) $(SIM_PROGRAM)

.PHONY: unit
test: $$(TEST_NEEDS) $$(all_tests) ## build and run every test
	@tests/run $(TESTS) --alone $(TESTS_PAGE) --alone $(TESTS_ALONE)

unit: $(UNIT_TESTS) ## build and run the unit tests only
	@tests/run $(UNIT_TESTS)

# make check-boot: the test programs of that name alone, with all that it prints.
all_tests  = $(TESTS) $(TESTS_PAGE) $(TESTS_ALONE)
test_named = $(or $(filter %/$1 %/$1.mjs,$(all_tests)),$(error no test program is called $1))
check-%: $$(TEST_NEEDS) $$(call test_named,$$*)
	@tests/run -v $(call test_named,$*)

# The checks: measurements that must not grow unseen.
TESTS += tests/checks/stack tests/checks/tiny tests/checks/stack_sees tests/checks/flash tests/checks/need \
         tests/checks/reproducible tests/checks/platformio.mjs

NEED_stack       += nodejs
NEED_size        += nodejs
NEED_size-update += nodejs

.PHONY: stack size size-update
stack: $(UNO)/nqueens.elf $(tiny_elfs) ## prove the deepest stack, path by path, against the budget
	@tests/checks/stack $<
	@for elf in $(tiny_elfs); do tests/checks/stack $$elf || exit; done

size size-update: $(UNO)/nqueens.elf $(tiny_elfs)

size: ## flash and RAM by module and symbol, against the measurements kept in the repo
	@tests/checks/size
	@tests/checks/tiny

size-update: ## keep the sizes of now as the measurements that `make size` compares with
	@tests/checks/size --update
	@tests/checks/tiny --update
