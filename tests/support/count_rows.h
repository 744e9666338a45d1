/* The rows of a count in plain C, and where a slice of it ends. */
#pragma once

#include "firmware/count/count_rows.h"

/* Queens that the host takes for a millisecond: about as many as the chip places in one. */
#define ROWS_QUEENS_MS 90

/* Does the slice end before the next queen is placed?  A test may put its own here. */
extern bool (*rows_are_over)(const struct run *run);
