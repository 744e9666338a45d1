/* What the jobs that list solutions share with `search`. */
#ifndef SOLVE_H
#define SOLVE_H

#include "firmware/job/kinds.h"

/*
 * Searches for the next solution, for 128 queens at most.  WORK_FOUND: the board is a solution, and counted.
 */
enum work slice_search(void);

#endif
