/* The crosses of a count, in the order of their bytes. */
#include "count_cross.h"

#include <stdbool.h>
#include <string.h>

#include "count_rows.h"

/*
 * The lines of a cross are `low` and `edge` - `low`, both as rows and as columns, with `edge` = n - 1.  They
 * are one line when n is odd, or two neighbours when it is even; or, when n is odd and a queen stands in the
 * centre, those beside it.
 */
#define CENTRE 4 /* the queen of the centre, behind the four of the cross */

static uint8_t low_of(const uint8_t cross[4], uint8_t n)
{
    uint8_t low = (uint8_t)((n - 1) / 2);
    bool beside = cross[0] == CROSS_NONE ? cross[1] == CROSS_BESIDE : cross[0] != cross[1];

    return n % 2 == 1 && beside ? (uint8_t)(low - 1) : low;
}

/* Queens to look at: CENTRE, or one more when the centre has one. */
static uint8_t queens_of(uint8_t edge, uint8_t low)
{
    return edge - 2 * low == 2 ? CENTRE + 1 : CENTRE;
}

/* The square of a queen: its row in the high four bits, its column in the low four. */
static uint8_t square_of(const uint8_t cross[4], uint8_t queen, uint8_t edge, uint8_t low)
{
    uint8_t line = queen % 2 == 0 ? low : (uint8_t)(edge - low);

    if (queen == CENTRE)
        return (uint8_t)(edge / 2 * 0x11);
    return (uint8_t)(queen < 2 ? line << 4 | cross[queen] : cross[queen] << 4 | line);
}

static uint8_t distance(uint8_t a, uint8_t b)
{
    return (uint8_t)(a < b ? b - a : a - b);
}

/* Can both stand?  A queen that is named twice is one queen. */
static bool squares_agree(uint8_t a, uint8_t b)
{
    uint8_t rows = distance(a >> 4, b >> 4);
    uint8_t cols = distance(a & 15, b & 15);

    return a == b || (rows != 0 && cols != 0 && rows != cols);
}

/* The squares of a cross, so that they are worked out once; before them that of the centre. */
struct squares {
    uint8_t at[1 + 4];
    uint8_t first; /* 0 when the centre has a queen, else 1 */
};

static void squares_find(struct squares *squares, const uint8_t cross[4], uint8_t edge, uint8_t low)
{
    squares->first = queens_of(edge, low) > CENTRE ? 0 : 1;
    squares->at[0] = square_of(cross, CENTRE, edge, low);
    for (uint8_t queen = 0; queen < 4; queen++)
        squares->at[1 + queen] = square_of(cross, queen, edge, low);
}

static bool queen_fits(const struct squares *squares, uint8_t queen)
{
    for (uint8_t i = squares->first; i <= queen; i++)
        if (!squares_agree(squares->at[1 + queen], squares->at[i]))
            return false;
    return true;
}

/* ---- Images ---- */

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;

    *a = *b;
    *b = kept;
}

/* Rows become columns. */
static void cross_transpose(uint8_t cross[4])
{
    swap(&cross[0], &cross[2]);
    swap(&cross[1], &cross[3]);
}

/* Upside down. */
static void cross_flip(uint8_t cross[4], uint8_t edge)
{
    swap(&cross[0], &cross[1]);
    cross[2] = (uint8_t)(edge - cross[2]);
    cross[3] = (uint8_t)(edge - cross[3]);
}

/* Different images of the least one; 0 for any other.  Transposed and flipped in turn, it goes through all
 * eight. */
static uint8_t images_of(const uint8_t cross[4], uint8_t edge)
{
    uint8_t image[4];
    uint8_t same = 0;

    memcpy(image, cross, sizeof image);
    for (uint8_t turn = 0; turn < 8; turn++) {
        int order = memcmp(image, cross, sizeof image);

        if (order < 0)
            return 0;
        if (order == 0)
            same++;
        if (turn % 2 == 0)
            cross_transpose(image);
        else
            cross_flip(image, edge);
    }
    return same == 1 ? 8 : same == 2 ? 4 : same == 4 ? 2 : 1;
}

#define STEPS 30 /* squares looked at, before cross_next may be left */

/* Queens of a cross that is not complete, for cross_next was left: the byte behind them is CROSS_NONE.
 * Else 4. */
static uint8_t begun(const uint8_t cross[4])
{
    uint8_t queen = 0;

    while (queen < 4 && cross[queen] != CROSS_NONE)
        queen++;
    return queen;
}

/*
 * Depth first over the four bytes.  Each byte comes first in some image, as it is or counted from the other
 * edge, so the least image has no byte nearer to an edge than its first: that leaves few crosses to turn
 * round and compare.
 */
static uint8_t next_between(uint8_t cross[4], uint8_t edge, uint8_t low)
{
    uint8_t queen = begun(cross);
    uint8_t steps = STEPS;
    struct squares squares;

    if (queen == 4)
        queen = 3;
    else if (queen > 0)
        cross[queen] = (uint8_t)(cross[0] - 1);

    squares_find(&squares, cross, edge, low);
    for (;;) {
        uint8_t end = (uint8_t)(queen == 0 ? (edge - 1) / 2 : edge - cross[0]);

        if (cross[queen] == end) {
            if (queen-- == 0)
                return 0;
            continue;
        }
        cross[queen]++;
        if (steps != 0)
            steps--;
        squares.at[1 + queen] = square_of(cross, queen, edge, low);
        if (!queen_fits(&squares, queen))
            continue;
        if (queen == 3) {
            uint8_t images = images_of(cross, edge);

            if (images != 0)
                return images;
        } else {
            cross[++queen] = (uint8_t)(cross[0] - 1);
            if (steps == 0 && queen > 1) {
                cross[2] = queen == 2 ? CROSS_NONE : cross[2];
                cross[3] = CROSS_NONE;
                return 0;
            }
        }
    }
}

uint8_t cross_next(uint8_t cross[4], uint8_t n)
{
    uint8_t edge = (uint8_t)(n - 1);
    uint8_t low = low_of(cross, n);
    uint8_t images = next_between(cross, edge, low);

    if (images == 0 && begun(cross) == 4) {
        cross[0] = CROSS_NONE;
        cross[1] = edge == 2 * low ? CROSS_BESIDE : CROSS_NONE;
    }
    return images;
}

uint8_t cross_images(const uint8_t cross[4], uint8_t n)
{
    uint8_t edge = (uint8_t)(n - 1);
    uint8_t low = low_of(cross, n);
    uint8_t queens = begun(cross);
    struct squares squares;

    squares_find(&squares, cross, edge, low);
    for (uint8_t queen = 0; queen < queens; queen++)
        if (cross[queen] > edge || !queen_fits(&squares, queen))
            return 0;
    if (edge == 2 * low && cross[0] == low)
        return 0; /* the centre alone */
    return queens == 4 ? images_of(cross, edge) : CROSS_NONE;
}

uint8_t cross_queens(const uint8_t cross[4], uint8_t n)
{
    uint8_t edge = (uint8_t)(n - 1);
    uint8_t low = low_of(cross, n);

    if (edge == 2 * low)
        return 2;
    /* At most one square where the lines meet has a queen, and its column is among those of the rows. */
    for (uint8_t queen = 0; queen < 2; queen++)
        if (cross[queen] == low || cross[queen] == edge - low)
            return 3;
    return queens_of(edge, low);
}

/* ---- On the board ---- */

/* 1 << bit % 8, in three steps: the chip shifts by one bit at a time, in a loop. */
static uint8_t bit_of(uint8_t bit)
{
    uint8_t mask = (uint8_t)((bit & 1) + 1);

    if ((bit & 2) != 0)
        mask = (uint8_t)(mask << 2);
    return (uint8_t)((bit & 4) != 0 ? mask << 4 : mask);
}

static void bit_set(uint8_t *bytes, uint8_t bit)
{
    bytes[bit / 8] |= bit_of(bit);
}

static bool bit_is_set(const uint8_t *bytes, uint8_t bit)
{
    return (bytes[bit / 8] & bit_of(bit)) != 0;
}

static uint8_t above(const uint8_t rows[2], uint8_t low)
{
    return (uint8_t)((rows[0] < low) + (rows[1] < low));
}

static uint8_t below(const uint8_t rows[2], uint8_t high)
{
    return (uint8_t)((rows[0] > high) + (rows[1] > high));
}

/*
 * What it is worth to have `col` for the queens of the middle columns: first of all they should stand on one
 * side, to be above, where they prune from the first row on; then those of the rows near the edges.  Against
 * the first image that comes, this saves one queen of ten (n = 14: 3.33 M to 2.99 M squares tried in all).
 */
static uint8_t worth(const uint8_t row[2], const uint8_t col[2], uint8_t edge, uint8_t low)
{
    uint8_t up = above(col, low);
    uint8_t down = below(col, (uint8_t)(edge - low));
    uint8_t out = (uint8_t)(distance((uint8_t)(2 * row[0]), edge) + distance((uint8_t)(2 * row[1]), edge));

    return (uint8_t)((up > down ? up : down) * 64 + out);
}

/* Its diagonals as seen from row 0.  The queen's row and column are taken. */
static void queen_lay(struct rows *rows, uint8_t taken[2], uint8_t square)
{
    uint8_t row = square >> 4;
    uint8_t col = square & 15;

    bit_set(taken, row);
    bit_set(rows->cols, col);
    bit_set(rows->left, (uint8_t)(8 + col - row));
    bit_set(rows->right, (uint8_t)(col + row));
}

static void above_lay(struct rows *rows, const uint8_t taken[2], uint8_t low, uint8_t high)
{
    uint8_t apart = 0;

    rows->top = 0xff;
    for (uint8_t row = 0; row < low; row++)
        if (bit_is_set(taken, row)) {
            bit_set(&rows->skip, (uint8_t)(7 - row));
        } else {
            apart = (uint8_t)(high - row);
            rows->top++;
        }
    rows->form = (uint8_t)(rows->form | apart);
    if ((rows->skip & 0x80) != 0)
        rows_down(rows);
}

static void below_lay(struct rows *rows, const uint8_t taken[2], uint8_t edge, uint8_t high)
{
    uint8_t left = (rows->form & FORM_PAIR) != 0 ? 2 : 3;

    for (uint8_t row = edge; row > high; row--)
        if (bit_is_set(taken, row)) {
            if (left == 0)
                bit_set(&rows->marks, (uint8_t)(8 + high - row));
            else if (left == 1)
                rows->form |= FORM_GAP;
        } else if (left != 0 && --left == 0) {
            bit_set(&rows->marks, (uint8_t)(8 + high - row));
        }
}

void cross_lay(struct board *board, const uint8_t cross[4], uint8_t images)
{
    struct rows *rows = rows_of(board);
    uint8_t edge = (uint8_t)(board->n - 1);
    uint8_t low = low_of(cross, board->n);
    uint8_t high = (uint8_t)(edge - low);
    uint8_t *turned = rows->laid;
    uint8_t *taken = rows->open[0]; /* not needed before the end */

    memset(rows, 0, sizeof *rows);
    memcpy(rows->cross, cross, sizeof rows->cross);
    memcpy(turned, cross, sizeof rows->laid);
    if (worth(turned + 2, turned, edge, low) > worth(turned, turned + 2, edge, low))
        cross_transpose(turned);
    if (below(turned + 2, high) > above(turned + 2, low))
        cross_flip(turned, edge);

    for (uint8_t queen = queens_of(edge, low); queen-- > 0;)
        queen_lay(rows, taken, square_of(turned, queen, edge, low));
    rows->cols[0] = (uint8_t)~rows->cols[0];
    rows->cols[1] = (uint8_t)(~rows->cols[1] & 0xff >> (16 - board->n));

    rows->form = (uint8_t)((images - 1) * 8);
    if (below(turned + 2, high) != 0)
        rows->form |= FORM_PAIR;
    above_lay(rows, taken, low, high);
    below_lay(rows, taken, edge, high);
    board->row = rows->top;
    rows_open(rows, rows->top);
}
