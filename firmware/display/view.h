/* Pictures for the matrix: eight rows of eight LEDs, computed from the board. */
#ifndef VIEW_H
#define VIEW_H

#include "firmware/queens/board.h"

/*
 *             column 1 ... column 8
 *  rows[0]      bit 7  ...  bit 0      digit register 1, the top row
 *    ...
 *  rows[7]                             digit register 8
 *
 * A board of more than eight rows is drawn smaller: an LED stands for k x k squares, k = ceil(n / 8).
 */
/*@ requires \valid(rows + (0 .. 7));
    assigns rows[0 .. 7];
    ensures \forall integer r; 0 <= r < 8 ==> rows[r] == 0; */
void view_clear(uint8_t rows[8]);

/* Lights, or darkens, the LED of a square, row and column 0 .. n-1, on a picture of a board of n rows. */
/*@ requires \valid(rows + (0 .. 7)) && 1 <= n <= QUEENS_MAX && row < n && column < n;
    assigns rows[row / ((n + 7) / 8)];
    ensures 0 <= row / ((n + 7) / 8) <= 7 && 0 <= column / ((n + 7) / 8) <= 7;
    ensures rows[row / ((n + 7) / 8)] ==
                (\old(rows[row / ((n + 7) / 8)]) | (0x80 >> (column / ((n + 7) / 8)))); */
void view_light(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column);
/*@ requires \valid(rows + (0 .. 7)) && 1 <= n <= QUEENS_MAX && row < n && column < n;
    assigns rows[row / ((n + 7) / 8)];
    ensures 0 <= row / ((n + 7) / 8) <= 7 && 0 <= column / ((n + 7) / 8) <= 7; */
void view_dark(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column);

/* The queens of all filled rows. */
/*@ requires \valid(rows + (0 .. 7)) && \valid_read(board) && \separated(rows + (0 .. 7), board);
    requires 1 <= board->n <= QUEENS_MAX && board->row <= board->n && on_board(board, board->row);
    assigns rows[0 .. 7]; */
void view_board(uint8_t rows[8], const struct board *board);

/*
 * How far the search has come on a board of more than eight rows: a bar from the left for each LED row, as
 * long as the column is far of the last filled one of the rows that it stands for.
 */
/*@ requires \valid(rows + (0 .. 7)) && \valid_read(board) && \separated(rows + (0 .. 7), board);
    requires 1 <= board->n <= QUEENS_MAX && board->row <= board->n && on_board(board, board->row);
    assigns rows[0 .. 7]; */
void view_bars(uint8_t rows[8], const struct board *board);

/* A number of at most two digits, 0 .. 99. */
/*@ requires \valid(rows + (0 .. 7)) && number <= 99;
    assigns rows[0 .. 7]; */
void view_number(uint8_t rows[8], uint8_t number);

/* A share as 64 parts, 0 .. 64 of them lit, row by row from the top left. */
/*@ requires \valid(rows + (0 .. 7)) && parts <= 64;
    assigns rows[0 .. 7]; */
void view_progress(uint8_t rows[8], uint8_t parts);

/* An F: of its eight turns and mirrors no two look the same. */
/*@ requires \valid(rows + (0 .. 7));
    assigns rows[0 .. 7]; */
void view_letter(uint8_t rows[8]);

/*
 * Step 0 .. VIEW_TEST_STEPS - 1 of a walk through all LEDs: each of the 64 on its own, each row (digit
 * register 1 to 8), each column (segment DP, A .. G), all.
 */
#define VIEW_TEST_STEPS (64 + 8 + 8 + 1)
/*@ requires \valid(rows + (0 .. 7)) && step < VIEW_TEST_STEPS;
    assigns rows[0 .. 7]; */
void view_test(uint8_t rows[8], uint8_t step);

/*
 * Turns the picture to suit the module: orient & 3 quarter turns anticlockwise, then, for orient & 4, a
 * mirror at the diagonal from the top left.  The order of the eight is that of the images of a board.
 */
/*@ requires \valid(rows + (0 .. 7));
    assigns rows[0 .. 7]; */
void view_orient(uint8_t rows[8], uint8_t orient);

#endif
