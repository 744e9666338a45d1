/*
 * The search of N queens for your own sketch, as its example *solutions* uses it.
 *
 * Nothing else of the firmware is linked.  queens_start() takes n, 1 to 32; board.col[row] is the column of a
 * queen, both from 0.  A board takes 34 bytes of RAM, and is all the memory that a search has: several boards
 * can be searched in turn.  queens_step(&board) takes a single step and returns what it was (QUEENS_PLACED,
 * ...); queens_back(&board) undoes it.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "firmware/queens/queens.h"

#ifdef __cplusplus
}
#endif

/*
 * Continues to the next solution; false if there is none.  It blocks until then, for a time that grows fast
 * with n: a sketch that must not block calls queens_step instead.
 */
static inline bool queens_next(struct board *board)
{
    enum queens_event event;
    do
        event = queens_step(board);
    while (event != QUEENS_SOLVED && event != QUEENS_DONE);
    return event == QUEENS_SOLVED;
}
