/* Recursion with three sets of attacked columns, as bits. */
#include "firmware/bench/bench.h"

/* A bit for each column; an unsigned int has 16 bits on the AVR. */
typedef unsigned int mask;

static struct {
    mask all;                /* the n columns of the board */
    mask queen[BENCH_N_MAX]; /* one bit each */
} masks RAM_PAINTED;

static uint8_t column_of(mask bit)
{
    uint8_t column = 0;

    while (bit >>= 1)
        column++;
    return column;
}

__attribute__((noinline)) static void hand_over(const mask *end)
{
    for (const mask *queen = masks.queen; queen < end; queen++)
        tally_queen(column_of(*queen));
    tally_solution();
}

/* The attacked columns of this row: by a queen above, and along diagonals, which shift by one per row. */
static void fill_row(mask *row, mask columns, mask falling, mask rising)
{
    mask free = masks.all & ~(columns | falling | rising);

    if (columns == masks.all)
        hand_over(row);
    while (free) {
        mask bit = free & -free; /* the lowest */

        free ^= bit;
        *row = bit;
        tally_move();
        fill_row(row + 1, columns | bit, (falling | bit) << 1 & masks.all, (rising | bit) >> 1);
    }
}

void mask_run(uint8_t n)
{
    masks.all = (1U << n) - 1;
    fill_row(masks.queen, 0, 0, 0);
}
