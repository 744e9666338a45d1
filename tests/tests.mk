# The tests: every program in TESTS prints TAP (`ok 1 - the sentence that it proves`); tests/run adds them up.
# To add one that is no C file, append it to TESTS, and what it needs to the table below.

# TESTS compute: they run side by side on all cores.  QUEUE_... mostly wait, for browsers and for boards that
# keep to real time: each queue runs its programs one after the other, beside all others.
TESTS       += $(UNIT_TESTS) $(filter-out %/program,$(SIM_TESTS)) \
               $(addprefix tests/checks/,arduino count_proof.mjs engine.mjs images.mjs latency.mjs layers \
                   make numbers.mjs platformio proofs.mjs recipes semantics.mjs stack.mjs translation.mjs \
                   version words) \
               $(addprefix tests/,cross/avr8js/models.mjs cross/session/agree.mjs cross/session/readme.mjs \
                   exercise/exercise.mjs flash/avrdude flash/install.mjs python/sessions.py \
                   report/report.mjs simulator/debugger web/static.mjs)
QUEUE_firefox  += $(addprefix tests/,web/firefox.mjs flash/flash.mjs)
QUEUE_chromium += tests/web/chromium.mjs
QUEUE_fleet    += tests/fleet/fleet $(BUILD)/simulator/program tests/python/nqueens.mjs
queues := firefox chromium fleet
# These compute for longest, so they start first.
long   := $(addprefix $(BUILD)/simulator/,tiny interrupts decoder) \
          $(addprefix tests/,checks/recipes checks/platformio report/report.mjs)
# It reads what others have printed.
last   := tests/checks/numbers.mjs

all_tests  = $(TESTS) $(foreach q,$(queues),$(QUEUE_$q))
test_name  = $(basename $(notdir $1))
test_named = $(or $(strip $(foreach t,$(all_tests),$(if $(filter $1,$(call test_name,$t)),$t))),\
                  $(error no test is called $1; there are: $(sort $(call test_name,$(all_tests)))))

# What a test needs: $(call test_needs,TESTS,FILES,PACKAGES), the files to build, the packages to install.
# Those of the Arduino IDE, of npm and of Node.js follow from the names.
test_needs = $(foreach t,$1,$(eval NEEDS_$t += $2))$(call need,$(1:%=check-%),$3 $\
                 $(if $(filter $(ARDUINO)/%,$2),$(need_arduino)) $\
                 $(if $(filter $(NPM) $(NPM_TESTS),$2),$(NEED_NODE)) $\
                 $(if $(filter $(OPTIBOOT) $(CATERINA),$2),arduino-core-avr))
$(call need,$(patsubst %,check-%,$(call test_name,$(filter %.mjs,$(all_tests)))),nodejs)

elf = $(patsubst %,$(BUILD)/%/nqueens.elf,$1)
hex = $(patsubst %,$(BUILD)/%/nqueens.hex,$1)
chip = $(patsubst %,$(BUILD)/chip/%.elf,$1)
# Debian has a Chromium that never has a window, with half of what the whole one needs; Ubuntu has both
# browsers as snaps only.
need_browsers := $(shell . /etc/os-release 2>/dev/null; [ "$$ID" = debian ] && \
                         echo chromium-headless-shell firefox-esr)

c_tests := $(sort $(call test_name,$(UNIT_TESTS) $(SIM_TESTS)))
on_uno  := $(filter-out boards displays bench count datasheet decoder interrupts line queens \
                        tiny,$(call test_name,$(SIM_TESTS)))
$(call test_needs,$(c_tests),,libcmocka-dev)
$(call test_needs,$(on_uno),$(call elf,uno))
$(call test_needs,displays,$(call elf,uno uno-ht16k33 leonardo-ht16k33 uno-ws2812 uno-ssd1306) \
                  $(call ide,leonardo-ht16k33))
$(call test_needs,bench,$(UNO)/bench.elf)
$(call test_needs,count,$(call chip,count narrow))
$(call test_needs,boards,$(call elf,$(BOARDS) uno-1000000 uno-ht16k33) $(ARDUINO_ELFS))
$(call test_needs,queens,$(call chip,queens))
$(call test_needs,datasheet,$(call chip,components) $(call elf,uno) $(SIM_PROGRAM))
$(call test_needs,decoder,$(call elf,uno mega tiny85) $(OPTIBOOT))
$(call test_needs,program,$(call elf,tiny85 uno-ws2812 uno-ssd1306 uno-ht16k33) $(SIM_PROGRAM))
$(call test_needs,program,$(call chip,components))
$(call test_needs,line,$(call elf,uno-ws2812 nano-ws2812 uno-ssd1306 uno uno-ht16k33 nano leonardo mega))
$(call test_needs,boot,$(call elf,nano))
$(call test_needs,tiny,$(call elf,tiny13 tiny85 tiny85-16500000))

$(call test_needs,arduino,$(ARDUINO_ELFS) $(SKETCH_ELF) $(SIM_PROGRAM),nodejs)
$(call test_needs,images,$(image_elfs) $(ARDUINO_ELFS) $(UNO)/bench.elf $(call chip,count),nodejs)
$(call test_needs,version,$(released),$(NEED_release) unzip)
$(call test_needs,platformio,$(SIM_PROGRAM),nodejs)
$(call test_needs,recipes,$(HOST_LIB) $(call hex,uno),libcmocka-dev)
$(call test_needs,engine count_proof,$(call elf,uno) $(OFFSETS),z3)
$(call test_needs,count_proof,$(COUNT_RUN))
$(call test_needs,semantics,$(call elf,uno) $(SEMANTICS))
$(call test_needs,stack proofs,$(call elf,uno $(TINY_BOARDS)),nodejs)
$(call test_needs,stack,$(call elf,mega) $(call ide,uno nano uno-ht16k33))
$(call test_needs,latency proofs interrupts,$(latency_elfs))
$(call test_needs,numbers,$(foreach t,budget displays interrupts queens slices tiny,\
                          $(BUILD)/simulator/$t $(NEEDS_$t)) $(COUNT_RUN))
$(call test_needs,debugger,$(SIM_PROGRAM) $(call elf,uno),gdb-avr)

$(call test_needs,models agree,$(NPM))
$(call test_needs,models,$(MODEL) $(call hex,uno uno-ht16k33 uno-ws2812 uno-ssd1306))
$(call test_needs,layers,$(call hex,uno))
$(call test_needs,agree readme,$(call hex,uno))
$(call test_needs,agree,$(BUILD)/report/uno.json $(call elf,uno) $(UNO)/bench.hex,qemu-system-misc)
$(call test_needs,readme,$(SIM_BOARD))

$(call test_needs,avrdude,$(call hex,$(TINY_BOARDS) $(BOARDS)))
$(call test_needs,fleet,$(SIM_PROGRAM) $(call elf,uno leonardo) $(UNO)/bench.elf,python3)
$(call test_needs,sessions,$(SIM_BOARD) $(call hex,uno),python3)
$(call test_needs,nqueens,$(SIM_PROGRAM) $(SIM_BOARD) $(call hex,uno),python3-serial)
$(call test_needs,exercise,$(SIM_PROGRAM) $(call elf,uno) $(UNO)/bench.elf $(EXERCISE_GRADE))
$(call test_needs,report,$(SIM_PROGRAM) $(SIM_BOARD) $(UNO)/bench.hex $(call hex,uno))
$(call test_needs,report,$(BUILD)/report/uno.json)
$(call test_needs,firefox chromium flash,\
                  $(SIM_PROGRAM) $(SIM_BOARD) $(WEB)/index.html $(NPM_TESTS),$(need_browsers))
$(call test_needs,install,$(SIM_BOARD) $(call hex,$(BOARDS)) $(OPTIBOOT) $(CATERINA))
$(call test_needs,flash,$(call hex,uno) $(OPTIBOOT) $(CATERINA),avrdude)

NEED_test = $(sort $(foreach t,$(all_tests),$(NEED_check-$(call test_name,$t))))

NEED_unit += libcmocka-dev

.PHONY: unit
test: $$(foreach t,$$(all_tests),$$t $$(NEEDS_$$(call test_name,$$t))) ## build and run every test
	@tests/run $(long) $(filter-out $(long) $(last),$(TESTS)) $(last) $(foreach q,$(queues),--queue $(QUEUE_$q))

unit: $(UNIT_TESTS) ## build and run the unit tests only
	@tests/run $(UNIT_TESTS)

# make check-boot: the test programs of that name alone, with all that they print.
check-%: $$(call test_named,$$*) $$(NEEDS_$$*)
	@tests/run -v $(call test_named,$*)
