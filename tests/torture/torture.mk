# Power cuts, noise, bit flips: a sample in `make test`, all of it with `make torture` (SEED=... to have one
# again).

TORTURE := $(BUILD)/simulator/torture
$(TORTURE): tests/torture/torture.c $(OFFSETS) $(SIM_HELP) $(SIM_LIB) Makefile tests/torture/torture.mk
	@mkdir -p $(@D)
	@echo "  cc      $@"
	@$(CC) $(host_cflags) $(sim_cflags) $(SIM_CFLAGS) $< $(SIM_HELP) $(SIM_LIB) $(SIM_LIBS) -lcmocka -o $@

TESTS += $(TORTURE)
NEED_torture += libcmocka-dev

.PHONY: torture
torture: $(TORTURE) $(UNO)/nqueens.elf $(BUILD)/simulator/queens $(BUILD)/simulator/count $(CHIPS)
torture: ## cut the power 10,000 times, send a million random bytes, flip bits, run engines from every state
	@CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/simulator/queens all
	@CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/simulator/count all
	@CMOCKA_MESSAGE_OUTPUT=TAP $(TORTURE) all $(SEED)
