/* The chess board of a search: one queen a row, its column in a byte. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

#define QUEENS_MAX 32

/*
 *   row 0   . Q . .     col[0] = 1
 *   row 1   . . . Q     col[1] = 3
 *   row 2   Q . . .     col[2] = 0       n = 4, row = 3: three rows are filled,
 *   row 3   . x . .     col[3] = 1       columns 0 and 1 of the fourth have been tried
 *
 * The column array is the only stack of the search: to backtrack is to step `row` down and to go on behind
 * the column that stands there.  Text, pixels, symmetry, masks and checkpoints are all computed from it.
 */
struct board {
    uint8_t n;              /* rows and columns, 1 .. QUEENS_MAX */
    uint8_t row;            /* rows filled; n when solved */
    int8_t col[QUEENS_MAX]; /* 0 .. n-1: queen of each filled row; in `row` the last column tried; -1: none yet */
};

#endif
