# The browser page: one folder that works from any static host or straight from disk.

WEB := $(BUILD)/web

NEED_web = $(NEED_NODE)

.PHONY: web
web: $(WEB)/index.html ## build the browser page into build/web

WEB_SRC := $(wildcard sim/web/*.mjs sim/web/*.html sim/web/*.css sim/avr8js/*.mjs)
$(WEB)/index.html: $(WEB_SRC) $(UNO)/nqueens.hex sim/avr8js/node_modules/.package-lock.json sim/web/node_modules/.package-lock.json
	@echo "  bundle  $@"
	@node sim/web/build.mjs $(UNO)/nqueens.hex $(WEB)

# Tested in a Chromium where there is one; Debian has one without a window, with half of what the whole one needs, Ubuntu has none.
TESTS_ALONE += $(wildcard tests/web/*.mjs)
TEST_NEEDS += $(WEB)/index.html
NEED_test  += $(NEED_NODE) $(shell . /etc/os-release 2>/dev/null; [ "$$ID" = debian ] && echo chromium-headless-shell)
