# The pictures of the README, recorded with the simulated Uno from the firmware itself.

PICTURES := sim/pictures
wave     := $(BUILD)/sim/wave

# $(call picture,INPUT,OPTIONS): the input of the run, and what to draw of it.
picture = @mkdir -p $(PICTURES) && printf '$1' | $(SIM_PROGRAM) $2 $(UNO)/nqueens.elf >/dev/null

# $(call press,KEY,TIMES): a key in real time, five times a second.
press = for i in $$(seq $2); do printf '$1'; sleep 0.2; done
comma := ,

$(wave): $(BUILD)/sim/record/wave.o
	@$(CC) -o $@ $^

.PHONY: pictures
pictures: $(SIM_PROGRAM) $(wave) $(UNO)/nqueens.elf
pictures: ## make the pictures of the README from the firmware in simulation
	$(call picture,pace 250\nsolve 8\n,--seconds=25 --scene-film=$(PICTURES)/solve.svg)
	$(call picture,modules 4x4\npace 400\nsolve 16\n, \
	    --modules=4x4 --seconds=12 --scene-film=$(PICTURES)/modules-16.svg)
	$(call picture,modules 4x4\npace 700\nimages 135249bdf6ioqupvswrtgja8hcl7enkm\n, \
	    --modules=4x4 --seconds=5.7 --film=$(PICTURES)/modules-32.svg)
	$(call picture,modules 4x1\npace 200\nsolve 8\n, \
	    --modules=4x1 --seconds=18.5 --film=$(PICTURES)/modules-4x1.svg)
	$(call picture,format list\nsolve 6\ncheck 15863724\n,--seconds=2.5 --scene=$(PICTURES)/session.svg)
	@(printf 'auto off\npace 10000\nsearch 4\n'; sleep 0.6; $(call press,.,29); sleep 1; \
	    $(call press,$(comma),31); sleep 1) | $(SIM_PROGRAM) --speed=1 --seconds=15.5 \
	    --scene-film=$(PICTURES)/back.svg $(UNO)/nqueens.elf >/dev/null
	$(call picture,pace 0\nsolve 4\n,--vcd=$(BUILD)/sim/picture.vcd --seconds=0.06)
	@$(wave) $(BUILD)/sim/picture.vcd >$(PICTURES)/frame.svg
