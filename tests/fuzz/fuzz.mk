# The fuzzer: libFuzzer, which is part of clang, drives the firmware's own sources on the fake hardware, with
# ASan and UBSan.  build/fuzz/coverage.txt has what all inputs, its own and those of corpus.txt, do not reach.
#
# What it finds is written to build/fuzz/crash-*.  After the fix, `build/host/unit/fuzz show FILE` prints such
# a file as a paragraph for corpus.txt, which `make check-fuzz` runs without clang.

NEED_fuzz += clang libclang-rt-dev llvm libcmocka-dev

FUZZ    := $(BUILD)/fuzz
SECONDS ?= 60

# The branches of the search are not useful to the fuzzer: without them a run takes a quarter of the time.
fuzz_deep := $(call with,firmware/queens/queens.c firmware/count/count.c,\
               $(filter firmware/queens/% firmware/count/%,$(host_src)))
fuzz_src  := $(call with,firmware/app.c hal/fake/fake.c,$(filter-out $(fuzz_deep),$(host_src)))
fuzz_main := -x c tests/fuzz/line.h -x none
fuzz_cc   := clang -fsanitize=address,undefined -fno-sanitize-recover=all \
             $(filter-out -M% -O1 $(SIM_WARN),$(host_cflags)) -O2 -I.

$(FUZZ)/line: tests/fuzz/line.h $(fuzz_src) $(fuzz_deep) tests/fuzz/fuzz.mk \
              $(wildcard firmware/*.h firmware/*/*.h hal/*.h hal/fake/*.h tests/unit/*.h)
	@mkdir -p $(FUZZ)/deep
	@echo "  clang   $@"
	@cd $(FUZZ)/deep && $(subst -I,-I$(CURDIR)/,$(fuzz_cc)) -c $(fuzz_deep:%=$(CURDIR)/%)
	@$(fuzz_cc) -fsanitize=fuzzer $(fuzz_main) $(fuzz_src) $(FUZZ)/deep/*.o -o $@

# The same without a sanitizer: it counts what is reached.
$(FUZZ)/cover: $(FUZZ)/line
	@echo "  clang   $@"
	@clang -fprofile-instr-generate -fcoverage-mapping $(filter-out -M% -O1 $(SIM_WARN),$(host_cflags)) \
	    -O1 -I. -fsanitize=fuzzer $(fuzz_main) $(fuzz_src) $(fuzz_deep) -o $@

# A table of the files, then each line and branch that the inputs do not reach.
define fuzz_reached
cd $(FUZZ) && LLVM_PROFILE_FILE=profraw ./cover -runs=0 corpus seeds >cover.log 2>&1 || \
    { cat cover.log; exit 1; }
cd $(FUZZ) && llvm-profdata merge -sparse profraw -o profdata && \
    { llvm-cov report -show-branch-summary cover -instr-profile=profdata $(CURDIR)/firmware && \
      llvm-cov export -format=lcov cover -instr-profile=profdata $(CURDIR)/firmware | awk -F '[:,]' ' \
        /^SF:/ { file = substr($$2, length("$(CURDIR)/") + 1) } \
        /^DA:/ && ++lines && !$$3 { print file ":" $$2 ": not reached" } \
        /^BRDA:/ && $$5 == 0 { print file ":" $$2 ": a branch is never taken" } \
        END { if (lines < 1500) { print "of hardly any line is anything known"; exit 1 } }'; \
    } >coverage.txt; \
    status=$$?; cat coverage.txt; exit $$status
endef

$(FUZZ)/seeds: tests/fuzz/corpus.txt $(HOST)/unit/fuzz
	@rm -rf $@ && mkdir -p $@
	@$(HOST)/unit/fuzz write $@

# The words of the firmware's tables: commands, settings, formats.
$(FUZZ)/dict: firmware/console/commands.h firmware/storage/settings.h
	@mkdir -p $(@D)
	@grep -ohE '"[a-z]+"' $^ | sort -u >$@

.PHONY: fuzz
fuzz: $(FUZZ)/line $(FUZZ)/cover $(FUZZ)/seeds $(FUZZ)/dict
fuzz: ## random bytes through the whole application for a minute (SECONDS=, RUNS=)
	@mkdir -p $(FUZZ)/corpus
	@$< -dict=$(FUZZ)/dict -max_len=300 -timeout=5 -print_final_stats=1 -verbosity=0 \
	    -artifact_prefix=$(FUZZ)/ $(if $(RUNS),-runs=$(RUNS),-max_total_time=$(SECONDS)) \
	    $(FUZZ)/corpus $(FUZZ)/seeds
	@$(fuzz_reached)
