/* The firmware's own count, as `count` uses it. */
#include "firmware/bench/bench.h"
#include "firmware/count/count.h"

static struct {
    struct count count;
    struct board board;
} total RAM_PAINTED;

void total_run(uint8_t n)
{
    struct part all = {1, 1};

    count_start(&total.count, &total.board, n, &all);
    while (count_run(&total.count, &total.board, &all, COUNT_MS)) {
        /* Unlike in the firmware, the caller uses registers that rows_run does not save. */
        __asm__ volatile("" ::: "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13");
    }
    tally.solutions = (uint32_t)total.count.solutions;
    tally.moves = (uint8_t)total.count.placed;
    tally.moves_high = (uint32_t)(total.count.placed >> 8);
}
