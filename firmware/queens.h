/* The search: an iterative backtracker over the column array of a board. */
#ifndef QUEENS_H
#define QUEENS_H

#include "board.h"

enum queens_event {
    QUEENS_PLACED,   /* a queen was put on row `row` - 1 (the step before `row` grew) */
    QUEENS_ATTACKED, /* the square col[row] of row `row` was tried, and is attacked */
    QUEENS_LIFTED,   /* row `row` ran out of columns: the queen that stood on it, col[row], was taken off */
    QUEENS_SOLVED,   /* row == n: a solution stands on the board */
    QUEENS_DONE,     /* nothing is left to try: row 0, col[0] == n-1 */
    QUEENS_SLICED    /* queens_run only: the budget is used up, more is left to do */
};

/* An empty board of n rows, 1 .. QUEENS_MAX; nothing tried yet. */
void queens_start(struct board *board, uint8_t n);

/*
 * One step of the search, in lexicographic order.  A solved board (row == n) goes on behind its solution: the
 * step lifts the last queen.  After QUEENS_DONE every further step is QUEENS_DONE.
 * Blocks: at most n comparisons, under 1000 cycles at n = 32.  For main only.
 */
enum queens_event queens_step(struct board *board);

/*
 * Runs on to the next solution (QUEENS_SOLVED), the end (QUEENS_DONE), or until the queens placed reach
 * *budget (QUEENS_SLICED).  *budget is lowered by the queens placed.  The board is then just as if queens_step
 * had been called as often as it takes, so steps and runs mix freely, and slices of any size give one sequence.
 */
enum queens_event queens_run(struct board *board, uint16_t *budget);

#endif
