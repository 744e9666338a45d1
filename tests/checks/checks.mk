# What is checked: form, MISRA C:2012, clang-tidy, sizes, stack, latency, cycles, proofs, stress.

NEED_lint += clang-format clang-tidy cppcheck clang $(NEED_test)

c_folders := firmware firmware/* firmware/*/* hal hal/* hal/*/* sim/* tests/*
c_files := $(call with,firmware/main.c hal/uart.h sim/board/board.c tests/support/test.h,\
             $(sort $(wildcard $(foreach f,$(c_folders),$f/*.c $f/*.h))))
c_only  := $(filter %.c,$(c_files))
chip_c  := $(call with,firmware/main.c firmware/queens/queens.c hal/avr/uart.c,\
             $(filter-out firmware/tiny/% firmware/exercise/%,$(filter firmware/% hal/avr/%,$(c_only))))
tiny_c  := $(call with,firmware/tiny/13/main.c firmware/tiny/85/main.c hal/tiny/cpu.c,\
             $(filter firmware/tiny/% hal/tiny/%,$(c_only)))
host_c  := $(call with,hal/fake/fake.c tests/unit/app.c,$(filter hal/fake/% tests/unit/%,$(c_only)))
sim_c   := $(call with,sim/board/board.c sim/program/main.c,$(filter sim/%,$(c_only)))

clang_lacks := -M% -flto -frandom-seed=% -mrelax -Wmisspelled-isr -Wstack-usage=% \
               -Wold-style-definition -fno-move-loop-invariants -fno-tree-switch-conversion \
               -fno-tree-scev-cprop -fno-ssa-phiopt
clang_avr := clang --target=avr -mmcu=$(MCU_uno) -isystem /usr/lib/avr/include -DBAUD=115200UL \
             $(filter-out $(clang_lacks),$(avr_cflags))
tiny85_all := $(call tiny_flags,tiny85)
clang_tiny := $(filter-out -mmcu=% -DF_CPU=% -DBAUD=%,$(clang_avr)) -mmcu=$(MCU_tiny85) \
              $(filter-out $(clang_lacks),$(tiny85_all))

# $(call entries,FILES,COMMAND): the rows of compile_commands.json for these files.
quoted  = $(subst ",\",$(subst \,\\,$1))
entry   = {"directory": "$(CURDIR)", "file": "$1", "command": "$(call quoted,$2 -c $1)"},
entries = $(foreach f,$1,$(call entry,$f,$2))
compile_commands.json: $(OFFSETS) Makefile $(wildcard */*.mk */*/*.mk) $(c_files)
compile_commands.json: ## for clangd and editors: how each C file is compiled
	$(file >$@,[ $(call entries,$(chip_c),$(clang_avr)) \
	    $(call entries,$(tiny_c),$(clang_tiny)) \
	    $(call entries,$(host_c),clang $(filter-out -M%,$(host_cflags)) $(host_includes)) \
	    $(call entries,$(sim_c),clang $(SIM_CFLAGS) $(SIM_WARN)) \
	    $(call entries,$(sort $(wildcard tests/simulator/*.c)),\
	        clang $(filter-out -M%,$(host_cflags)) $(sim_cflags) $(SIM_CFLAGS))])
	@sed -i 's/, *\]$$/]/' $@

cppcheck_flags := --quiet --error-exitcode=1 --addon=misra --platform=avr8 --std=c11 --inline-suppr \
                  --enable=warning,style,performance,portability \
                  --suppressions-list=tests/checks/cppcheck.txt \
                  --template='{file}:{line}: {severity}: {message} [{id}]' -I. -D__AVR__

# clang cannot read <avr/wdt.h>.
tidy_c := $(filter-out hal/avr/cpu.c hal/tiny/cpu.c,$(chip_c) $(tiny_c)) $(host_c) $(sim_c)

# $(call lint_c,WHAT,COMMAND,FILES): runs a check of C files, if there are any.
lint_c = $(if $(strip $3),@echo '  $1: $(words $3)' && $2 $3)
run_tidy = tidy() { ! printf '%s\n' "$$@" | xargs -P $$(nproc) -n 4 clang-tidy --quiet -p . 2>&1 | \
               grep -E 'warning:|error:' -A 5; }; tidy

# $(call lint,FILES): the checks of those of the C files that are among FILES
define lint
	@echo "  actionlint"
	@tests/checks/workflows
	$(call lint_c,clang-format,clang-format --dry-run -Werror,$(filter $1,$(c_files)))
	$(call lint_c,cppcheck with MISRA C:2012,cppcheck $(cppcheck_flags) -D__AVR_ATmega328P__ \
	    $(filter -D%,$(avr_flags)) -DBAUD=115200UL,$(filter $1,$(chip_c)))
	$(call lint_c,cppcheck with MISRA C:2012,cppcheck $(cppcheck_flags) -D__AVR_ATtiny85__ \
	    $(filter -D%,$(tiny85_all)),$(filter $1,$(tiny_c)))
	$(call lint_c,clang-tidy,$(run_tidy),$(filter $1,$(tidy_c)))
endef

# BASE: what a change is compared with.
BASE = $(shell git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main)

$(call need,lint-changed,$(NEED_lint))

.PHONY: lint lint-changed
lint lint-changed: compile_commands.json $(NPM_TESTS)
lint: ## check the source: clang-format, cppcheck with MISRA, clang-tidy, actionlint
	$(call lint,%)

lint-changed: ## the same for the C files that differ from the branch main [BASE=...]: seconds
	$(call lint,$(shell git diff --name-only $(BASE); git ls-files -o --exclude-standard))

$(call need,stack size measurements,nodejs $(need_arduino))

.PHONY: stack size measurements
# IMAGES: other images, such as those of another compiler.
stack: $(or $(IMAGES),$(image_elfs) $(ARDUINO_ELFS)) ## prove the deepest stack of every image [IMAGES=...]
	@tests/checks/stack.mjs $^

size: $$(NEEDS_images)
size: ## flash and RAM of every image with its limits, and by module; it builds for two minutes
	@tests/checks/size.mjs
	@tests/checks/images.mjs
	@echo "  stored at the last release: tests/checks/measurements/size.tsv"

# A change is tested against limits; what it costs is shown beside the measurements of the last release.
measurements: $(image_elfs) $(SIM_PROGRAM)
measurements: ## for a release: store sizes and cycles, and draw their plots; it takes minutes
	@tests/checks/size.mjs --update
	$(bench_run)
	@tests/checks/measurements/compare -u $(BENCH_TABLE) tests/checks/measurements/bench.tsv
	@$(MAKE) --no-print-directory plots
	@git diff --stat tests/checks/measurements $(PICTURES)

# The C tests that run the Uno's image, but not those that look at each instruction or run in real time.
cover_from  = $(filter-out %/interrupts %/program,$(SIM_TESTS))
cover_tests = $(foreach t,$(cover_from),$(if $(filter $(UNO)/nqueens.elf,$(NEEDS_$(call test_name,$t))),$t))

$(call need,coverage,libcmocka-dev nodejs)

.PHONY: coverage
coverage: $$(cover_tests) $$(foreach t,$$(cover_tests),$$(NEEDS_$$(call test_name,$$t)))
coverage: ## which instructions and branches of the Uno's image the tests execute
	@tests/checks/coverage.mjs $(cover_tests)

latency_images := uno uno-1000000 mega leonardo $(uno_displays) $(TINY_BOARDS)
latency_elfs   := $(latency_images:%=$(BUILD)/%/nqueens.elf)
$(call need,bench measurements,nodejs libcmocka-dev)

.PHONY: latency
latency: check-latency check-interrupts ## prove how long interrupts wait; compare with a simulation

BENCH_TABLE := $(BUILD)/bench.txt

# The table grows on the screen; after it the image waits for a key, which costs no time.
bench_run = @set -o pipefail; \
            $(SIM_PROGRAM) --headless --seconds=300 $(UNO)/bench.elf </dev/null | \
            tr -d '\r' | tee $(BENCH_TABLE)

.PHONY: bench
bench measurements: SHELL := /bin/bash
bench: $(UNO)/bench.elf $(SIM_PROGRAM) $(BUILD)/simulator/solve $(UNO)/nqueens.elf
bench: ## measure every program in cycles and bytes, and what users wait for, against the kept measurements
	@CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/simulator/solve all
	$(bench_run)
	@tests/checks/measurements/compare $(BENCH_TABLE) tests/checks/measurements/bench.tsv

$(call need,prove prove-engine prove-count,frama-c-base why3 z3 cvc4 nodejs $(need_arduino))
$(call need,proved,nodejs $(need_arduino))

PROVED := $(addprefix firmware/,queens/queens.c queens/verify.c queens/board.c queens/symmetry.c debounce.c \
            display/view.c storage/ecc.c storage/settings.c) hal/ring.h \
            $(addprefix tests/prove/,choice.c theorem.c back.c cut.c records.c)

engine_elfs := $(filter-out $(BUILD)/tiny%,$(image_elfs)) $(ARDUINO_ELFS)
# Unless they are images of another compiler.
store_proved = $(if $(filter-out $(engine_elfs),$(filter %.elf,$^)),,$\
                 @tests/checks/proved.mjs --store=$@ $(filter %.elf,$^))

.PHONY: prove prove-engine prove-count proved
prove: prove-engine prove-count ## prove contracts of C; the search and the count from machine code
	@tests/prove/prove $(PROVED)
	@tests/checks/proved.mjs --store=$@ $(PROVED)

# IMAGES: other images, such as those of another compiler.
prove-engine: $(or $(IMAGES),$(engine_elfs)) $(OFFSETS) $(SEMANTICS)
prove-engine: ## prove the search and the verifier of each image from machine code [IMAGES=...]
	@tests/checks/semantics.mjs 400000
	@tests/checks/engine.mjs --prove $(filter %.elf,$^)
	$(store_proved)

prove-count: $(or $(IMAGES),$(engine_elfs)) $(OFFSETS) $(COUNT_RUN)
prove-count: ## prove the count of each image from machine code [IMAGES=...]
	@tests/checks/count_proof.mjs --prove $(filter %.elf,$^)
	$(store_proved)

proved: $(engine_elfs) ## name each proof to run again: its code, contracts or tools have changed since
	@tests/checks/proved.mjs $^ $(PROVED)

# SEED=... has one run of the power cuts and flips again.
$(call need,stress,libcmocka-dev arduino-core-avr nodejs)

.PHONY: stress
stress: $(addprefix $(BUILD)/simulator/,stress queens count) $(UNO)/nqueens.elf $(CHIPS) $(COUNT_RUN)
stress: $$(NEEDS_install)
stress: ## cut the power 10,000 times, send a million random bytes, flip bits, pull cables, run the engines
	@CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/simulator/queens all
	@CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/simulator/count all
	@CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/simulator/stress all $(SEED)
	@TRIES=100 tests/flash/install.mjs
	@tests/checks/count_proof.mjs --tables $(UNO)/nqueens.elf
	@tests/stress/mutants.mjs broken
	@tests/stress/mutants.mjs c 10 $(or $(SEED),$(shell date +%j))
	@tests/stress/mutants.mjs asm 10 $(or $(SEED),$(shell date +%j))

$(call need,mutants,libcmocka-dev nodejs)

# MUTANTS: of each kind; FILE: a part of the names of the files that are changed.
MUTANTS ?= 300

.PHONY: mutants mutants-need
mutants-need: $$(foreach t,$$(MUTANT_TESTS),$$(filter $(BUILD)/%,$$(call test_named,$$t)) $$(NEEDS_$$t))
mutants: ## change the firmware in one point, again and again, and count the changes that tests notice
	@tests/stress/mutants.mjs c $(MUTANTS) $(or $(SEED),1) $(FILE)
	@tests/stress/mutants.mjs asm $(MUTANTS) $(or $(SEED),1) $(FILE)
