/* The count: crosses and the rows around them for n = 8 .. 16, the plain search for all other boards. */
#include "count.h"

#include "apart.h"

#include <string.h>

#include "count_cross.h"
#include "count_plain.h"
#include "count_rows.h"

/*
 * Queens put in a slice, and what it takes to lay a cross, in queens of about 80 cycles.  The last launch of
 * a slice may put more than are left: up to 34 queens at n = 14, 112 at n = 16.
 */
#define SLICE       115
#define SLICE_LARGE 80 /* for n = 15 and 16 */
#define SLICE_LAY   85
#define ROWS_END    0xfe  /* board.row behind the last cross */
#define ODD_PAIRS   61440 /* share, in 1/65536, of the crosses without a queen in the centre */
#define LEVELS_MAX  (sizeof((struct rows *)0)->open / 2)

static bool has_crosses(uint8_t n)
{
    return n >= 8 && n <= 16;
}

/* Between two crosses: nothing but the way to the next one. */
static void rows_clear(struct board *board, const uint8_t cross[4])
{
    memset(board->col, 0, sizeof board->col);
    memcpy(rows_of(board)->cross, cross, sizeof rows_of(board)->cross);
    board->row = cross_is_last(cross) ? ROWS_END : ROWS_DONE;
}

void count_start(struct count *count, struct board *board, uint8_t n)
{
    memset(count, 0, sizeof *count);
    board->n = n;
    if (has_crosses(n))
        rows_clear(board, (const uint8_t[4]){CROSS_NONE, 0, 0, 0});
    else
        plain_start(board);
}

/* ---- Slices ---- */

/* Byte by byte, from the lowest: arithmetic in 64 bits costs the chip 100 bytes of flash each time. */
void sum_add(uint64_t *sum, uint16_t more)
{
    uint8_t *byte = (uint8_t *)sum;

    for (; more != 0; byte++) {
        uint16_t digit = (uint16_t)(*byte + (more & 0xff));

        *byte = (uint8_t)digit;
        more = (uint16_t)((more >> 8) + (digit >> 8));
    }
}

static APART void cross_start(struct count *count, struct board *board)
{
    uint8_t cross[4];
    uint8_t images;

    memcpy(cross, rows_of(board)->cross, sizeof cross);
    images = cross_next(cross, board->n);
    if (images != 0) {
        cross_lay(board, cross, images);
        sum_add(&count->placed, cross_queens(cross, board->n));
    } else {
        rows_clear(board, cross);
    }
}

/* A queen of the budget has at most six completions behind it, and they eight images: 16 bits are enough. */
static APART void completions_add(struct count *count, uint8_t form, uint16_t completions)
{
    uint8_t images = (uint8_t)((form & FORM_WEIGHT) / 8 + 1);

    sum_add(&count->solutions, (uint16_t)(completions * images));
    sum_add(&count->placed, (uint16_t)(completions * ((form & FORM_PAIR) != 0 ? 2U : 3U)));
}

bool count_run(struct count *count, struct board *board)
{
    int16_t left = board->n > 14 ? SLICE_LARGE : SLICE;

    if (!has_crosses(board->n))
        return plain_run(count, board);
    while (left >= 0 && board->row != ROWS_END)
        if (board->row == ROWS_DONE) {
            left -= SLICE_LAY;
            if (left >= 0)
                cross_start(count, board);
        } else {
            uint32_t sums = rows_run(board, (uint16_t)left);
            int16_t now = (int16_t)(sums >> 16);

            completions_add(count, rows_of(board)->form, (uint16_t)sums);
            sum_add(&count->placed, (uint16_t)(left - now));
            left = now;
        }
    return board->row != ROWS_END;
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
    images = cross[0] == CROSS_NONE ? CROSS_NONE : cross_images(cross, board->n);
    if (images == 0)
        return false;
    if (images == CROSS_NONE) {
        rows_clear(board, cross);
        return board->row == row;
    }
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

/* Is there a known number, and are these more?  Compared from the highest byte, for the reason that sum_add
 * has. */
static bool is_too_many(uint8_t n, const uint64_t *solutions)
{
    uint64_t number;
    const uint8_t *known = (const uint8_t *)&number;
    const uint8_t *found = (const uint8_t *)solutions;
    uint8_t i = sizeof number - 1;

    if (!count_known(n, &number))
        return false;
    while (i > 0 && found[i] == known[i])
        i--;
    return found[i] > known[i];
}

bool count_resume(const struct count *count, struct board *board)
{
    uint16_t saved = digest(board);

    if (board->n < 1 || board->n > QUEENS_MAX || is_too_many(board->n, &count->solutions))
        return false;
    if (!has_crosses(board->n))
        return plain_resume(board);
    return rows_resume(board) && digest(board) == saved;
}

/* ---- The share done ---- */

static uint16_t share(uint16_t done, uint16_t all, uint16_t scale)
{
    return (uint16_t)((uint32_t)done * scale / all);
}

/*
 * Crosses a <= b, c, d <= n - 1 - a, every combination taken for one: before this one, and in all (8128 at
 * the most). The work is spread over them more evenly than over the first bytes alone.
 */
static uint16_t crosses_share(const uint8_t cross[4], uint8_t n, uint16_t scale)
{
    uint16_t all = 0;
    uint16_t done = 0;

    for (uint8_t a = 0; a < n / 2; a++) {
        uint8_t side = (uint8_t)(n - 2 * a);
        uint16_t square = (uint16_t)(side * side);

        if (a == cross[0]) {
            done = (uint16_t)(all + square * (uint8_t)(cross[1] - a));
            if (cross[2] != CROSS_NONE)
                done = (uint16_t)(done + (uint16_t)(side * (uint8_t)(cross[2] - a)));
            if (cross[3] != CROSS_NONE)
                done = (uint16_t)(done + (uint8_t)(cross[3] - a));
        }
        all = (uint16_t)(all + square * side);
    }
    return share(done, all, scale);
}

/* Crosses a < c < n / 2 of one row and one column: few, so the first queen above is looked at too, in
 * eighths. */
static uint16_t pairs_share(const struct board *board, const uint8_t cross[4], uint16_t scale)
{
    const struct rows *rows = rows_in(board);
    const uint8_t *open = rows->open[rows->top];
    uint8_t half = board->n / 2;
    uint8_t done = cross[2] == CROSS_NONE ? 0 : (uint8_t)((cross[2] < half ? cross[2] : half) - cross[0] - 1);
    uint8_t eighth = 0;

    for (uint8_t a = 0; a < cross[0]; a++)
        done = (uint8_t)(done + half - 1 - a);
    while (cross[3] != CROSS_NONE && eighth < 7 &&
           (board->row == ROWS_DONE || ((open[eighth / 4] >> eighth % 4 * 2) & 3) == 0))
        eighth++;
    return share((uint16_t)(done * 8 + eighth), (uint16_t)(half * (half - 1) * 4), scale);
}

uint16_t count_part(const struct board *board)
{
    const uint8_t *cross = rows_in(board)->cross;

    if (!has_crosses(board->n))
        return plain_part(board);
    if (board->row == ROWS_END)
        return UINT16_MAX;
    if (cross[0] == CROSS_NONE)
        return cross[1] == CROSS_BESIDE ? ODD_PAIRS : 0;
    if (board->n % 2 == 0)
        return crosses_share(cross, board->n, UINT16_MAX);
    if (cross[0] == cross[1])
        return pairs_share(board, cross, ODD_PAIRS);
    return (uint16_t)(ODD_PAIRS + crosses_share(cross, board->n, UINT16_MAX - ODD_PAIRS));
}
