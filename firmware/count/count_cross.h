/* The crosses of a count: where the queens of the middle lines stand, one cross for each set of images. */
#ifndef COUNT_CROSS_H
#define COUNT_CROSS_H

#include <stdbool.h>
#include <stdint.h>

#include "firmware/count/count_rows.h"

/*
 * A cross is four bytes: the columns of the queens of two rows, then the rows of the queens of two columns.
 * The lines are those next to the centre on both sides: `low` = n / 2 - 1 and n - 1 - low, as rows and as
 * columns.  (n odd: the middle lines lie between them, and are lines like all others.)  A queen where two of
 * these lines meet is named twice.
 *
 * Turns and mirrors take crosses to crosses: each of the four lines, looked along from each of its two ends,
 * comes first in one of the eight images.  Of the images of a cross only one is searched, the one whose first
 * byte is least, and each way to complete it counts once for each different image.  So symmetry is dealt with
 * before the search begins, and exactly: the number is the sum over these crosses of images x completions,
 * and no solution is ever turned round to be looked at.
 */
static inline uint8_t cross_low(uint8_t n)
{
    return (uint8_t)(n / 2 - 1);
}

#define EDGE_NONE  0xf0 /* no queen is needed there: n < 18 */
#define EDGE_END   0xfe
#define EDGE_FIRST 0xff /* before the first row */

/* There are no crosses with a queen of the first row on the lines themselves: there the crosses end. */
static inline bool cross_is_end(const struct board *board)
{
    return rows_in(board)->cross[0] == cross_low(board->n);
}

/* Bytes before the first cross, n = 9 .. 18: the queens of the two rows attack each other. */
static inline void cross_begin(struct board *board)
{
    uint8_t *cross = rows_of(board)->cross;

    cross[0] = cross[1] = 0;
    cross[2] = cross[3] = (uint8_t)(board->n - 1);
}

/* On to the next four bytes whose queens may not attack each other; not behind the end.  Is that a cross that
 * is to be searched?  Else call it again.  Some 300 cycles, 900 at the most. */
bool cross_next(struct board *board);

/* Can its queens stand there, and is this the one of its images that is searched?  If not, its bytes may be
 * others now. */
bool cross_fits(struct board *board);

/* Can a count stand at these bytes, the end among them? */
bool cross_is_sound(const struct board *board);

/* Different images of the cross, 2 .. 8; 0 if another image is the one that is searched. */
uint8_t cross_images(const struct board *board);

/*
 * n > 16: on to the next rows of the queens in the edge columns.  Before the first ones: see edge_begin.
 * False when there are none left: then cross_next is due.  20,000 cycles at the most.
 */
bool edge_next(struct board *board);

/* Has the cross all its edge queens before it (`fresh`), or behind it?  n <= 16: it has none. */
void edge_begin(struct board *board, bool fresh);

/* Is a count that is at the end of these rows to look for further ones of edge queens? */
static inline bool edge_is_due(const struct board *board)
{
    return COUNT_HAS_EDGES && board->n > 16 && rows_in(board)->edge[0] != EDGE_END;
}

/* The cross as rows_run has it (count_rows.h), turned as it is searched fastest.  150 cycles. */
struct laid cross_lay(const struct board *board);

#endif
