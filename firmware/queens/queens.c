/* The search one step at a time, forwards and backwards; engine.S does the same many steps at a time. */
#include "firmware/queens/queens.h"

void queens_start(struct board *board, uint8_t n)
{
    board->n = n;
    board->row = 0;
    board_clear(board);
}

/* The next row above board->row that has no given queen; board->row if there is none.  Given queens stay. */
static uint8_t row_above(const struct board *board)
{
    uint8_t row = board->row;
    while (row > 0) {
        if (!board_is_given(board, --row))
            return row;
    }
    return board->row;
}

/* The next row below board->row without a given queen, or n. */
static uint8_t row_below(const struct board *board)
{
    uint8_t row = board->row;
    do {
        row++;
    } while (row < board->n && board_is_given(board, row));
    return row;
}

uint8_t queens_attacker(const struct board *board)
{
    int8_t col = board->col[board->row]; /* not given: the flag BOARD_GIVEN is clear */
    for (uint8_t row = 0; row < board->n; row++) {
        if (row >= board->row && !board_is_given(board, row)) /* no queen is there */
            continue;
        int8_t right = (int8_t)(col - board_column(board, row));
        int8_t down = (int8_t)(board->row - row);
        if (right == 0 || right == down || (int8_t)(right + down) == 0)
            return row;
    }
    return board->row;
}

static enum queens_event place(struct board *board)
{
    board->row = row_below(board);
    if (board->row == board->n)
        return QUEENS_SOLVED;
    board->col[board->row] = -1;
    return QUEENS_PLACED;
}

enum queens_event queens_step(struct board *board)
{
    if (board->row == board->n || board->col[board->row] == (int8_t)(board->n - 1)) {
        uint8_t above = row_above(board);
        if (above == board->row)
            return QUEENS_DONE;
        board->row = above;
        return QUEENS_LIFTED;
    }
    board->col[board->row]++;
    uint8_t attacker = queens_attacker(board);
    if (attacker != board->row)
        return QUEENS_ATTACKED;
    return place(board);
}

/*
 * The step that led to this board; QUEENS_DONE at the start, where there is none.  A queen that was just
 * placed is never in `row`, which has moved on.  So a queen there that is not attacked has been lifted.
 */
enum queens_event queens_last(const struct board *board)
{
    if (board->row == board->n)
        return QUEENS_SOLVED;
    if (board->col[board->row] < 0)
        return row_above(board) == board->row ? QUEENS_DONE : QUEENS_PLACED;
    return queens_attacker(board) == board->row ? QUEENS_LIFTED : QUEENS_ATTACKED;
}

enum queens_event queens_back(struct board *board)
{
    enum queens_event event = queens_last(board);
    if (event == QUEENS_DONE)
        return event;
    if (event == QUEENS_LIFTED) {
        board->row = row_below(board);
        if (board->row < board->n) /* before the lift, this row had run out */
            board->col[board->row] = (int8_t)(board->n - 1);
        return event;
    }
    if (event != QUEENS_ATTACKED)
        board->row = row_above(board);
    board->col[board->row]--;
    return event;
}

void queens_start_given(struct board *board)
{
    uint8_t first = board->n - 1; /* if no row is empty, the last row loses its queen and is searched */
    for (uint8_t row = board->n; row > 0;) {
        row--;
        if (board->col[row] >= 0)
            board->col[row] += BOARD_GIVEN; /* a flag: the queen is given */
        else
            first = row;
    }
    board->row = first;
    board->col[first] = -1;
}
