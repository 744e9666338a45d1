/* The firmware's own search, as `solve` uses it. */
#include "firmware/bench/bench.h"
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
