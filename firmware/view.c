/* Pictures for the matrix: eight rows of eight LEDs, computed from the board. */
#include "view.h"

#include <string.h>

void view_clear(uint8_t rows[8])
{
    memset(rows, 0, 8);
}

void view_light(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column)
{
    uint8_t k = (uint8_t)((n + 7) / 8);
    rows[row / k] = (uint8_t)(rows[row / k] | 0x80 >> (column / k));
}

void view_board(uint8_t rows[8], const struct board *board)
{
    view_clear(rows);
    for (uint8_t row = 0; row < board->row; row++)
        view_light(rows, board->n, row, (uint8_t)board->col[row]);
}

/* Mirrors at the diagonal in place: square (row, column) changes places with (column, row). */
static void transpose(uint8_t rows[8])
{
    for (uint8_t row = 0; row < 7; row++)
        for (uint8_t column = (uint8_t)(row + 1); column < 8; column++) {
            uint8_t right = (uint8_t)(0x80 >> column), left = (uint8_t)(0x80 >> row);
            uint8_t upper = rows[row] & right, lower = rows[column] & left;
            if (!upper != !lower) {
                rows[row] ^= right;
                rows[column] ^= left;
            }
        }
}

static void flip(uint8_t rows[8])
{
    for (uint8_t row = 0; row < 4; row++) {
        uint8_t upper = rows[row];
        rows[row] = rows[7 - row];
        rows[7 - row] = upper;
    }
}

void view_orient(uint8_t rows[8], uint8_t orient)
{
    for (uint8_t turns = orient & 3; turns; turns--) {
        transpose(rows); /* a quarter turn anticlockwise is a transposition, then the rows upside down */
        flip(rows);
    }
    if (orient & 4)
        transpose(rows);
}
