/* The crosses of a count: the queens of the middle lines, one cross for each set of images. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "firmware/count/count_rows.h"
#include "hal/slice.h"

/*
 * A cross is four bytes: the columns of the queens of two rows, then the rows of the queens of two columns.
 * The lines are those next to the centre on both sides: `low` = n / 2 - 1 and n - 1 - low, as rows and as
 * columns.  (n odd: the middle lines are between them, and are lines like all others.)  A queen where two of
 * these lines meet is named twice.
 *
 * Each of the four lines, from each of its two ends, comes first in one of the eight images.  Of the images
 * of a cross only the one with the least first byte is searched: the number of solutions is the sum of
 * images x completions over these crosses.
 */
static inline uint8_t cross_low(uint8_t n)
{
    return (uint8_t)(n / 2 - 1);
}

/* No cross has the queen of its first row on the middle columns: there the crosses end. */
static inline bool cross_is_end(const struct board *board)
{
    return rows_in(board)->cross[0] == cross_low(board->n);
}

/* Bytes before the first cross, n = 9 .. 20: the queens of the two rows attack each other. */
static inline void cross_begin(struct board *board)
{
    uint8_t *cross = rows_of(board)->cross;
    cross[0] = cross[1] = 0;
    cross[2] = cross[3] = (uint8_t)(board->n - 1);
}

/*
 * Moves to the next cross to search; false if it has found none yet, or at the end.  About 500 cycles, at
 * most 10,000.
 */
bool cross_next(struct board *board);

/*
 * Of a part: XORs slice_check with a mark of this cross and its edge queens, in a function and after it in
 * its caller: a flipped bit of the return address shows.
 */
#define CHECK_CALL 0x5a
void cross_mark(const struct board *board);

__attribute__((always_inline)) static inline void cross_check(const struct board *board)
{
    if (slice_kind & SLICE_IS_PART)
        cross_mark(board);
}

/*
 * Returns whether no queen of the cross attacks another, and it is the one of its images that is searched.
 * If not, its bytes may have changed.
 */
bool cross_fits(struct board *board);

/* Returns whether these bytes are a possible position of a count, which may be the end. */
bool cross_is_sound(const struct board *board);

/* Different images of the cross, 2 .. 8; 0 if another image is the one that is searched. */
uint8_t cross_images(const struct board *board);

/*
 * n > 16: the edge queens of a cross.  edge_begin goes before their first rows, edge_end after their last
 * ones, where edges_are_done.  edge_next moves to the next rows that belong to this part, one of `parts`, for
 * the cross of cross_turned; false if it has found none yet, or none is left.  At most 20,000 cycles.
 */
void edge_begin(struct board *board);
void edge_end(struct board *board);
bool edges_are_done(const struct board *board);
bool edge_next(struct board *board, uint16_t parts, struct cross turned);

/* The cross for rows_run (count_rows.h), in the image that is searched fastest.  150 cycles. */
struct cross cross_turned(const struct board *board);
