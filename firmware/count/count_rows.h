/* The rows of a count: all ways to fill the rows that a cross of queens leaves free. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "firmware/queens/board.h"

/* Columns in a mask, and the bit of its first one if n is greater.  Tests have narrow masks, for boards with
 * edge columns that are small enough to be counted. */
#ifndef COUNT_WIDTH
#define COUNT_WIDTH 16
#define COUNT_FIRST 0
#endif

/* Crosses take 6.8 kB.  On a Leonardo the plain search counts boards of 9 to 20 rows, too. */
#ifdef __AVR_ATmega32U4__
#define COUNT_HAS_CROSSES 0
#else
#define COUNT_HAS_CROSSES 1
#endif

#define EDGES_MAX  4
#define ROWS_MAX   (COUNT_WIDTH + EDGES_MAX) /* rows and columns */
#define LEVELS_MAX 11 /* on which a slice may end: the last level of a pair is none of them */

/*
 * The position of a count: a cross (count_cross.h), and the rows that it leaves free (README.md draws them).
 * The upper ones are the levels; board.row is the current level.  On the levels above it, the lowest square
 * to try is the queen.  Occupied columns and diagonals follow from this: each slice computes them again.
 */
struct rows {
    uint8_t cross[4];
    uint8_t turn[2];             /* of a part */
    uint8_t open[LEVELS_MAX][2]; /* the squares to try, of level 1 first */
    uint8_t edge[EDGES_MAX];     /* n > 16: rows of the edge queens; else two bytes: the parts, less one */
};

/* The turn of a part counts squares of level 2; with edges placements: crosses with their edge queens. */
static inline bool rows_have_edges(uint8_t n)
{
    return n > COUNT_WIDTH;
}

#define ROWS_NEW  0    /* board.row when a cross begins, with all squares of level 1 */
#define ROWS_DONE 0xff /* when this cross is finished */

_Static_assert(sizeof(struct rows) == sizeof((struct board *)0)->col, "the rows replace the column array");

/*
 * The bit of column 0 in a mask of 16 bits.  The middle columns of the cross are bits 7 and 8, or for odd n 6
 * and 8, so that a queen in one byte of a mask attacks few squares of the other byte in the next rows.
 */
static inline int8_t column_shift(uint8_t n)
{
    return (int8_t)((n % 2 == 0 ? 8 : 7) - n / 2);
}

/* A cross, in the image that is searched. */
struct cross {
    int8_t cols[2];  /* of the queens in its two rows, the upper first: their bits */
    uint8_t rows[2]; /* of the queens in its two columns, the left one first */
};

/*
 * The edge columns, for which a mask has no bit, left and right by turns: -1, 16, -2, 17.  n = 17 has the
 * first one, n = 20 all.  Their queens (edge queens) are placed with the cross.
 */
static inline int8_t edge_column(uint8_t edge)
{
    return (int8_t)(edge % 2 == 0 ? COUNT_FIRST - 1 - edge / 2 : COUNT_FIRST + COUNT_WIDTH + edge / 2);
}

/* As the row of an edge queen: the cross has a queen in this column.  So far below it attacks no square. */
#define EDGE_NONE 40

/* All bytes, so the column array may be read as one. */
static inline struct rows *rows_of(struct board *board)
{
    return (struct rows *)(void *)board->col;
}

static inline const struct rows *rows_in(const struct board *board)
{
    return (const struct rows *)(const void *)board->col;
}

/* Sets the state before the first shared square or placement, for part 1 .. parts. */
static inline void rows_begin_part(struct board *board, uint16_t part, uint16_t parts)
{
    struct rows *rows = rows_of(board);
    rows->turn[0] = (uint8_t)(part - 1);
    rows->turn[1] = (uint8_t)((part - 1) >> 8);
    if (rows_have_edges(board->n))
        return;
    rows->edge[0] = (uint8_t)(parts - 1);
    rows->edge[1] = (uint8_t)((parts - 1) >> 8);
}

/* Returns whether the state belongs to this number of parts. */
static inline bool rows_are_of_part(const struct board *board, uint16_t parts)
{
    const struct rows *rows = rows_in(board);
    return (uint16_t)(rows->turn[0] | rows->turn[1] << 8) < parts &&
           (rows_have_edges(board->n) ||
            (uint16_t)(rows->edge[0] | rows->edge[1] << 8) == (uint16_t)(parts - 1));
}

/* The results of a run. */
struct run {
    uint16_t placed; /* queens on the levels; at the first run of a cross also its own, four */
    uint16_t found;  /* completions */
};

/*
 * Continues from the position of the board until the slice is over or the cross is finished (ROWS_DONE).
 *
 * Once a millisecond it decrements slice_ms, and sets it to 0 if a received byte waits; the slice is over
 * when slice_ms is 0.  It blocks for at most slice_ms + 1.5 ms, and returns within 1.5 ms after a byte.  If
 * slice_ms is 0 at the call, it only goes down to the position of the board, in less than 1 ms.
 *
 * On the way down, it removes attacked squares from those to try, and does not count the queens that it
 * places.  If the board has no such position, the result is ROWS_DONE.
 *
 * Not for an ISR.  The assembly does not save r2 to r13, which none of its callers uses
 * (tests/checks/images.mjs).  tests/support/count_rows.c is the same function in C.
 */
struct run rows_run(struct board *board, struct cross cross);
