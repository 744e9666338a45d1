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

/* Lights, or darkens, the LED of a square, row and column 0 .. n-1, on a picture of a board of n rows. */
void view_light(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column);
void view_dark(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column);

/* The queens of all filled rows. */
void view_board(uint8_t rows[8], const struct board *board);

/*
 * How far the search has come on a board of more than eight rows: a bar from the left for each LED row, as
 * long as the column is far of the last filled one of the rows that it stands for.
 */
void view_bars(uint8_t rows[8], const struct board *board);

/* A number of at most two digits, 0 .. 99. */
void view_number(uint8_t rows[8], uint8_t number);

/* A share as 64 parts, 0 .. 64 of them lit, row by row from the top left. */
void view_progress(uint8_t rows[8], uint8_t parts);

/* An F: of its eight turns and mirrors no two look the same. */
void view_letter(uint8_t rows[8]);

/*
 * Step 0 .. VIEW_TEST_STEPS - 1 of a walk through all LEDs: each of the 64 on its own, each row (digit
 * register 1 to 8), each column (segment DP, A .. G), all.
 */
#define VIEW_TEST_STEPS (64 + 8 + 8 + 1)
void view_test(uint8_t rows[8], uint8_t step);

/*
 * Turns the picture to suit the module: orient & 3 quarter turns anticlockwise, then, for orient & 4, a
 * mirror at the diagonal from the top left.  The order of the eight is that of the images of a board.
 */
void view_orient(uint8_t rows[8], uint8_t orient);

#endif
