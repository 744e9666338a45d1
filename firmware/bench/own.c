/* The firmware's own programs: the search that `solve` uses, and the count. */
#include "firmware/bench/bench.h"
#include "firmware/count/count.h"
#include "firmware/queens/queens.h"

static struct board board RAM_PAINTED;

/* The number of moves is the used part of the budget. */
static void add_moves(uint16_t placed)
{
    uint8_t before = tally.moves;
    tally.moves = (uint8_t)(tally.moves + placed);
    tally.moves_high += (placed >> 8) + (tally.moves < before);
}

void search_run(uint8_t n)
{
    enum queens_event event;
    queens_start(&board, n);
    do {
        uint16_t budget = UINT16_MAX;
        event = queens_run(&board, &budget);
        add_moves((uint16_t)(UINT16_MAX - budget));
        if (event == QUEENS_SOLVED)
            tally_board(board.col, n);
    } while (event != QUEENS_DONE);
}

/* The count expects its board in the first 256 bytes of the RAM (AT_LEVEL_HIGH in count_rows_avr.S). */
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
    tally.solutions = (uint32_t)total.count.found;
    tally.moves = (uint8_t)total.count.placed;
    tally.moves_high = (uint32_t)(total.count.placed >> 8);
}
