/* The programs of the comparison image, which all do one task: every solution of n queens, one by one. */
#pragma once

#include "hal/measure.h"

#include <stdint.h>

#define BENCH_N_MAX 12 /* of the programs that find each solution */

/*
 * The programs, as README.md describes them: ROW(ID, function, name, largest n).  For larger boards they take
 * too long, or more memory than they have reserved.
 *
 * Each has its variables on the stack or in static variables marked RAM_PAINTED, passes every solution queen
 * by queen to a checksum, in lexicographic order, and counts its moves.  rays, scan, permute, safe and mask
 * are as others wrote them in other languages: they are not tuned.
 */
#define BENCH_PROGRAMS(ROW)                                                                                  \
    ROW(SEARCH, search_run, "search", BENCH_N_MAX)                                                           \
    ROW(RAYS, rays_run, "rays", 10)                                                                          \
    ROW(SCAN, scan_run, "scan", 10)                                                                          \
    ROW(PERMUTE, permute_run, "permute", 8)                                                                  \
    ROW(SAFE, safe_run, "safe", 10)                                                                          \
    ROW(MASK, mask_run, "mask", BENCH_N_MAX)                                                                 \
    ROW(TOTAL, total_run, "count", 14)                                                                       \
    ROW(FIRST, first_run, "first", 8)

/* None is inlined, so that each has a stack frame of its own. */
#define PROGRAM_FUNCTION(ID, function, name, largest) __attribute__((noinline)) void function(uint8_t n);

BENCH_PROGRAMS(PROGRAM_FUNCTION)

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
