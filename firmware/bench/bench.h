/* The programs of the comparison image, which all do one task: every solution of n queens, one by one. */
#ifndef BENCH_H
#define BENCH_H

#include "hal/ram.h"

#include <stdint.h>

#define BENCH_N_MAX 12 /* for programs that find each solution */
#define COUNT_N_MAX 14

/*
 * Each program has its variables on the stack or in static variables marked RAM_PAINTED, passes every
 * solution queen by queen to a checksum, in the order of the rows, and counts its moves.  They find the
 * solutions in lexicographic order, for n from 4 to the number in the comment.  Rays, scan, permute, safe and
 * mask were written by others; they are not tuned.  None is inlined, so that each has a stack frame of its
 * own.
 */
#define BENCH_PROGRAM __attribute__((noinline)) void

BENCH_PROGRAM rays_run(uint8_t n);    /* 10: follows rays over a board with a border */
BENCH_PROGRAM scan_run(uint8_t n);    /* 10: one array, compared pair by pair, no recursion */
BENCH_PROGRAM permute_run(uint8_t n); /* 8: every permutation, checked when it is complete */
BENCH_PROGRAM safe_run(uint8_t n);    /* 10: recursion, a function that compares two queens */
BENCH_PROGRAM mask_run(uint8_t n);    /* 12: recursion, sets of attacked columns as bits */
BENCH_PROGRAM search_run(uint8_t n);  /* 12: the firmware's own search */
BENCH_PROGRAM total_run(uint8_t n);   /* 14: the firmware's own count, which returns only a number */
BENCH_PROGRAM first_run(uint8_t n);   /* 8: only the first solution, a benchmark of calculators */

/* The results of a run.  Counting a move takes 7 cycles: it increments eight bits and handles the carry. */
struct tally {
    uint32_t solutions;
    uint32_t moves_high; /* queens placed, or positions tried: in scan and first */
    uint8_t moves;
    uint8_t sum; /* a checksum (Fletcher) of all queens of all solutions, which depends on their order */
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

/* Passes all queens of a solution in an array. */
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
