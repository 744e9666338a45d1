# The files of a release: images per board, the Arduino library, the page, the reader in Python, checksums.

PAGE_ZIP := $(BUILD)/release/nqueens-page-$(VERSION).zip
images       = $(patsubst %,$(BUILD)/release/nqueens-$(VERSION)-%,$(BOARDS) $(TINY_BOARDS))
released     = $(images:%=%.hex) $(images:%=%.elf) $(ARDUINO_ZIP) $(PAGE_ZIP) $(BUILD)/release/nqueens.py

NEED_release = zip $(NEED_web)

.PHONY: release
release: $$(released) ## hex and ELF files, Arduino library, page, nqueens.py, checksums, in build/release
	@find $(BUILD)/release -type f $(foreach f,$(released),! -name $(notdir $f)) -delete
	@cd $(BUILD)/release && sha256sum $(notdir $(released)) | tee SHA256SUMS

$(BUILD)/release/nqueens-$(VERSION)-%: $(BUILD)/$$(basename $$*)/nqueens$$(suffix $$*)
	@mkdir -p $(@D)
	@cp $< $@
$(BUILD)/release/nqueens.py: sim/python/nqueens.py
	@mkdir -p $(@D)
	@cp $< $@

$(PAGE_ZIP): $$(WEB)/index.html firmware/release.mk
	@rm -rf $(BUILD)/page && mkdir -p $(BUILD)/page/nqueens-page-$(VERSION)
	@cp -R $(WEB)/. $(BUILD)/page/nqueens-page-$(VERSION)
	$(call pack,$(BUILD)/page,nqueens-page-$(VERSION))

# $(call pack,WHERE,FOLDER): the folder as the zip $@.  The same files give the same bytes: names are
# sorted, and times, owners and rights are fixed.
define pack
@mkdir -p $(@D) && rm -f $1/$2.zip
@echo "  zip     $@"
@find $1/$2 -type f -exec chmod 644 {} + -exec touch -d 2026-01-01T00:00:00Z {} +
@cd $1 && find $2 -type f | LC_ALL=C sort | TZ=UTC zip -qX $2.zip -@
@mv $1/$2.zip $@
endef

# ---- The Arduino library ----
#
# A folder that is the root of a tagged tree for the registries of Arduino and PlatformIO, which require the
# address of the project (URL), and the same as a zip that the Arduino IDE installs.
#
# The library is linked as an archive, and main.c is in the folder of the example *nqueens*: so another sketch
# that includes nqueens_search.h has the search, the core's main(), and nothing else of the firmware.
#
# The IDE compiles everything below src/, with -I src.  The linker cannot choose the display's driver there,
# so each driver gets an #if around it, and a line of src/nqueens_config.h chooses it.  The IDE does not use
# -fshort-enums: enums that functions pass are packed, or the image for an Uno would be 76 bytes larger.

ARDUINO_ZIP := $(BUILD)/release/nqueens-arduino-$(VERSION).zip
ARDUINO     := $(BUILD)/arduino
LIBRARY     := $(ARDUINO)/nqueens

URL ?= $(and $(GITHUB_REPOSITORY),$(GITHUB_SERVER_URL)/$(GITHUB_REPOSITORY))
# Another goal does not read it: it may be in the environment for another program.
$(if $(and $(URL),$(filter arduino release,$(MAKECMDGOALS))),$(call one_of,URL,https://% http://%))
url_file := $(ARDUINO)/url
ifneq ($(URL),$(file <$(url_file)))
.PHONY: $(url_file)
endif
$(url_file):
	@mkdir -p $(@D) && printf '%s' '$(URL)' >$@

# The sources of the image; only the comparison image has measure.h.
arduino_src  = $(nqueens_all) \
               $(filter-out hal/measure.h,$(sort $(wildcard $(foreach m,$(modules) hal hal/avr,$m/*.h))))
arduino_own := LICENSE $(addprefix firmware/arduino/,\
                   README.md library.properties library.json keywords.txt nqueens.h nqueens_config.h \
                   nqueens_search.h nqueens.ino solutions.ino)

# The IDE has no flags of this project, so the files that avr_small concerns ask for theirs: 380 bytes.
arduino_flags := no-tree-switch-conversion,no-tree-scev-cprop,no-ssa-phiopt,no-move-loop-invariants,$\
                 no-inline-small-functions,no-tree-pre,no-early-inlining,no-ipa-sra,no-forward-propagate,$\
                 no-tree-copy-prop
optimized      = sed -i '1i \#pragma GCC optimize ("$(strip $(arduino_flags))")'

# $(call guard,CONDITION,FILES): the library compiles these files only under this condition.
configured = sed -i '1i \#include "nqueens_config.h"'
guard      = sed -i -e '1i \#$1' -e '$$a \#endif' $2
# $(call macro,NAMES): their macros.  $(call define_if,NAME,CONDITION): prints lines that define one.
macro      = $(shell echo $(1:%=NQUEENS_%) | tr a-z A-Z)
define_if  = printf '\#if %s\n\#define %s\n\#endif\n' '$(strip $2)' $(call macro,$1)
# A user chooses one of these; else the display is a MAX7219.
choices   := $(filter-out max7219,$(drivers))

NEED_arduino += zip

.PHONY: arduino
arduino: $(ARDUINO_ZIP) ## the firmware as a library for the Arduino IDE, in build/release [URL=https://...]
	@echo "the library as a folder: $(LIBRARY)"
	$(if $(URL),,@echo "its address is not known, and registries require it: make arduino URL=https://...")

$(ARDUINO_ZIP): $$(arduino_src) $(arduino_own) $(displays) firmware/release.mk firmware/version.h \
                $(url_file)
	@rm -rf $(LIBRARY)
	@mkdir -p $(LIBRARY)/src $(LIBRARY)/examples/nqueens $(LIBRARY)/examples/solutions
	@cp --parents $(arduino_src) $(LIBRARY)/src
	@cd $(LIBRARY)/src && \
	    $(foreach d,$(drivers),$(call guard,ifdef $(call macro,$d),firmware/display/matrix_$d.c) && )\
	    $(optimized) $(filter-out firmware/queens/% firmware/count/%,$(filter %.c,$(arduino_src))) && \
	    $(configured) firmware/display/matrix_*.c hal/avr/pins.h
	@cp firmware/arduino/nqueens.h firmware/arduino/nqueens_search.h $(LIBRARY)/src
	@mv $(LIBRARY)/src/firmware/main.c $(LIBRARY)/examples/nqueens
	@{ cat firmware/arduino/nqueens_config.h; printf '// #define %s\n' $(call macro,$(choices)); \
	   $(call define_if,max7219,$(patsubst %,!defined % &&,$(call macro,$(choices))) 1); \
	   $(call define_if,twi,$(patsubst %,defined % ||,$(call macro,$(on_twi))) 0); } \
	    >$(LIBRARY)/src/nqueens_config.h
	@cp firmware/arduino/nqueens.ino $(LIBRARY)/examples/nqueens
	@cp firmware/arduino/solutions.ino $(LIBRARY)/examples/solutions
	@cp firmware/arduino/README.md LICENSE $(LIBRARY)
	@{ cat firmware/arduino/keywords.txt; printf '%s\tLITERAL1\n' $(call macro,$(choices)); } \
	    >$(LIBRARY)/keywords.txt
	@for file in library.properties library.json; do \
	    sed -e 's/@VERSION@/$(VERSION)/' $(if $(URL),-e 's|@URL@|$(subst &,\&,$(URL))|',-e '/@URL@/d') \
	        firmware/arduino/$$file >$(LIBRARY)/$$file; done
	$(call pack,$(ARDUINO),nqueens)

# The library as the Arduino IDE builds it, without flags of this project.
FQBN_uno      := arduino:avr:uno
FQBN_nano     := arduino:avr:nano:cpu=atmega328
FQBN_mega     := arduino:avr:mega:cpu=atmega2560
FQBN_leonardo := arduino:avr:leonardo

need_arduino := arduino-builder arduino-ctags arduino-core-avr zip unzip

# Debian's builder does not know Debian's ctags, and its core wants a macro that the C++ headers of avr-gcc
# 5.4 lack.
arduino_prefs := -prefs tools.ctags.pattern='"/usr/bin/arduino-ctags" -u --language-force=c++ -f - \
                 --c++-kinds=svpf --fields=KSTtzns --line-directives "{source_file}"' \
                 $(if $(filter 5.4.%,$(avr_gcc_version)),-prefs compiler.cpp.extra_flags=-DDECIMAL_DIG=17)

arduino_displays := $(call display_images,4)
# $(call ide,BOARDS): the images that the IDE's builder makes.
ide = $(patsubst %,$(ARDUINO)/%/nqueens.ino.elf,$1)
ARDUINO_ELFS := $(call ide,$(BOARDS) $(arduino_displays))

# The IDE has read this line of library.properties since 1.8.6; Debian's builder is older.
library_ldflags = $(shell sed -n 's/^ldflags=//p' firmware/arduino/library.properties)

# $(call build_sketch,NAME): builds an example in the folder `built`.
define build_sketch
@arduino-builder -compile -hardware /usr/share/arduino/hardware -tools "$$PWD/$(built)/tools" \
    -libraries "$$PWD/$(built)/libraries" -build-path "$$PWD/$(built)" \
    -build-cache "$$PWD/$(ARDUINO)/core" \
    -fqbn $(FQBN_$(board)) $(arduino_prefs) -warnings all \
    -prefs compiler.libraries.ldflags="$(library_ldflags)" \
    $(built)/libraries/nqueens/examples/$1/$1.ino >$(@D)/log 2>&1 || { cat $(@D)/log; exit 1; }
@cp $(built)/$1.ino.elf $@
endef

# A board's are built in one folder, one after the other: only what concerns the display is compiled again.
$(foreach b,$(BOARDS),$(eval previous := $b)$(foreach d,$(filter $b-%,$(arduino_displays)),\
    $(eval $(call ide,$d): $(call ide,$(previous)))$(eval previous := $d)))
$(ARDUINO_ELFS): board = $(firstword $(subst -, ,$*))
$(ARDUINO_ELFS): built = $(ARDUINO)/built/$(board)
$(ARDUINO_ELFS): $(ARDUINO)/%/nqueens.ino.elf: $(ARDUINO_ZIP) firmware/release.mk
	@echo "  arduino $@"
	@$(if $(filter $*,$(board)),rm -rf $(built))
	@mkdir -p $(@D) $(built)/libraries $(built)/tools $(ARDUINO)/core
	@[ -e $(built)/libraries/nqueens ] || cp -R $(LIBRARY) $(built)/libraries
	@sed '/define NQUEENS_$(lastword $(subst -, ,$*))$$/Is/^...//' $(LIBRARY)/src/nqueens_config.h \
	    >$(built)/libraries/nqueens/src/nqueens_config.h
	$(call build_sketch,nqueens)

# The other example: a sketch with functions of the library.
SKETCH_ELF := $(ARDUINO)/sketch/solutions.ino.elf
$(SKETCH_ELF): board = uno
$(SKETCH_ELF): built = $(ARDUINO)/built/sketch
$(SKETCH_ELF): $(ARDUINO_ZIP) $(call ide,uno)
	@echo "  arduino $@"
	@rm -rf $(built) && mkdir -p $(@D) $(built)/libraries $(built)/tools
	@cp -R $(LIBRARY) $(built)/libraries
	$(call build_sketch,solutions)
