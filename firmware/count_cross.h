/* The crosses of a count: where the queens of the middle lines stand, one cross for each set of images. */
#ifndef COUNT_CROSS_H
#define COUNT_CROSS_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

/*
 * A cross is four bytes: the columns of the queens of the two middle rows, then the rows of the queens of the
 * two middle columns.  A queen where two of these lines meet is named twice.
 *
 *   n even   the two rows and the two columns nearest to the centre
 *   n odd    first the one middle row and column, each named twice, with no queen in the centre;
 *            then the rows and columns beside them, with a queen in the centre
 *
 * Turns and mirrors take crosses to crosses.  Of the images of a cross only the least is searched (its bytes
 * compared from the first), and each way to complete it counts once for each different image.  So symmetry is
 * dealt with before the search begins, and exactly: the number is the sum over the least crosses of
 * images x completions, and no solution is ever turned round to be looked at.
 */
#define CROSS_NONE   0xff /* in cross[0]: before the first one; in cross[0] and [1]: behind the last */
#define CROSS_BESIDE 1    /* in cross[1] behind that: before the crosses of the lines beside the middle one */

/*
 * On to the next cross, n = 8 .. 16.  Its different images, 1 .. 8; or 0: CROSS_NONE in cross[0] and cross[1]
 * if there is no other, else it has been looked for long enough: call it again.  Blocks: 9000 cycles, 1500 on
 * average.
 */
uint8_t cross_next(uint8_t cross[4], uint8_t n);

static inline bool cross_is_last(const uint8_t cross[4])
{
    return cross[0] == CROSS_NONE && cross[1] == CROSS_NONE;
}

/* Can cross_next leave these bytes?  The different images if it is a cross, CROSS_NONE on the way to one,
 * else 0. */
uint8_t cross_images(const uint8_t cross[4], uint8_t n);

/* Queens that the cross puts on the board, 2 to 5. */
uint8_t cross_queens(const uint8_t cross[4], uint8_t n);

/* Puts the cross on the board, where rows_run (count_rows.h) goes on; turned as it is searched fastest. */
void cross_lay(struct board *board, const uint8_t cross[4], uint8_t images);

#endif
