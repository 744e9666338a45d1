/* A slice of `solve` on a fast line: the search keeps its masks while the solutions are sent. */
#ifndef VISIT_H
#define VISIT_H

#include <stdbool.h>

/*
 * Does a slice of 192 queens, 1 ms at n = 8, when the board and the settings allow it; false when they do
 * not, and in images for slower lines (firmware.mk says which those are).  For main only.
 */
#ifdef QUEENS_EACH
bool visit_run(void);
#else
static inline bool visit_run(void)
{
    return false;
}
#endif

#endif
