/* The image of count.c with masks of 12 columns: a board of 15 rows has three edge columns. */
#include "tests/chip/count.c"
