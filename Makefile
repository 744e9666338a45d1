# The project's front door: every target a user types; the rules stand in */*.mk.
#
# Names that every .mk uses: BUILD (all that is made lies under it), UNO (the board's build folder).

BUILD := build
UNO   := $(BUILD)/uno

.DELETE_ON_ERROR:
.DEFAULT_GOAL := all
SHELL := /bin/bash

.PHONY: all run test help clean
all: ## build the firmware and the simulated Uno

-include $(wildcard firmware/*.mk hal/*.mk sim/*.mk sim/*/*.mk tests/*.mk tests/*/*.mk)

help: ## this list
	@sed -n 's/^\([a-z][a-z0-9_-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | sort | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'

clean: ## remove everything that was built
	rm -rf $(BUILD) compile_commands.json
