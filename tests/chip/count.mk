# The count on the chip, and what it calls.
CHIP_count_SRC := $(sort $(wildcard firmware/count/*.c firmware/count/*.S)) \
                  firmware/queens/queens.c firmware/queens/queens_run.c \
                  $(sort $(wildcard firmware/queens/*.S)) firmware/aligned.ld


