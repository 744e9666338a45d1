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

ARDUINO_ELFS := $(BOARDS:%=$(ARDUINO)/%/nqueens.ino.elf)

$(ARDUINO_ELFS): $(ARDUINO)/%/nqueens.ino.elf: $(ARDUINO_ZIP) tests/simulator/arduino.mk
	@echo "  arduino $@"
	@rm -rf $(@D) && mkdir -p $(@D)/libraries $(@D)/tools
	@unzip -q $< -d $(@D)/libraries
	@arduino-builder -compile -hardware /usr/share/arduino/hardware -tools $(@D)/tools -libraries $(@D)/libraries \
	    -build-path $(abspath $(@D)) -fqbn $(FQBN_$*) $(arduino_prefs) -warnings all \
	    $(@D)/libraries/nqueens/examples/nqueens/nqueens.ino >$(@D)/log 2>&1 || { cat $(@D)/log; exit 1; }

TESTS      += tests/gates/arduino
TEST_NEEDS += $(ARDUINO_ELFS)
NEED_test  += arduino-builder arduino-ctags arduino-core-avr zip unzip

