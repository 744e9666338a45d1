/* What the tests of boards and searches share: reference boards, slices of single steps. */
#ifndef BOARDS_H
#define BOARDS_H

#include "firmware/queens/queens.h"
#include "tests/support/reference.h"
#include "tests/support/test.h"

static inline struct board board_of_text(const char *text)
{
    struct board board;

    board_read(&board, text);
    return board;
}

static inline struct board board_of_reference(const struct reference *solution)
{
    struct board board = {.n = (uint8_t)solution->n, .row = (uint8_t)solution->n};

    for (unsigned row = 0; row < solution->n; row++)
        board.col[row] = (int8_t)(solution->column[row] - 1);
    return board;
}

/* Counts up through the n^n boards; false after the last. */
static inline bool next_board(struct board *board)
{
    for (uint8_t row = board->n; row-- > 0; board->col[row] = 0)
        if (++board->col[row] < (int8_t)board->n)
            return true;
    return false;
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

/*
 * Steps to the end of a search, where each step is undone by a step back and done again; then back to the
 * start in as many steps.  Returns their number.
 */
static inline unsigned assert_runs_backwards(const struct board *start)
{
    struct board board = *start;
    unsigned steps = 0, back = 0;
    enum queens_event event;

    for (struct board was = board; (event = queens_step(&board)) != QUEENS_DONE; was = board, steps++) {
        struct board undone = board;

        assert_int_equal(queens_last(&board), event);
        assert_int_equal(queens_back(&undone), event);
        assert_same_board(&undone, &was);
        assert_int_equal(queens_step(&undone), event);
        assert_same_board(&undone, &board);
    }
    while (queens_back(&board) != QUEENS_DONE)
        back++;
    assert_int_equal(back, steps);
    assert_same_board(&board, start);
    assert_int_equal(queens_last(&board), QUEENS_DONE);
    assert_int_equal(queens_back(&board), QUEENS_DONE);
    assert_same_board(&board, start);
    return steps;
}

#endif
