/* Boards for tests: of the reference, and all there are; what a search must do by its steps. */
#pragma once

#include "firmware/queens/queens.h"
#include "tests/support/reference.h"
#include "tests/support/test.h"

static inline struct board board_of_reference(const struct reference *solution)
{
    struct board board = {.n = (uint8_t)solution->n, .row = (uint8_t)solution->n};
    for (unsigned row = 0; row < solution->n; row++)
        board.col[row] = (int8_t)(solution->column[row] - 1);
    return board;
}

/* A search that has not begun, with noise in its unused columns: nothing may read them. */
static inline struct board board_of(uint8_t n)
{
    struct board board;
    memset(&board, 0x15, sizeof board);
    queens_start(&board, n);
    memset(board.col + 1, 0x15, sizeof board.col - 1);
    return board;
}

/* What is the state of a search: the filled rows, and on the next one the last column tried. */
static inline void assert_same_board(const struct board *a, const struct board *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->row, b->row);
    assert_memory_equal(a->col, b->col, (size_t)a->row + (a->row < a->n));
}

/* A slice made of single steps: the sentence in queens.h, written down. */
static inline enum queens_event slice_by_steps(struct board *board, uint16_t *budget)
{
    while (*budget != 0) {
        enum queens_event event = queens_step(board);
        *budget = (uint16_t)(*budget - (event == QUEENS_PLACED || event == QUEENS_SOLVED));
        if (event == QUEENS_SOLVED || event == QUEENS_DONE)
            return event;
    }
    return QUEENS_SLICED;
}

/* Counts up through the boards with columns from `least` on; false after the last. */
static inline bool next_board(struct board *board, int8_t least)
{
    for (uint8_t row = board->n; row-- > 0; board->col[row] = least)
        if (++board->col[row] < (int8_t)board->n)
            return true;
    return false;
}
