/* The search in slices, in plain C: tests compare the tuned engines with it. */
#include "firmware/queens/queens.h"

#ifdef __AVR__
/* Other names than those of the tuned ones in engine.S. */
#define queens_run      queens_run_plain
#define queens_complete queens_complete_plain
#endif

/*
 * The occupied columns and diagonals, as sets of columns seen from row `row`.  A set of diagonals is a ring
 * of 64 bits with the board in its low half.  Moving down one row rotates it by one bit; lifting a queen
 * rotates it back.  A given queen further down is in the high half until its diagonal enters the board.
 */
struct lines {
    uint32_t cols;
    uint64_t falling; /* towards higher columns */
    uint64_t rising;  /* towards lower columns */
};

static void lines_add(struct lines *lines, uint8_t col)
{
    lines->cols |= UINT32_C(1) << col;
    lines->falling |= UINT64_C(1) << col;
    lines->rising |= UINT64_C(1) << col;
}

static void lines_remove(struct lines *lines, uint8_t col)
{
    lines->cols &= ~(UINT32_C(1) << col);
    lines->falling &= ~(UINT64_C(1) << col);
    lines->rising &= ~(UINT64_C(1) << col);
}

static void lines_down(struct lines *lines)
{
    lines->falling = lines->falling << 1 | lines->falling >> 63;
    lines->rising = lines->rising >> 1 | lines->rising << 63;
}

static void lines_up(struct lines *lines)
{
    lines->falling = lines->falling >> 1 | lines->falling << 63;
    lines->rising = lines->rising << 1 | lines->rising >> 63;
}

static struct lines lines_of(const struct board *board, bool has_given)
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

/* Moves to the next row above without a given queen; returns false and changes nothing if there is none. */
static bool row_up(struct board *board, struct lines *lines)
{
    uint8_t row = board->row;

    do
        if (row-- == 0)
            return false;
    while (board_is_given(board, row));
    for (; board->row != row; board->row--)
        lines_up(lines);
    return true;
}

static enum queens_event run(struct board *board, uint16_t *budget, bool has_given)
{
    struct lines lines = lines_of(board, has_given);

    while (*budget != 0) {
        uint8_t col = board->n;

        if (board->row < board->n) {
            uint32_t taken = lines.cols | (uint32_t)lines.falling | (uint32_t)lines.rising;

            col = (uint8_t)(board->col[board->row] + 1);
            while (col < board->n && (taken >> col & 1) != 0)
                col++;
        }
        if (col < board->n) {
            board->col[board->row] = (int8_t)col;
            lines_add(&lines, col);
            --*budget;
            /* Move to the next row below without a given queen; nothing is tried there yet. */
            do {
                board->row++;
                lines_down(&lines);
            } while (has_given && board->row < board->n && board_is_given(board, board->row));
            if (board->row == board->n)
                return QUEENS_SOLVED;
            board->col[board->row] = -1;
        } else if (row_up(board, &lines)) {
            lines_remove(&lines, (uint8_t)board->col[board->row]);
        } else {
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

enum queens_event queens_complete(struct board *board, uint16_t *budget)
{
    return run(board, budget, true);
}

#ifndef __AVR__
enum queens_event queens_count(struct board *board, uint16_t *budget)
{
    uint8_t found = (uint8_t)board->col[6];
    enum queens_event event;

    while ((event = queens_run(board, budget)) == QUEENS_SOLVED)
        found++;
    board->col[6] = (int8_t)found;
    return event;
}

enum queens_event queens_each(struct board *board, uint16_t *budget, void (*visit)(const struct board *board))
{
    enum queens_event event;

    do {
        event = queens_run(board, budget);
        if (event == QUEENS_SOLVED)
            visit(board);
    } while (event == QUEENS_SOLVED && *budget != 0);
    return event == QUEENS_SOLVED ? QUEENS_SLICED : event;
}
#endif
