/* A slice of the search, for the jobs that look at solutions. */
#ifndef SLICE_H
#define SLICE_H

#include <stdbool.h>

/*
 * Searches on to the next solution, for 128 queens at the most: 14,000 cycles, in which 10 bytes can come in.
 * True when the board is a solution, counted already; at the end of the search JOB_ENDS.
 */
bool slice_search(void);

#endif
