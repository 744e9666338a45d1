# The pictures of the README, drawn from logs of the simulated Uno.

PICTURES := sim/pictures
log      := $(BUILD)/sim/log
draw     := @node $(PICTURES)/draw.mjs
NEED_pictures = $(NEED_NODE)

# $(call record,SHAPE,SECONDS,INPUT): runs the firmware, and logs its pictures, lines and wires.
record = @printf '$3' | $(call record_from,$1,$2)
record_from = $(SIM_PROGRAM) --modules=$1 --seconds=$2 --frames=$(log).frames --stamps=$(log).lines \
              $4 $(UNO)/nqueens.elf >/dev/null

# $(call press,KEY,TIMES): a key in real time, five times a second.
press = for i in $$(seq $2); do printf '$1'; sleep 0.2; done
comma := ,

.PHONY: plots
NEED_plots = $(NEED_NODE)
plots: ## plot the kept measurements: cycles over n, flash and RAM by module
	@node $(PICTURES)/plots.mjs $(PICTURES)

.PHONY: pictures
pictures: $(SIM_PROGRAM) $(UNO)/nqueens.elf $(BUILD)/uno-ws2812/nqueens.elf \
          $(BUILD)/uno-ssd1306/nqueens.elf plots
pictures: ## make the pictures of the README from the firmware in simulation
	$(call record,1x1,25,pace 250\nsolve 8\n)
	$(draw) 1x1 25 $(log).frames $(log).lines >$(PICTURES)/solve.svg
	$(call record,4x4,5.7,modules 4x4\npace 700\nimages 135249bdf6ioqupvswrtgja8hcl7enkm\n)
	$(draw) 4x4 5.7 $(log).frames >$(PICTURES)/modules-32.svg
	$(call record,4x1,18.5,modules 4x1\npace 200\nsolve 8\n)
	$(draw) 4x1 18.5 $(log).frames >$(PICTURES)/modules-4x1.svg
	$(call record,1x1,2.5,format list\nsolve 6\ncheck 15863724\n)
	$(draw) 1x1 0 $(log).frames $(log).lines >$(PICTURES)/session.svg
	@printf 'pace 10000\nsearch 8\n...' | $(SIM_PROGRAM) --matrix=ws2812 --seconds=3 --frames=$(log).frames \
	    $(BUILD)/uno-ws2812/nqueens.elf >/dev/null
	$(draw) ws2812 0 $(log).frames >$(PICTURES)/ws2812.svg
	@printf 'pace 10000\nsolve 8\n....' | $(SIM_PROGRAM) --matrix=ssd1306 --seconds=3 --frames=$(log).frames \
	    $(BUILD)/uno-ssd1306/nqueens.elf >/dev/null
	$(draw) ssd1306 0 $(log).frames >$(PICTURES)/ssd1306.svg
	@(printf 'auto off\npace 10000\nsearch 4\n'; sleep 0.6; $(call press,.,29); sleep 1; \
	    $(call press,$(comma),31); sleep 1) | $(call record_from,1x1,15.5,,--speed=1)
	$(draw) 1x1 15.5 $(log).frames $(log).lines >$(PICTURES)/back.svg
	@printf 'pace 0\nsolve 4\n' | $(call record_from,1x1,0.06,,--vcd=$(log).vcd)
	$(draw) $(log).vcd >$(PICTURES)/frame.svg
