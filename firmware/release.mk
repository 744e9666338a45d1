# The files of a release: an image per board, the Arduino library, the page, the reader in Python, checksums.

PAGE_ZIP := $(BUILD)/release/nqueens-page-$(VERSION).zip
hex_released = $(patsubst %,$(BUILD)/release/nqueens-$(VERSION)-%.hex,$(BOARDS) $(TINY_BOARDS))
released     = $(hex_released) $(ARDUINO_ZIP) $(PAGE_ZIP) $(BUILD)/release/nqueens.py

NEED_release = zip $(NEED_web)

.PHONY: release
release: $$(released) ## hex files, Arduino library, page, nqueens.py, checksums, in build/release
	@find $(BUILD)/release -type f $(foreach f,$(released),! -name $(notdir $f)) -delete
	@cd $(BUILD)/release && sha256sum $(notdir $(released)) | tee SHA256SUMS

$(BUILD)/release/nqueens-$(VERSION)-%.hex: $(BUILD)/%/nqueens.hex
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/release/nqueens.py: sim/python/nqueens.py
	@mkdir -p $(@D)
	@cp $< $@

# The page works from disk, without a server: unpack it and open index.html.
$(PAGE_ZIP): $$(WEB)/index.html firmware/release.mk
	@rm -rf $(BUILD)/page && mkdir -p $(BUILD)/page/nqueens-page-$(VERSION)
	@cp -R $(WEB)/. $(BUILD)/page/nqueens-page-$(VERSION)
	$(call pack,$(BUILD)/page,nqueens-page-$(VERSION))

# $(call pack,WHERE,FOLDER): the folder as the zip $@.  The same files give the same bytes: names are
# sorted, and times, owners and rights are fixed.
define pack
@mkdir -p $(@D) && rm -f $@
@echo "  zip     $@"
@find $1/$2 -type f -exec chmod 644 {} + -exec touch -d 2026-01-01T00:00:00Z {} +
@cd $1 && find $2 -type f | LC_ALL=C sort | TZ=UTC zip -qX '$(abspath $@)' -@
endef
