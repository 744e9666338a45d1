# npm, for the folders with a package-lock.json: each gets just the versions that are written there.
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

%/node_modules/.package-lock.json: %/package-lock.json | $(npm_missing)
	cd $* && $(if $(npm_missing),node "$$OLDPWD/$(npm_js)",npm) ci --no-audit --no-fund --loglevel=error
	@touch $@
