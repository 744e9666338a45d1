# The board at the end of the cable: writing the firmware to it, talking to it.

# A Leonardo's own USB; any other device may be the adapter for its serial line.
PORTS ?= /dev/ttyACM* $(if $(filter leonardo,$(BOARD)),,/dev/ttyUSB*) /dev/cu.usbmodem*
PORT  ?= $(firstword $(wildcard $(PORTS)))
# Before anything is installed or built.
with_port := monitor report $(if $(tiny_board)$(filter leonardo,$(BOARD)),,flash)
ifneq ($(filter $(with_port),$(MAKECMDGOALS)),)
$(if $(PORT),,$(error no board found: give its port with PORT=/dev/ttyACM0))
endif

# What avrdude calls each board's bootloader, and its baud rate.
LOADER_uno      := arduino -b 115200
LOADER_nano     := arduino -b $(if $(filter old,$(BOOTLOADER)),57600,115200)
LOADER_mega     := wiring -b 115200
LOADER_leonardo := avr109 -b 57600

$(call one_of,BOOTLOADER,$(if $(filter nano,$(BOARD)),old new,new), to BOARD=$(BOARD))

NEED_flash   += avrdude
NEED_monitor += picocom

.PHONY: flash monitor
ifneq ($(tiny_board),)
flash: $(BUILD)/$(IMAGE)/nqueens.hex
	$(tiny_flash)
else
flash: $(BUILD)/$(IMAGE)/nqueens.hex ## write the firmware: PORT=/dev/ttyACM0 [BOARD=nano] or BOARD=tiny13
	port='$(PORT)'; $(if $(filter leonardo,$(BOARD)),port=$$(PORTS='$(PORTS)' hal/leonardo.sh $$port) &&) \
	    avrdude -c $(LOADER_$(BOARD)) -p $(MCU_$(BOARD)) -P "$$port" -D -U flash:w:$<:i
endif

monitor: ## open the serial line of the board: PORT=/dev/ttyACM0 (leave with Ctrl-A Ctrl-X)
	picocom -q -b $(BAUD) '$(PORT)'
