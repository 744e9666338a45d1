# The project's front door: what a user types stands here or carries a `## line` in a folder's own .mk.
#
# Names that every .mk uses: BUILD (all that is made is under it), UNO (the Uno's build folder), VERSION.
# What a goal needs installed is a list of Debian package names: NEED for every goal, NEED_<goal> for that
# one; $(call need,GOALS,PACKAGES) adds to it.

VERSION := $(shell sed -n 's/^.define VERSION "\(.*\)"$$/\1/p' firmware/version.h)
BUILD   := build
UNO     := $(BUILD)/uno

# $(call with,NAMES,FILES): FILES, or an error when a name is not among them: if a glob found too little, a
# check would check too little.
with = $(foreach name,$(filter-out $2,$1),$(error $(name) is missing))$2

# $(call making,TOOL): makes the folder of the target, and prints a line for the reader.
making = @mkdir -p $(@D) && printf '  %-7s %s\n' $1 '$@'

need = $(foreach goal,$1,$(eval NEED_$(goal) += $2))

# In German awk prints "16,5", in Turkish [a-z] has no i: only the characters are those of the terminal.
export LC_CTYPE := $(or $(LC_ALL),$(LC_CTYPE),$(LANG))
unexport LC_ALL
export LC_NUMERIC := C
export LC_COLLATE := C
# Where a shell's cd would look first.
unexport CDPATH

.DELETE_ON_ERROR:
.SECONDEXPANSION:
.DEFAULT_GOAL := all

# What one goal needs is made on all cores; several goals (make clean all) are made one after the other.
ifeq ($(word 2,$(MAKECMDGOALS)),)
cores := $(shell nproc 2>/dev/null || echo 2)
MAKEFLAGS += -j$(cores)
else ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL: # whatever -j
endif

# With make -R there is none.
CC ?= cc

# Other versions of the compiler have other opinions: there, a warning is no error.
WERROR := $(if $(filter 12 12.%,$(shell $(CC) -dumpversion 2>/dev/null)),-Werror)

NEED := gcc libc6-dev binutils-avr gcc-avr avr-libc

.PHONY: all run test help clean
all: ## build the firmware and the simulated Uno

# $(call one_of,VARIABLE,VALUES,TO): an error that names the allowed values, if VARIABLE has none of them.
one_of = $(if $(or $(filter undefined,$(origin $1)),$(and $(filter 1,$(words $($1))),$(filter $2,$($1)))),, \
             $(error $1=$($1) is unknown$3; allowed: $2))

# The same for numbers: what is none would be no limit.
$(foreach name,$(if $(filter fuzz mutants stress,$(MAKECMDGOALS)),SECONDS RUNS MUTANTS SEED),$\
    $(if $(or $(filter undefined,$(origin $(name))),$(shell echo '$($(name))' | grep -x '[1-9][0-9]*')),,$\
        $(error $(name)=$($(name)) is not allowed: a number from 1)))

-include $(addprefix firmware/,firmware.mk release.mk tiny/tiny.mk) hal/board.mk sim/sim.mk \
         $(addprefix tests/,build.mk checks/checks.mk fuzz/fuzz.mk tests.mk)

# Targets of users, in the order of `make help`; the others are the maintainers'.
user_targets := run flash monitor report all boards tiny fuses arduino web exercise test clean help
# Without the dependencies of a built tree, which are too long for the shell.
mk_files = $(filter Makefile %.mk,$(MAKEFILE_LIST))
texts = sed -n 's/^\([a-z][a-z0-9_-]*\):.*\#\# /  make \1\t/p' $(mk_files) | expand -t 22
help: ## this list
	@echo "To use:"
	@$(foreach target,$(user_targets),$(texts) | grep '^  make $(target) ';)
	@echo "To maintain:"
	@$(texts) | grep -v $(user_targets:%=-e '^  make % ') | sort
	@echo "Without make:"
	@echo "  .devcontainer       all that make needs, in VS Code or a codespace: for Windows and macOS"
	@echo "  platformio.ini      builds and flashes with PlatformIO: pio run -e uno -t upload"
	@echo "  wokwi.toml, diagram.json  the built image in Wokwi's simulator, in VS Code"

# A goal that is no target; `make -n` fails, too.  `make -B` makes also files that have no rule.
.DEFAULT:
	+@[ -e "$@" ] || { echo "make: no target is called '$@'; \`make help\` lists them all" >&2; exit 2; }

clean: ## remove everything that was built
	rm -rf $(BUILD) compile_commands.json

# An empty makefile stands for "all that these goals need is installed": make makes it before anything else,
# reads itself again, and then finds the compilers.  Make makes makefiles even where it only prints (-n), asks
# (-q) or touches (-t): there it is left out.
goals := $(filter-out help clean,$(or $(MAKECMDGOALS),all))
ifneq ($(if $(strip $(foreach letter,n q t,$(findstring $(letter),$(firstword -$(MAKEFLAGS))))),,$(goals)),)
needs := $(sort $(NEED) $(foreach g,$(goals),$(NEED_$g)))
stamp := $(BUILD)/need/$(firstword $(shell echo '$(needs)' | cksum)).mk
$(stamp): sim/need.sh
	@LOG=$(BUILD)/need/apt.log sim/need.sh $(needs)
	@mkdir -p $(@D) && echo '# $(needs)' >$@
include $(stamp)
endif
