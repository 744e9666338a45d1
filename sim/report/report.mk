# The board report: a real board's answers and clock, compared with those of the simulated one.

REPORT_EXPECTED := $(foreach b,$(BOARDS),$(BUILD)/report/$b.json)
REPORT_SRC      := $(wildcard sim/report/*.mjs)
NEED_report     += nodejs

$(REPORT_EXPECTED): $(BUILD)/report/%.json: $(BUILD)/%/nqueens.elf $(SIM)/uno $(REPORT_SRC) \
                    tests/cross/session/everything.txt
	@mkdir -p $(@D)
	@echo "  play    $@"
	@node sim/report/expect.mjs $(SIM)/uno $< tests/cross/session/everything.txt $(MCU_$*) $@

.PHONY: report
report: $(BUILD)/report/$(BOARD).json ## compare a board with the simulation: PORT=/dev/ttyACM0 [UNATTENDED=1]
	$(if $(PORT),,$(error no board found: give its port with PORT=/dev/ttyACM0))
	@node sim/report/main.mjs '$(PORT)' $< $(BUILD)/report/$(BOARD).md $(BOARD)
