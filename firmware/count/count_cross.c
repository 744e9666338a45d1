/* The crosses of a count, in the order of their bytes. */
#include "firmware/count/count_cross.h"

#include "firmware/noinline.h"

#include <string.h>

static uint8_t distance(uint8_t a, uint8_t b)
{
    return (uint8_t)(a < b ? b - a : a - b);
}

/* The row of this queen, if it is one of the first two; its column, if it is one of the others. */
static uint8_t line_of(uint8_t queen, uint8_t n)
{
    uint8_t low = cross_low(n);

    return queen % 2 == 0 ? low : (uint8_t)(n - 1 - low);
}

/* The first queen, from `queen` on, that cannot stand with those before it; 4 if all can.  A queen that is
 * named twice is one queen. */
static uint8_t queen_unfit(const uint8_t cross[4], uint8_t queen, uint8_t n)
{
    uint8_t line = line_of(queen, n);

    for (; queen < 4; queen++, line = (uint8_t)(n - 1 - line)) {
        uint8_t earlier = cross_low(n);

        for (uint8_t i = 0; i < queen; i++, earlier = (uint8_t)(n - 1 - earlier)) {
            bool is_across = (i ^ queen) >= 2; /* a row's queen, a column's queen */
            uint8_t along = distance(is_across ? cross[queen] : line, earlier);
            uint8_t aside = distance(is_across ? line : cross[queen], cross[i]);

            if (along == aside ? along != 0 : along == 0 || aside == 0)
                return queen;
        }
    }
    return queen;
}

/*
 * One byte alone is less than all others, seen from either end of their lines: eight images.  If the first
 * byte comes again, then as
 *
 *   cross[2] far, cross[3] near   the same pair of lines, looked at from one end or the other: the second is
 *                                 searched.  All four lines, each seen from the end of the one before: two.
 *   cross[1] far                  a half turn, or
 *   cross[3] far                  a mirror at the second diagonal, takes the cross to one with the same first
 *                                 byte: the one with the lesser bytes is searched; if they are the same,
 *                                 there are but four images.
 *
 * All other ways attack each other.
 */
uint8_t cross_images(const struct board *board)
{
    const uint8_t *cross = rows_in(board)->cross;
    uint8_t edge = (uint8_t)(board->n - 1);
    uint8_t far = (uint8_t)(edge - cross[0]);
    uint8_t sum;

    if (cross[2] == far)
        return cross[1] == far && cross[3] == cross[0] ? 2 : 0;
    if (cross[3] == far)
        sum = (uint8_t)(cross[1] + cross[2]);
    else if (cross[1] == far && cross[3] != cross[0])
        sum = (uint8_t)(cross[2] + cross[3]);
    else
        return 8;
    return sum < edge ? 8 : sum == edge ? 4 : 0;
}

NOINLINE_FOR_STACK bool cross_settle(struct board *board, uint8_t queen)
{
    uint8_t *cross = rows_of(board)->cross;
    uint8_t end = (uint8_t)(board->n - 1 - cross[0]);
    uint8_t unfit = queen_unfit(cross, queen, board->n);

    for (uint8_t i = unfit; ++i < 4;)
        cross[i] = end;
    return unfit == 4 && cross_images(board) != 0;
}

/* The first byte is the least, from whichever end the others are counted: they go from it to as far from the
 * other edge. */
NOINLINE_FOR_STACK bool cross_next(struct board *board)
{
    uint8_t *cross = rows_of(board)->cross;
    uint8_t end = (uint8_t)(board->n - 1 - cross[0]);
    uint8_t queen = 3;

    while (queen > 0 && cross[queen] == end)
        queen--;
    cross[queen]++;
    for (uint8_t i = queen; ++i < 4;)
        cross[i] = cross[0];
    return cross_settle(board, queen);
}

bool cross_is_sound(const struct board *board)
{
    const uint8_t *cross = rows_in(board)->cross;
    uint8_t end = (uint8_t)(board->n - 1 - cross[0]);

    for (uint8_t i = 1; i < 4; i++)
        if (cross[i] < cross[0] || cross[i] > end)
            return false;
    return cross[0] <= cross_low(board->n);
}

/*
 * What it is worth that these two stand in the middle columns, in these rows.  On one side, to be above, where
 * they prune from the first row on, and then near the centre: so fewest queens are put.  Against the cross as it
 * comes, one of seven less at n = 12, of five at n = 14.  On two sides, as many free rows below as may be, for
 * the window.
 */
static uint8_t worth(const uint8_t rows[2], uint8_t n)
{
    uint8_t lower = rows[0] < rows[1] ? rows[1] : rows[0];

    if (lower < n / 2)
        return (uint8_t)(64 + rows[0] + rows[1]);
    return (uint8_t)(n - lower);
}

/* The other way up. */
static void flip(uint8_t of[2], const uint8_t from[2], uint8_t n)
{
    of[0] = (uint8_t)(n - 1 - from[0]);
    of[1] = (uint8_t)(n - 1 - from[1]);
}

/* Rows may be columns, and the board upside down. */
NOINLINE_FOR_STACK struct laid cross_lay(const struct board *board)
{
    const uint8_t *cross = rows_in(board)->cross;
    uint8_t n = board->n;
    uint8_t shift = column_shift(n);
    struct laid laid;
    uint8_t best = 0;

    for (uint8_t way = 0; way < 4; way++) {
        const uint8_t *rows = way < 2 ? cross : cross + 2;
        const uint8_t *cols = way < 2 ? cross + 2 : cross;
        bool is_flipped = way % 2 != 0;
        uint8_t turned[2] = {rows[0], rows[1]};

        if (is_flipped)
            flip(turned, rows, n);
        if (worth(turned, n) < best)
            continue;
        best = worth(turned, n);
        laid.rows[0] = turned[0];
        laid.rows[1] = turned[1];
        laid.cols[0] = (uint8_t)(cols[is_flipped] + shift);
        laid.cols[1] = (uint8_t)(cols[!is_flipped] + shift);
    }
    return laid;
}
