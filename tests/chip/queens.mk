# The search on the chip: the tuned engines, with visitors, and the plain C in one image.
CHIP_queens_SRC   := firmware/queens/queens.c firmware/queens/queens_run.c \
                     $(sort $(wildcard firmware/queens/*.S)) firmware/aligned.ld
CHIP_queens_FLAGS := -DQUEENS_EACH
