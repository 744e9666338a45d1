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
struct lines {
    uint32_t columns;
    uint64_t higher; /* towards higher columns; the board is in the low half */
    uint64_t lower;  /* towards lower columns; the same, while engine.S has the board in the high half */
};

static void lines_add(struct lines *lines, uint8_t col)
{
    lines->columns |= UINT32_C(1) << col;
    lines->higher |= UINT64_C(1) << col;
    lines->lower |= UINT64_C(1) << col;
}

static void lines_remove(struct lines *lines, uint8_t col)
{
    lines->columns &= ~(UINT32_C(1) << col);
    lines->higher &= ~(UINT64_C(1) << col);
    lines->lower &= ~(UINT64_C(1) << col);
}

static void lines_down(struct lines *lines)
{
    lines->higher = lines->higher << 1 | lines->higher >> 63;
    lines->lower = lines->lower >> 1 | lines->lower << 63;
}

static void lines_up(struct lines *lines)
{
    lines->higher = lines->higher >> 1 | lines->higher << 63;
    lines->lower = lines->lower << 1 | lines->lower >> 63;
}

static struct lines rebuild(const struct board *board, bool has_given)
{
    struct lines lines = {0, 0, 0};

    for (uint8_t row = 0; row < board->n; row++) {
        if (row < board->row || (has_given && board_is_given(board, row)))
            lines_add(&lines, board_column(board, row));
        lines_down(&lines);
    }
    for (uint8_t row = board->n; row > board->row; row--)
        lines_up(&lines);
    return lines;
}

/* The first free column of the row after the last one tried, or n. */
static uint8_t scan(const struct board *board, const struct lines *lines)
{
    if (board->row == board->n)
        return board->n;
    uint32_t taken = lines->columns | (uint32_t)lines->higher | (uint32_t)lines->lower;
    uint8_t col = (uint8_t)(board->col[board->row] + 1);
    while (col < board->n && (taken >> col & 1) != 0)
        col++;
    return col;
}

/* Places a queen, and moves to the next row without a given one; nothing is tried there yet. */
static void place_queen(struct board *board, struct lines *lines, uint8_t col, bool has_given)
{
    board->col[board->row] = (int8_t)col;
    lines_add(lines, col);
    do {
        board->row++;
        lines_down(lines);
    } while (has_given && board->row < board->n && board_is_given(board, board->row));
    if (board->row < board->n)
        board->col[board->row] = -1;
}

/* Lifts the last queen that is not given.  Returns false and changes nothing if there is none. */
static bool lift_queen(struct board *board, struct lines *lines)
{
    uint8_t row = board->row;

    do
        if (row-- == 0)
            return false;
    while (board_is_given(board, row));
    for (; board->row != row; board->row--)
        lines_up(lines);
    lines_remove(lines, (uint8_t)board->col[row]);
    return true;
}

/* Without given queens, the content of the rows below `row` does not matter. */
static enum queens_event run(struct board *board, uint16_t *budget, bool has_given)
{
    struct lines lines = rebuild(board, has_given);

    while (*budget != 0) {
        uint8_t col = scan(board, &lines);

        if (col < board->n) {
            place_queen(board, &lines, col, has_given);
            --*budget;
            if (board->row == board->n)
                return QUEENS_SOLVED;
        } else if (!lift_queen(board, &lines)) {
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
