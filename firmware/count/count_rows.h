/* The rows of a count: all ways to fill the rows that a cross of queens leaves free. */
#ifndef COUNT_ROWS_H
#define COUNT_ROWS_H

#include <stdint.h>

#include "firmware/queens/board.h"

#define LEVELS_MAX 11 /* n = 16: thirteen rows are free when two lines of a cross share a queen */

/*
 * Where a count stands, n = 8 .. 16: a cross (count_cross.h), and from the top the rows that it leaves free,
 * the levels.  board.row is the level in work.  n = 8, x: queens of the cross.
 *
 *   row 0   . . . . . . . .      level 1
 *   row 1   . . . . . . . .      level 2
 *   row 2   . . . x . . . .
 *   row 3   . . . . . . . x      The queen of a middle column attacks the centre from near, and so prunes
 *   row 4   . x . . . . . .      most; all eight images of a board show in its cross, so that only one cross
 *   row 5   . . . . . . . .      of eight is searched.
 *   row 6   . . . . x . . .
 *   row 7   . . . . . . . .      the last two free rows, 5 and 7, are filled together, and are no levels
 *
 * On the levels above the one in work the lowest square to try is the queen: that says all.  The lines on
 * which queens stand follow from it, and are laid anew for each slice (some 1000 cycles of 20,000), so no
 * byte of RAM or of a record is spent on them.  Bit c of a mask is column c.
 */
struct rows {
    uint8_t cross[4];
    uint8_t budget;                  /* queens that may be put in this slice yet: 0 between two slices */
    uint8_t open[1 + LEVELS_MAX][2]; /* the squares to try; none on level 0, above the first row */
    uint8_t unused[3];
};

#define ROWS_DONE 0xff /* board.row once all is counted that this cross has */

_Static_assert(sizeof(struct rows) == sizeof((struct board *)0)->col,
               "the rows take the column array's place");

/* Each row's queen of the cross, its column. */
struct laid {
    uint8_t rows[17]; /* one more than there are, for a mark behind the last */
};

#define ROW_FREE 0xff

/* All bytes, so the column array may be read as one. */
static inline struct rows *rows_of(struct board *board)
{
    return (struct rows *)(void *)board->col;
}

static inline const struct rows *rows_in(const struct board *board)
{
    return (const struct rows *)(const void *)board->col;
}

/*
 * Goes on from where the board stands until more queens are put than the budget, those on the way down to
 * board.row with them, or all is counted.  What is attacked is taken out of the squares to try on the way
 * down, so at the beginning they may be all columns.  A solution's last two queens are only looked for, not
 * put, and do not go into the budget.  Returns the completions found.  What is left of the budget stays in it;
 * the rows of the cross are of no use afterwards.  Blocks: about 100 cycles a queen of the budget, and 700
 * more.  For main only.
 */
uint16_t rows_run(struct board *board, struct laid *laid);

#endif
