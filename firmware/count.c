/* The count: crosses and the rows around them for n = 8 .. 16, the plain search for all other boards. */
#include "count.h"

#include <string.h>

#include "count_cross.h"
#include "count_plain.h"
#include "count_rows.h"

#define SLICE      350   /* queens put in a slice, */
#define SLICE_LAY  180   /* and what it takes to lay a cross, in queens */
#define ROWS_END   0xfe  /* board.row behind the last cross */
#define ODD_PAIRS  61440 /* share, in 1/65536, of the crosses without a queen in the centre */
#define LEVELS_MAX (sizeof((struct rows *)0)->open / 2)

static bool has_crosses(uint8_t n)
{
    return n >= 8 && n <= 16;
}

static void rows_clear(struct board *board, uint8_t row)
{
    memset(board->col, 0, sizeof board->col);
    board->row = row;
    rows_of(board)->cross[0] = CROSS_NONE;
}

void count_start(struct count *count, struct board *board, uint8_t n)
{
    *count = (struct count){0, 0};
    board->n = n;
    if (has_crosses(n))
        rows_clear(board, ROWS_DONE);
    else
        plain_start(board);
}

/* ---- Slices ---- */

static bool cross_start(struct count *count, struct board *board)
{
    uint8_t cross[4];
    uint8_t images;

    memcpy(cross, rows_of(board)->cross, sizeof cross);
    images = cross_next(cross, board->n);
    if (images == 0) {
        rows_clear(board, ROWS_END);
        return false;
    }
    cross_lay(board, cross, images);
    count->placed += cross_queens(cross, board->n);
    return true;
}

static uint16_t rows_count(struct count *count, struct board *board, uint16_t budget)
{
    const struct rows *rows = rows_of(board);
    uint32_t sums = rows_run(board, budget);
    uint16_t completions = (uint16_t)sums;
    uint16_t placed = (uint16_t)(budget - (uint16_t)(sums >> 16));
    uint8_t images = (uint8_t)((rows->form & FORM_WEIGHT) / 8 + 1);

    count->solutions += (uint32_t)completions * images;
    count->placed += placed + (uint32_t)completions * ((rows->form & FORM_PAIR) != 0 ? 2 : 3);
    return placed;
}

bool count_run(struct count *count, struct board *board)
{
    uint16_t left = SLICE;

    if (!has_crosses(board->n))
        return plain_run(count, board);
    while (board->row != ROWS_END) {
        uint16_t spent = SLICE_LAY;

        if (board->row != ROWS_DONE)
            spent = rows_count(count, board, left);
        else if (!cross_start(count, board))
            return false;
        if (spent >= left)
            return true;
        left = (uint16_t)(left - spent);
    }
    return false;
}

/* ---- Going on from what was saved ---- */

static uint16_t digest(const struct board *board)
{
    uint16_t sum = board->row;

    for (uint8_t i = 0; i < sizeof board->col; i++)
        sum = (uint16_t)((uint16_t)(sum << 1 | sum >> 15) + (uint8_t)board->col[i]);
    return sum;
}

/* Takes the squares to try from what was saved, from the top level down to `level`; all else has to follow
 * from them. */
static bool levels_replay(struct board *board, uint8_t level, const uint8_t open[LEVELS_MAX][2])
{
    struct rows *rows = rows_of(board);

    for (;;) {
        const uint8_t *saved = open[board->row];
        uint8_t *now = rows->open[board->row];

        if ((saved[0] & ~now[0]) != 0 || (saved[1] & ~now[1]) != 0)
            return false;
        now[0] = saved[0];
        now[1] = saved[1];
        if (board->row == level)
            return true;
        if (saved[0] == 0 && saved[1] == 0)
            return false;
        rows_descend(board);
    }
}

static bool rows_resume(struct board *board)
{
    struct rows *rows = rows_of(board);
    uint8_t row = board->row;
    uint8_t open[LEVELS_MAX][2];
    uint8_t cross[4];
    uint8_t images;

    memcpy(open, rows->open, sizeof open);
    memcpy(cross, rows->cross, sizeof cross);
    images = cross_images(cross, board->n);
    if (images == 0)
        return false;
    cross_lay(board, cross, images);
    if (row == ROWS_DONE && (open[rows->top][0] | open[rows->top][1]) != 0)
        return false;
    if (row != ROWS_DONE && row > rows->top)
        return false;
    if (!levels_replay(board, row == ROWS_DONE ? rows->top : row, open))
        return false;
    memcpy(rows->open, open, sizeof open);
    board->row = row;
    return true;
}

bool count_resume(const struct count *count, struct board *board)
{
    uint16_t saved = digest(board);
    uint64_t known;

    if (board->n < 1 || board->n > QUEENS_MAX)
        return false;
    if (count_known(board->n, &known) && count->solutions > known)
        return false;
    if (!has_crosses(board->n))
        return plain_resume(board);
    if (rows_of(board)->cross[0] != CROSS_NONE)
        return rows_resume(board) && digest(board) == saved;
    if (board->row != ROWS_DONE && board->row != ROWS_END)
        return false;
    rows_clear(board, board->row);
    return digest(board) == saved;
}

/* ---- The share done ---- */

/* Crosses before this one, out of all, every combination of bytes taken for a cross. */
static uint16_t crosses_part(const struct rows *rows, uint8_t n, uint8_t inner)
{
    uint32_t before = 0;
    uint32_t all = 0;

    for (uint8_t a = 0; a < n / 2; a++) {
        uint8_t side = (uint8_t)(n - 2 * a);
        uint16_t square = (uint16_t)(side * side);

        if (a == rows->cross[0])
            before = all + (uint32_t)(rows->cross[1] - a) * square +
                     (uint16_t)((rows->cross[2] - a) * side + rows->cross[3] - a);
        all += (uint32_t)square * side;
    }
    return (uint16_t)((before * 8 + inner) * 65535 / (all * 8)); /* all <= 8128: it fits */
}

/* The same for the crosses with one middle row and column: a < c < n / 2 are their bytes. */
static uint16_t pairs_part(const struct rows *rows, uint8_t n, uint8_t inner)
{
    uint8_t half = n / 2;
    uint8_t before = (uint8_t)(rows->cross[2] - rows->cross[0] - 1);

    for (uint8_t a = 0; a < rows->cross[0]; a++)
        before = (uint8_t)(before + half - 1 - a);
    return (uint16_t)((uint32_t)(before * 8U + inner) * ODD_PAIRS / (uint16_t)(half * (half - 1U) * 4));
}

/* How far the first queen above has gone, in eighths. */
static uint8_t inner_part(const struct board *board, const struct rows *rows)
{
    const uint8_t *open = rows->open[rows->top];
    uint8_t inner = 0;

    if (board->row == ROWS_DONE)
        return 7;
    while (inner < 15 && ((open[inner / 8] >> inner % 8) & 1) == 0)
        inner++;
    return inner / 2;
}

uint16_t count_part(const struct board *board)
{
    const struct rows *rows = rows_in(board);
    uint8_t inner;

    if (!has_crosses(board->n))
        return plain_part(board);
    if (board->row == ROWS_END)
        return UINT16_MAX;
    if (rows->cross[0] == CROSS_NONE)
        return 0;
    inner = inner_part(board, rows);
    if (board->n % 2 == 0)
        return crosses_part(rows, board->n, inner);
    if (rows->cross[0] == rows->cross[1])
        return pairs_part(rows, board->n, inner);
    return (uint16_t)(ODD_PAIRS + crosses_part(rows, board->n, inner) / 16);
}
