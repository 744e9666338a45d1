/* The rows of a count: all ways to fill the rows above and below a cross of queens. */
#ifndef COUNT_ROWS_H
#define COUNT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "board.h"

/*
 * A cross: the queens of the two middle rows and of the two middle columns (for odd n see count_cross.h).
 * The rows above it are filled from the top, then the rows below it.  n = 8, x: queens of the cross.
 *
 *   row 0   . . . . . . . .      above:   row 2 is filled already, so the levels 0 and 1 are the rows 0 and 1
 *   row 1   . . . . . . . .
 *   row 2   . . . x . . . .      The queen of a middle column attacks the centre from near, and so prunes
 * most; row 3   . . . . . . . x      all eight images of a board show in its cross, so that only one cross of
 *   row 4   . x . . . . . .      eight is searched, and no solution is looked at twice or turned round.
 *   row 5   . . . . . . . .
 *   row 6   . . . . x . . .      below:   row 6 is filled already
 *   row 7   . . . . . . . .
 *
 * Bit c of a mask is column c.  `left` are the diagonals that move to higher columns from row to row, `right`
 * those that move to lower ones.  Both turn in rings of 24 bits, 16 of them seen from the row in work: what
 * leaves the board on one side stands in the ring while the row changes, and comes back when a queen is
 * lifted, so that nothing has to be stored for it; the other 8 bits bring in the diagonals of the cross.
 */
struct rows {
    uint8_t cross[4]; /* the cross, as count_cross.h has it */
    uint8_t top;      /* the first level above; levels count down to 0, the last row above */
    uint8_t skip;     /* bit 7: the row in work belongs to the cross; bit 6: the next one; a ring of 8 rows */
    uint8_t marks;    /* bit 7: the first row below; set: it belongs to the cross, or (last bit set) the end
                         begins */
    uint8_t form;     /* FORM_... */
    uint8_t left[3];  /* seen are the high 16 bits */
    uint8_t right[3]; /* seen are the low 16 bits */
    uint8_t cols[2];  /* free columns */
    uint8_t open[6][2]; /* the squares to try: on the levels above the one in work, the lowest is the queen */
    uint8_t laid[4];    /* the cross as it is turned to be searched */
};

#define FORM_APART  0x07 /* rows from the last level above to the row above the first row below: 1 .. 5 */
#define FORM_PAIR   0x80 /* a row below is of the cross: the end are the last two queens, not three */
#define FORM_GAP    0x40 /* and it stands between these two */
#define FORM_WEIGHT 0x38 /* images of the cross that are not itself, 0 .. 7, times 8 */

#define ROWS_DONE 0xff /* board.row once all is counted that this cross has */

_Static_assert(sizeof(struct rows) == sizeof((struct board *)0)->col,
               "the rows take the column array's place");

/* All bytes, so the column array may be read as one. */
static inline struct rows *rows_of(struct board *board)
{
    return (struct rows *)(void *)board->col;
}

static inline const struct rows *rows_in(const struct board *board)
{
    return (const struct rows *)(const void *)board->col;
}

/* The squares of the row in work that nothing attacks, written down as those to try at this level. */
static inline void rows_open(struct rows *rows, uint8_t level)
{
    rows->open[level][0] = (uint8_t)(rows->cols[0] & ~(rows->left[1] | rows->right[0]));
    rows->open[level][1] = (uint8_t)(rows->cols[1] & ~(rows->left[2] | rows->right[1]));
}

/* Turns the rings on to the next row that the cross leaves free. */
void rows_down(struct rows *rows);

/* Puts the queen on the lowest square to try of the level in work, and goes on to the next level, which there
 * must be. */
void rows_descend(struct board *board);

/*
 * Goes on from where the board (n = 8 .. 16, struct rows in its column array) stands, until more queens are
 * put than `budget` (0 .. 20000) or all is counted.  A solution's last two or three queens are put only
 * together and only where they fit; they do not go into the budget.  Returns what is left of the budget (high
 * word, below zero if it was passed) and the completions found (low word). Blocks: about 50 cycles a queen of
 * the budget, and 10,000 more.  For main only.
 */
uint32_t rows_run(struct board *board, uint16_t budget);

#endif
