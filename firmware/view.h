/* Pictures for the matrix: eight rows of eight LEDs, computed from the board. */
#ifndef VIEW_H
#define VIEW_H

#include "board.h"

/*
 *             column 1 ... column 8
 *  rows[0]      bit 7  ...  bit 0      digit register 1, the top row
 *    ...
 *  rows[7]                             digit register 8
 *
 * A board of more than eight rows is drawn smaller: an LED stands for k x k squares, k = ceil(n / 8).
 */
void view_clear(uint8_t rows[8]);

/* Lights the LED of a square, row and column 0 .. n-1, on a picture of a board of n rows. */
void view_light(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column);

/* The queens of all filled rows. */
void view_board(uint8_t rows[8], const struct board *board);

/*
 * Turns the picture to suit the module: orient & 3 quarter turns anticlockwise, then, for orient & 4, a
 * mirror at the diagonal from the top left.  The order of the eight is that of the images of a board.
 */
void view_orient(uint8_t rows[8], uint8_t orient);

#endif
