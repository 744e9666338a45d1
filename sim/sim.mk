# The simulated Uno, the packages of npm, the page in the browser, the board report, the pictures.

# ---- The program build/sim/uno, and libuno.a for the tests on the simulated chip ----

SIM         := $(BUILD)/sim
SIM_PROGRAM := $(SIM)/uno
SIM_LIB     := $(SIM)/libuno.a
# Not the shared library: its calls within itself take a third more time.
# sim/simavr is where sim/need.sh unpacks libsimavr-dev if it is not installed.
simavr      := $(if $(wildcard /usr/include/simavr/sim_avr.h),/usr,sim/simavr/usr)
SIM_LIBS    := $(patsubst %,-L%,$(wildcard $(simavr)/lib/*-linux-*)) -l:libsimavr.a -lm
SIM_CFLAGS  := -std=c11 -O2 -g -I. -isystem $(simavr)/include/simavr
# What the board and simavr allocate goes back with the debugger (program/history.c).
SIM_WRAP    := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
SIM_WARN    := -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes \
               -Wmissing-prototypes -Wundef -Wvla -Wpointer-arith -Wcast-qual -Wwrite-strings \
               -Wformat=2 $(WERROR)

NEED += libsimavr-dev

all: $(SIM_PROGRAM)

# RUN='--speed=10': options for the simulated Uno.
run: all ## build and run on the simulated Uno [BOARD=tiny13] [MATRIX=ht16k33, ws2812, ...]
	@$(SIM_PROGRAM) --mcu=$(patsubst %13a,%13,$(MCU_$(BOARD))) $(addprefix --clock=,$(CLOCK)) \
	    --matrix=$(MATRIX) --baud=$(BAUD) $(RUN) $(BUILD)/$(IMAGE)/nqueens.elf

sim_objects = $(patsubst sim/%.c,$(SIM)/%.o,$(wildcard $(addsuffix /*.c,$(addprefix sim/,$1))))

$(SIM)/%.o: sim/%.c sim/sim.mk
	$(call making,cc)
	@$(CC) $(SIM_CFLAGS) $(SIM_WARN) -MMD -MP -c -o $@ $<

$(SIM_LIB): $(call sim_objects,board)
	@rm -f $@
	@ar qcs $@ $^

$(SIM_PROGRAM): $(call sim_objects,program screen) $(SIM_LIB)
	@echo "  cc      $@"
	@$(CC) -o $@ $^ $(SIM_LIBS) $(SIM_WRAP)

-include $(wildcard $(SIM)/*/*.d)

# ---- npm: sim/node_modules has the versions that sim/package-lock.json names; tests need more of them ----
#
# Debian's package of npm draws in 370 others.  Where there is no npm, its own archive (12 MB, all in one) is
# fetched.

NEED_NODE := nodejs ca-certificates

NPM_VERSION  := 10.9.9
NPM_DIGEST   := 1g+6jLQvaIuB4zwvHL7yrXuXcWZwDsCtBX8bbWDqbvJSSr9nPiDDWTHNgwXR27iIcTTW7v3A57hDW9RYv2W4Yg==
npm_registry := $(patsubst %/,%,$(or $(npm_config_registry),https://registry.npmjs.org))
npm_js       := $(BUILD)/npm-$(NPM_VERSION)/package/bin/npm-cli.js
npm_missing  := $(if $(shell command -v npm),,$(npm_js))

$(npm_js):
	@mkdir -p $(BUILD)/npm-$(NPM_VERSION)
	@echo "  fetch   npm $(NPM_VERSION)"
	@node sim/fetch.mjs $(npm_registry)/npm/-/npm-$(NPM_VERSION).tgz sha512-$(NPM_DIGEST) \
	    $(BUILD)/npm-$(NPM_VERSION)/npm.tgz
	@tar -xzf $(BUILD)/npm-$(NPM_VERSION)/npm.tgz -C $(BUILD)/npm-$(NPM_VERSION) --no-same-owner
	@rm $(BUILD)/npm-$(NPM_VERSION)/npm.tgz

npm = cd sim && $(if $(npm_missing),node "$$OLDPWD/$(npm_js)",npm) --no-audit --no-fund --loglevel=error
NPM       := sim/node_modules/.page
NPM_TESTS := sim/node_modules/.tests

$(NPM): sim/package-lock.json | $(npm_missing)
	$(npm) ci --omit=dev
	@touch $@

# It adds to what is there: meanwhile the page may be built with that.
$(NPM_TESTS): $(NPM)
	$(npm) install --no-save
	@touch $@

# ---- The browser page: one folder that works from any static host or straight from disk ----

WEB := $(BUILD)/web

NEED_web = $(NEED_NODE)

.PHONY: web
web: $(WEB)/index.html ## build the browser page into build/web

WEB_SRC    := $(wildcard *.md firmware/*.md firmware/*/*.md sim/*.md sim/*/*.md tests/*.md \
                  sim/web/*.* sim/web/*/*.* sim/avr8js/*.mjs sim/report/*.mjs sim/pictures/* \
                  tests/checks/measurements/*.tsv) firmware/console/commands.h firmware/job/state.h
# The page can write each of these; the Uno's runs in it.  Images that are alike stand side by side, because
# they are deflated as one: 13 kB less.
web_folders := mega nano $(uno_displays) uno leonardo
WEB_IMAGES := $(foreach f,$(web_folders),$(f:uno-%=%)=$(BUILD)/$f/nqueens.elf)
WEB_NEEDS  := $(web_folders:%=$(BUILD)/%/nqueens.hex) $(BUILD)/report/uno.json $(NPM)
$(WEB)/index.html: $(WEB_SRC) $(WEB_NEEDS)
	@echo "  bundle  $@"
	@node sim/web/build/build.mjs $(WEB) $(WEB_IMAGES)

.PHONY: page-pictures
page-pictures: $(WEB)/index.html $(NPM_TESTS)
page-pictures: ## make the pictures of the page in its README
	@node tests/web/suite/pictures.mjs sim/pictures

# ---- The board report: a real board's answers and clock, compared with those of the simulated one ----

REPORT_EXPECTED := $(foreach b,$(BOARDS),$(BUILD)/report/$b.json)
REPORT_SRC      := $(wildcard sim/report/*.mjs)
NEED_report     += nodejs
$(if $(filter report,$(MAKECMDGOALS)),$(call one_of,BOARD,$(BOARDS), to make report))

# Its time passes only when it is asked for; tests use it, too.
SIM_BOARD := $(SIM)/stepped
$(SIM_BOARD): $(SIM)/report/stepped.o $(SIM_LIB)
	@$(CC) -o $@ $^ $(SIM_LIBS)

$(REPORT_EXPECTED): $(BUILD)/report/%.json: $(BUILD)/%/nqueens.elf $(SIM_BOARD) $(REPORT_SRC) \
                    tests/cross/session/everything.txt
	$(call making,play)
	@node sim/report/expect.mjs $< tests/cross/session/everything.txt $(MCU_$*) $@

.PHONY: report
report: $(BUILD)/report/$(BOARD).json ## compare a board with the simulation: PORT=/dev/ttyACM0 [UNATTENDED=1]
	@node sim/report/main.mjs '$(PORT)' $< $(BUILD)/report/$(BOARD).md $(BOARD)

# ---- The pictures of the README ----

PICTURES := sim/pictures
log      := $(BUILD)/sim/log
draw     := @node $(PICTURES)/draw.mjs
NEED_pictures = $(NEED_NODE)

# $(call record,OPTIONS,SECONDS,INPUT,FOLDER): runs the firmware (the Uno's), and logs its pictures and lines.
record = @printf '$3' | $(call record_from,$1,$2,$4)
record_from = $(SIM_PROGRAM) $1 --seconds=$2 --frames=$(log).frames --stamps=$(log).lines \
              $(BUILD)/$(or $3,uno)/nqueens.elf >/dev/null

# $(call press,KEY,TIMES): a key in real time, five times a second.
press = for i in $$(seq $2); do printf '$1'; sleep 0.2; done
comma := ,

.PHONY: plots
NEED_plots = $(NEED_NODE)
plots: ## plot the kept measurements: cycles over n, flash and RAM by module
	@node $(PICTURES)/plots.mjs $(PICTURES)
	@echo "  plotted $(PICTURES)/cycles.svg, $(PICTURES)/memory.svg"

.PHONY: pictures
pictures: $(SIM_PROGRAM) $(UNO)/nqueens.elf $(BUILD)/uno-ws2812/nqueens.elf \
          $(BUILD)/uno-ssd1306/nqueens.elf plots
pictures: ## make the pictures of the README from the firmware in simulation
	$(call record,--modules=1x1,25,pace 250\nsolve 8\n)
	$(draw) 1x1 25 $(log).frames $(log).lines >$(PICTURES)/solve.svg
	$(call record,--modules=4x4,5.7,modules 4x4\npace 700\nimages 135249bdf6ioqupvswrtgja8hcl7enkm\n)
	$(draw) 4x4 5.7 $(log).frames >$(PICTURES)/modules-32.svg
	$(call record,--modules=4x1,18.5,modules 4x1\npace 200\nsolve 8\n)
	$(draw) 4x1 18.5 $(log).frames >$(PICTURES)/modules-4x1.svg
	$(call record,--modules=1x1,2.5,format list\nsolve 6\ncheck 15863724\n)
	$(draw) 1x1 0 $(log).frames $(log).lines >$(PICTURES)/session.svg
	$(call record,--matrix=ws2812,3,pace 10000\nsearch 8\n...,uno-ws2812)
	$(draw) ws2812 0 $(log).frames >$(PICTURES)/ws2812.svg
	$(call record,--matrix=ssd1306,3,pace 10000\nsolve 8\n....,uno-ssd1306)
	$(draw) ssd1306 0 $(log).frames >$(PICTURES)/ssd1306.svg
	@(printf 'auto off\npace 10000\nsearch 4\n'; sleep 0.6; $(call press,.,29); sleep 1; \
	    $(call press,$(comma),31); sleep 1) | $(call record_from,--speed=1,15.5)
	$(draw) 1x1 15.5 $(log).frames $(log).lines >$(PICTURES)/back.svg
	$(call record,--vcd=$(log).vcd,0.06,pace 0\nsolve 4\n)
	$(draw) $(log).vcd >$(PICTURES)/frame.svg
	@node $(PICTURES)/wiring.mjs >$(PICTURES)/wiring.svg
