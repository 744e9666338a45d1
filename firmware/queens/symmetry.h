/* The eight images of a board under the rotations and reflections of the square. */
#pragma once

#include "firmware/queens/board.h"

#include <stdbool.h>

#define SYMMETRY_IMAGES 8

/*
 *      the board          transposed       turned by 90 degrees
 *                      (rows <-> columns)      anticlockwise
 *     0  a . . .          a . . .               . . c .
 *     1  . . b .          . . . d               . b . .
 *     2  . . . c          . b . .               . . . d
 *     3  . d . .          . . c .               a . . .
 *       col 0 2 3 1      col 0 3 1 2           col 2 1 3 0
 *
 *     image      0    1    2    3      4    5    6    7       0-3: turned by 0, 90, 180, 270 degrees
 *     queen at   r    c'   r'   c      c    r    c'   r'      anticlockwise; 4-7: the transposition of each
 *     column     c    r    c'   r'     r    c'   r'   c       (x' = n-1-x)
 *
 * All functions here need a full board (row == n) of which no two queens share a column.
 */

/* The column, 0 .. n-1, of the queen on `row` of `image` (0 .. 7).  For the tests; under 500 cycles. */
int8_t symmetry_column(const struct board *board, uint8_t image, uint8_t row);

/*
 * The images that differ from all images before them: bit k is set for image k, bit 0 always. Their number
 * is the size of the class (symmetry_class): a solution of n > 1 has 8, 4 (it is its own half turn) or 2
 * (its own quarter turn), the one of n = 1 has 1.
 */
uint8_t symmetry_images(const struct board *board);
uint8_t symmetry_class(const struct board *board);

/* Returns whether the board is the lexicographically least of its class: no image comes before it. */
bool symmetry_is_least(const struct board *board);

/*
 * Changes a board in place, from image `image` of an original board to the next image; the original follows
 * image 7.
 */
void symmetry_next(struct board *board, uint8_t image);
