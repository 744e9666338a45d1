# Power cuts, noise, bit flips: a sample in `make test`, all of it with `make stress` (SEED=... to have one
# again).

STRESS := $(BUILD)/simulator/stress
$(STRESS): tests/stress/stress.c $(OFFSETS) $(SIM_HELP) $(SIM_LIB) Makefile tests/stress/stress.mk
	@mkdir -p $(@D)
	@echo "  cc      $@"
	@$(CC) $(host_cflags) $(sim_cflags) $(SIM_CFLAGS) $< $(SIM_HELP) $(SIM_LIB) $(SIM_LIBS) -lcmocka -o $@

NEED_stress  += libcmocka-dev arduino-core-avr nodejs
NEED_torture += $(NEED_stress)

.PHONY: stress torture
stress: $(STRESS) $(UNO)/nqueens.elf $(BUILD)/simulator/queens $(BUILD)/simulator/count $(CHIPS)
stress: $$(NEEDS_install)
stress: ## cut the power 10,000 times, send a million random bytes, flip bits, pull cables, run the engines
	@CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/simulator/queens all
	@CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/simulator/count all
	@CMOCKA_MESSAGE_OUTPUT=TAP $(STRESS) all $(SEED)
	@TRIES=100 tests/flash/install.mjs

# The former name.
torture: stress
