# The firmware as an Arduino library: a zip that the Arduino IDE installs, whose example is this firmware.
#
# The sources go in as they are, in their folders: the IDE compiles all that lies below src/, with -I src.

ARDUINO_ZIP := $(BUILD)/release/nqueens-arduino-$(VERSION).zip
ARDUINO     := $(BUILD)/arduino

# What the image is made of; the comparison image alone has cycles.h and ram.h.
arduino_src  = $(nqueens_src) \
               $(filter-out hal/cycles.h hal/ram.h,\
                   $(sort $(wildcard $(foreach r,$(rooms) hal hal/avr,$r/*.h))))
arduino_own := $(addprefix firmware/arduino/,library.properties keywords.txt nqueens.h nqueens.ino) LICENSE

NEED_arduino += zip

.PHONY: arduino
arduino: $(ARDUINO_ZIP) ## the firmware as a library for the Arduino IDE, in build/release

$(ARDUINO_ZIP): $$(arduino_src) $(arduino_own) firmware/arduino.mk firmware/release.mk firmware/version.h
	@rm -rf $(ARDUINO)/nqueens
	@mkdir -p $(ARDUINO)/nqueens/src $(ARDUINO)/nqueens/examples/nqueens
	@cp --parents $(arduino_src) $(ARDUINO)/nqueens/src
	@cp firmware/arduino/nqueens.h $(ARDUINO)/nqueens/src
	@cp firmware/arduino/nqueens.ino $(ARDUINO)/nqueens/examples/nqueens
	@cp firmware/arduino/keywords.txt LICENSE $(ARDUINO)/nqueens
	@sed 's/@VERSION@/$(VERSION)/' firmware/arduino/library.properties >$(ARDUINO)/nqueens/library.properties
	$(call pack,$(ARDUINO),nqueens)
