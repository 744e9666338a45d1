# The Arduino library: built for every board as the Arduino IDE does it, then run (tests/simulator/boards).
#
# The zip is unpacked among the libraries, and its example built by the IDE's own builder, with no flag of
# ours.


FQBN_uno      := arduino:avr:uno
FQBN_nano     := arduino:avr:nano:cpu=atmega328
FQBN_mega     := arduino:avr:mega:cpu=atmega2560
FQBN_leonardo := arduino:avr:leonardo

# Debian's builder does not know Debian's ctags, and its core wants a macro that the C++ headers of avr-gcc
# 5.4 lack.
arduino_prefs := -prefs tools.ctags.pattern='"/usr/bin/arduino-ctags" -u --language-force=c++ -f - \
                 --c++-kinds=svpf --fields=KSTtzns --line-directives "{source_file}"' \
                 $(if $(filter 5.4.%,$(avr_gcc_version)),-prefs compiler.cpp.extra_flags=-DDECIMAL_DIG=17)

# The library as it is, and with the line of its nqueens_config.h that an owner of an HT16K33 changes.
ARDUINO_ELFS := $(patsubst %,$(ARDUINO)/%/nqueens.ino.elf,$(BOARDS) uno-ht16k33 leonardo-ht16k33)

$(ARDUINO_ELFS): $(ARDUINO)/%/nqueens.ino.elf: $(ARDUINO_ZIP) tests/simulator/arduino.mk
	@echo "  arduino $@"
	@rm -rf $(@D) && mkdir -p $(@D)/libraries $(@D)/tools
	@unzip -q $< -d $(@D)/libraries
	@$(if $(filter %-ht16k33,$*),sed -i '/define NQUEENS_HT16K33/s/^...//' \
	    $(@D)/libraries/nqueens/src/nqueens_config.h)
	@arduino-builder -compile -hardware /usr/share/arduino/hardware -tools $(@D)/tools \
	    -libraries $(@D)/libraries -build-path $(abspath $(@D)) -fqbn $(FQBN_$(*:-ht16k33=)) $(arduino_prefs) \
	    -warnings all $(@D)/libraries/nqueens/examples/nqueens/nqueens.ino \
	    >$(@D)/log 2>&1 || { cat $(@D)/log; exit 1; }

TESTS      += tests/checks/arduino
TEST_NEEDS += $(ARDUINO_ELFS)
NEED_test  += arduino-builder arduino-ctags arduino-core-avr zip unzip

