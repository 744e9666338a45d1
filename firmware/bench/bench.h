/* The programs of the comparison image, which all do one task: every solution of n queens, one by one. */
#ifndef BENCH_H
#define BENCH_H

#include "hal/ram.h"

#include <stdint.h>

#define BENCH_N_MAX 12 /* for programs that hand over each solution */
#define COUNT_N_MAX 14

/*
 * Each program keeps its variables on the stack or in static variables marked RAM_PAINTED, hands every
 * solution over queen by queen in the order of its rows, and counts its moves.  They find the solutions in
 * lexicographic order, n = 4 .. the number behind them.  Rays, scan, permute, safe and mask have each been
 * somebody's way to write it; they are as fast as they are.  None is inlined: each keeps a frame of its own.
 */
#define BENCH_PROGRAM __attribute__((noinline)) void

BENCH_PROGRAM rays_run(uint8_t n);    /* 10: looks along rays over a board with a border */
BENCH_PROGRAM scan_run(uint8_t n);    /* 10: one array, compared pair by pair, no recursion */
BENCH_PROGRAM permute_run(uint8_t n); /* 8: every permutation, judged when it is complete */
BENCH_PROGRAM safe_run(uint8_t n);    /* 10: recursion, a function that compares two queens */
BENCH_PROGRAM mask_run(uint8_t n);    /* 12: recursion, sets of attacked columns as bits */
BENCH_PROGRAM search_run(uint8_t n);  /* 12: the firmware's own search */
BENCH_PROGRAM total_run(uint8_t n);   /* 14: the firmware's own count, which hands over a number only */
BENCH_PROGRAM first_run(uint8_t n);   /* 8: the first solution only, as calculators are compared by */

/* What a run has done.  Eight bits and a carry make a move cheap to count: 7 cycles. */
struct tally {
    uint32_t solutions;
    uint32_t moves_high; /* queens placed, or positions tried: in scan and first */
    uint8_t moves;
    uint8_t sum; /* a checksum over all queens of all solutions, which knows their order (Fletcher) */
    uint16_t sums;
};

extern struct tally tally;

__attribute__((always_inline)) static inline void tally_move(void)
{
    if (++tally.moves == 0)
        tally.moves_high++;
}

static inline void tally_solution(void)
{
    tally.solutions++;
}

static inline void tally_queen(uint8_t column)
{
    tally.sum = (uint8_t)(tally.sum + column);
    tally.sums = (uint16_t)(tally.sums + tally.sum);
}

/* All queens of a solution that stands in an array. */
static inline void tally_board(const int8_t *columns, uint8_t n)
{
    uint8_t sum = tally.sum;
    uint16_t sums = tally.sums;

    do {
        sum = (uint8_t)(sum + (uint8_t)*columns++);
        sums = (uint16_t)(sums + sum);
    } while (--n != 0);
    tally.sum = sum;
    tally.sums = sums;
    tally_solution();
}

#endif
