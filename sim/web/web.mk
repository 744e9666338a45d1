# The browser page: one folder that works from any static host or straight from disk.

WEB := $(BUILD)/web

NEED_web = $(NEED_NODE)

.PHONY: web
web: $(WEB)/index.html ## build the browser page into build/web

WEB_SRC    := $(wildcard $(addprefix sim/web/,*.mjs *.html *.css */*.mjs) sim/avr8js/*.mjs)
WEB_SRC    += $(wildcard sim/report/*.mjs)
WEB_SRC    += firmware/console/commands.h README.md $(wildcard README.*.md sim/LESSON*.md sim/TEACHING*.md)
WEB_SRC    += $(addprefix sim/pictures/,queen.svg page.webp plots.mjs)
WEB_SRC    += $(wildcard tests/checks/measurements/*.tsv)
# The page can write each of these; the Uno's runs in it.  Images that are alike stand side by side, because
# they are deflated as one: 13 kB less.
web_folders := mega uno uno-ws2812 uno-ssd1306 nano uno-ht16k33 leonardo
WEB_IMAGES := $(foreach f,$(web_folders),$(f:uno-%=%)=$(BUILD)/$f/nqueens.elf)
WEB_NEEDS  := $(web_folders:%=$(BUILD)/%/nqueens.hex)
WEB_NEEDS  += $(BUILD)/report/uno.json
WEB_NEEDS  += $(NPM)
$(WEB)/index.html: $(WEB_SRC) $(WEB_NEEDS)
	@echo "  bundle  $@"
	@node sim/web/build/build.mjs $(WEB) $(WEB_IMAGES)

.PHONY: page-pictures
page-pictures: $(WEB)/index.html $(NPM_TESTS)
page-pictures: ## make the pictures of the page in its README
	@node tests/web/suite/pictures.mjs sim/pictures
