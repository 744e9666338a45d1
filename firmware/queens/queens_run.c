/* The search in slices, in plain C: what the tuned queens_run is held against. */
#include "firmware/queens/queens.h"

#ifdef __AVR__
#define queens_run queens_run_plain /* beside the tuned one of engine.S */
#endif

/*
 * The lines on which queens stand, as sets of columns seen from row `row`.  One row down, the diagonals move
 * by a column; the halves of 64 bits keep what leaves the board, so a lifted queen moves them back.
 */
struct lines {
    uint32_t cols;
    uint64_t falling; /* towards higher columns; seen in the low half */
    uint64_t rising;  /* towards lower columns; seen in the high half */
};

static void lines_down(struct lines *lines, int8_t col)
{
    lines->cols |= UINT32_C(1) << col;
    lines->falling = (lines->falling | UINT64_C(1) << col) << 1;
    lines->rising = (lines->rising | UINT64_C(1) << 32 << col) >> 1;
}

static void lines_up(struct lines *lines, int8_t col)
{
    lines->cols &= ~(UINT32_C(1) << col);
    lines->falling = lines->falling >> 1 & ~(UINT64_C(1) << col);
    lines->rising = lines->rising << 1 & ~(UINT64_C(1) << 32 << col);
}

static int8_t lines_next(const struct lines *lines, int8_t col, uint8_t n)
{
    uint32_t taken = lines->cols | (uint32_t)lines->falling | (uint32_t)(lines->rising >> 32);

    do
        col++;
    while (col < n && (taken >> col & 1) != 0);
    return col;
}

static struct lines lines_of(const struct board *board)
{
    struct lines lines = {0, 0, 0};

    for (uint8_t row = 0; row < board->row; row++)
        lines_down(&lines, board->col[row]);
    return lines;
}

enum queens_event queens_run(struct board *board, uint16_t *budget)
{
    struct lines lines = lines_of(board);

    while (*budget != 0) {
        int8_t col = (int8_t)board->n;

        if (board->row < board->n)
            col = lines_next(&lines, board->col[board->row], board->n);

        if (col < board->n) {
            board->col[board->row++] = col;
            --*budget;
            if (board->row == board->n)
                return QUEENS_SOLVED;
            lines_down(&lines, col);
            board->col[board->row] = -1;
        } else if (board->row > 0) {
            board->row--;
            lines_up(&lines, board->col[board->row]);
        } else {
            board->col[0] = (int8_t)(board->n - 1);
            return QUEENS_DONE;
        }
    }
    return QUEENS_SLICED;
}

#ifndef __AVR__
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
