/* What the tests of the search share: two boards that are equal, and a slice of single steps. */
#ifndef SLICES_H
#define SLICES_H

#include "firmware/queens/queens.h"
#include "tests/support/test.h"

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

#endif
