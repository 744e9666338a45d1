/* The search in slices, in plain C: engine.S is the same on the chip, and tests compare both. */
#include "firmware/queens/queens.h"

#ifdef __AVR__
#define queens_run queens_run_plain
#endif

/*
 * The columns and diagonals that are taken, as sets of columns seen from row `row`.  A set of diagonals is a
 * circle of 64 bits.  Moving down one row rotates it by one bit; moving up rotates it back.  A given queen
 * further down is in the half off the board until its diagonal enters the board.
 */
struct sets {
    uint32_t columns;
    uint64_t higher; /* towards higher columns; the board is in the low half */
    uint64_t lower;  /* towards lower columns; the same, while engine.S has the board in the high half */
};

static void sets_add(struct sets *sets, uint8_t col)
{
    sets->columns |= UINT32_C(1) << col;
    sets->higher |= UINT64_C(1) << col;
    sets->lower |= UINT64_C(1) << col;
}

static void sets_remove(struct sets *sets, uint8_t col)
{
    sets->columns &= ~(UINT32_C(1) << col);
    sets->higher &= ~(UINT64_C(1) << col);
    sets->lower &= ~(UINT64_C(1) << col);
}

static void sets_down(struct sets *sets)
{
    sets->higher = sets->higher << 1 | sets->higher >> 63;
    sets->lower = sets->lower >> 1 | sets->lower << 63;
}

static void sets_up(struct sets *sets)
{
    sets->higher = sets->higher >> 1 | sets->higher << 63;
    sets->lower = sets->lower << 1 | sets->lower >> 63;
}

static struct sets rebuild(const struct board *board, bool has_given)
{
    struct sets sets = {0, 0, 0};
    for (uint8_t row = 0; row < board->n; row++) {
        if (row < board->row || (has_given && board_is_given(board, row)))
            sets_add(&sets, board_column(board, row));
        sets_down(&sets);
    }
    for (uint8_t row = board->n; row > board->row; row--)
        sets_up(&sets);
    return sets;
}

/* The first free column of the row after the last one tried, or n. */
static uint8_t scan(const struct board *board, const struct sets *sets)
{
    if (board->row == board->n)
        return board->n;
    uint32_t taken = sets->columns | (uint32_t)sets->higher | (uint32_t)sets->lower;
    uint8_t col = (uint8_t)(board->col[board->row] + 1);
    while (col < board->n && (taken >> col & 1) != 0)
        col++;
    return col;
}

/* Places a queen, and moves to the next row without a given one; nothing is tried there yet. */
static void place_queen(struct board *board, struct sets *sets, uint8_t col, bool has_given)
{
    board->col[board->row] = (int8_t)col;
    sets_add(sets, col);
    do {
        board->row++;
        sets_down(sets);
    } while (has_given && board->row < board->n && board_is_given(board, board->row));
    if (board->row < board->n)
        board->col[board->row] = -1;
}

/* Lifts the last queen that is not given.  Returns false and changes nothing if there is none. */
static bool lift_queen(struct board *board, struct sets *sets)
{
    uint8_t row = board->row;
    do
        if (row-- == 0)
            return false;
    while (board_is_given(board, row));
    for (; board->row != row; board->row--)
        sets_up(sets);
    sets_remove(sets, (uint8_t)board->col[row]);
    return true;
}

/* Without given queens, the content of the rows below `row` does not matter. */
static enum queens_event run(struct board *board, uint16_t *budget, bool has_given)
{
    struct sets sets = rebuild(board, has_given);
    while (*budget != 0) {
        uint8_t col = scan(board, &sets);
        if (col < board->n) {
            place_queen(board, &sets, col, has_given);
            --*budget;
            if (board->row == board->n)
                return QUEENS_SOLVED;
        } else if (!lift_queen(board, &sets)) {
            board->col[board->row] = (int8_t)(board->n - 1);
            return QUEENS_DONE;
        }
    }
    return QUEENS_SLICED;
}

enum queens_event queens_run(struct board *board, uint16_t *budget)
{
    return run(board, budget, false);
}

#ifndef __AVR__
enum queens_event queens_complete(struct board *board, uint16_t *budget)
{
    return run(board, budget, true);
}
#endif
