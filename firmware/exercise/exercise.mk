# make exercise NAME=step FILE=my.c: builds with a student's own function, and grades it.

# Not from the environment, where some systems have a NAME.
NEED_exercise    := nodejs
exercise_name    := $(if $(filter command,$(origin NAME)),$(NAME),step)
exercise_file    := $(if $(filter command,$(origin FILE)),$(FILE),firmware/exercise/$(exercise_name).c)
exercise_without := firmware/queens/queens.c firmware/bench/%
exercise_objects  = $(patsubst %,$(UNO)/%.o,$(basename $(filter-out $(exercise_without),$1)))

.PHONY: exercise
exercise: export HOST_CC := $(CC) -std=c11 -O1 -g -I.
exercise: export AVR_CC := avr-gcc -mmcu=$(MCU_uno) -DBAUD=115200UL \
    $(filter-out -M% -flto -frandom-seed=% -Wstack-usage=% %conversion,$(avr_cflags)) $(avr_ldflags)
exercise: export CHIP_OBJECTS = $(call exercise_objects,$(bench_src))
exercise: export NQUEENS_OBJECTS = $(call exercise_objects,$(nqueens_src))
exercise: export FOLDER := $(BUILD)/exercise/$(exercise_name)
exercise: $(SIM_PROGRAM) $(UNO)/nqueens.elf $(UNO)/bench.elf ## grade your own search: NAME=step FILE=my.c
	@node firmware/exercise/grade.mjs "$(exercise_name)" "$(exercise_file)"
