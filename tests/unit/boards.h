/* Boards for tests: of texts, of the reference, and all that there are. */
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

#endif
