/* What the jobs that list solutions share with `search`. */
#ifndef SOLVE_H
#define SOLVE_H

#include "firmware/job/kinds.h"

/*
 * Searches for the next solution, for at most 128 queens.  WORK_FOUND: the board is a solution and is
 * counted.
 */
enum work slice_search(void);

#endif
