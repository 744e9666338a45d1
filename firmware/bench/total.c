/* The firmware's own count as `count` runs it. */
#include "firmware/bench/bench.h"
#include "firmware/count/count.h"

static struct {
    struct count count;
    struct board board;
} total RAM_PAINTED;

void total_run(uint8_t n)
{
    struct deal all = {1, 1};

    count_start(&total.count, &total.board, n, &all);
    while (count_run(&total.count, &total.board, &all)) {
    }
    tally.solutions = (uint32_t)total.count.solutions;
    tally.moves = (uint8_t)total.count.placed;
    tally.moves_high = (uint32_t)(total.count.placed >> 8);
}
