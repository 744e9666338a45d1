/* The chess board of a search: one queen per row, its column in a byte. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifndef QUEENS_MAX
#define QUEENS_MAX 32
#endif

/*
 *   row 0   . Q . .     col[0] = 1
 *   row 1   . . . Q     col[1] = 3
 *   row 2   Q . . .     col[2] = 0       n = 4, row = 3: three rows are filled,
 *   row 3   . x . .     col[3] = 1       columns 0 and 1 of the fourth have been tried
 *
 * The column array is the only stack of the search: to backtrack, the search decrements `row` and continues
 * with the column after col[row].  Text, pixels, symmetry, masks and checkpoints are all computed from it.
 */
struct board {
    uint8_t n;              /* rows and columns, 1 .. QUEENS_MAX */
    uint8_t row;            /* rows filled; n when solved */
    int8_t col[QUEENS_MAX]; /* 0 .. n-1: queen of each filled row; in `row` the last column tried; -1: none
                               yet.  With BOARD_GIVEN: a given queen, in any row */
};

/*
 * This flag in a column marks a given queen, also while its row is filled: read the columns of such a board
 * with board_column.  With BOARD_PLAIN an image has no given queens, which saves 100 bytes of flash.
 */
#ifdef BOARD_PLAIN
#define BOARD_GIVEN 0
#else
#define BOARD_GIVEN 0x40
#endif

/* The column 0 .. n-1 of a queen, given or not. */
static inline uint8_t board_column(const struct board *board, uint8_t row)
{
    return (uint8_t)board->col[row] % (BOARD_GIVEN ? BOARD_GIVEN : 0x100);
}

static inline bool board_is_given(const struct board *board, uint8_t row)
{
    return BOARD_GIVEN && board->col[row] >= BOARD_GIVEN;
}

/* Empties all rows; without given queens the first one is enough, because no row below `row` is read. */
static inline void board_clear(struct board *board)
{
    uint8_t rows = BOARD_GIVEN ? board->n : 1;
    for (uint8_t row = 0; row < rows; row++)
        board->col[row] = -1;
}

#define BOARD_GAP '.' /* in the text of a board: a row without a queen */

/* The faults of a typed board: one character per row, the column of its queen, 1-9 then a-w. */
enum __attribute__((packed)) board_fault {
    BOARD_GOOD,
    BOARD_TOO_LONG,  /* more than QUEENS_MAX rows */
    BOARD_ALPHABET,  /* the character *at names no column */
    BOARD_TOO_SHORT, /* fewer rows than the column at *at needs */
    BOARD_CROWDED    /* good, but column *at has two queens, so that the board has no images */
};

/*
 * Returns the fault of a text of 1 to 254 characters; *at is the offending character.  With
 * `has_gaps` a row may have BOARD_GAP instead of a queen.
 */
enum board_fault board_find_fault(const char *text, char *at, bool has_gaps);

/* Sets up the board from a text that is BOARD_GOOD or BOARD_CROWDED; the column of a gap is -1. */
void board_read(struct board *board, const char *text);

/* The column 0 .. 31 as one character, 1-9 then a-w. */
char board_character(int8_t column);
