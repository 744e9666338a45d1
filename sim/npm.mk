# npm: sim/node_modules has just the versions that sim/package-lock.json names; the tests need more of them.
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
