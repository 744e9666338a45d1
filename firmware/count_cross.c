/* The crosses of a count, in the order of their bytes. */
#include "count_cross.h"

#include <stdbool.h>
#include <string.h>

#include "count_rows.h"

#define CENTRE 4 /* behind the four queens of a cross: the one between its lines */

/* The middle lines: both rows and both columns bear these numbers. */
struct lines {
    uint8_t edge; /* n - 1 */
    uint8_t low;
    uint8_t high;
    uint8_t queens; /* queens to look at: CENTRE, or one more when the centre has one too */
};

struct square {
    uint8_t row;
    uint8_t col;
};

static struct lines lines_of(uint8_t n, bool centre)
{
    uint8_t edge = (uint8_t)(n - 1);
    uint8_t aside = centre ? 1 : 0;

    return (struct lines){edge, (uint8_t)(edge / 2 - aside), (uint8_t)(n / 2 + aside),
                          (uint8_t)(CENTRE + aside)};
}

static bool has_centre(const uint8_t cross[4], uint8_t n)
{
    return n % 2 == 1 && cross[0] != cross[1];
}

static struct square square_of(const struct lines *lines, const uint8_t cross[4], uint8_t queen)
{
    uint8_t line = queen % 2 == 0 ? lines->low : lines->high;

    if (queen == CENTRE)
        return (struct square){lines->edge / 2, lines->edge / 2};
    if (queen < 2)
        return (struct square){line, cross[queen]};
    return (struct square){cross[queen], line};
}

static uint8_t distance(uint8_t a, uint8_t b)
{
    return (uint8_t)(a < b ? b - a : a - b);
}

/* Can both stand?  A queen named twice is one queen. */
static bool squares_agree(struct square a, struct square b)
{
    uint8_t rows = distance(a.row, b.row);
    uint8_t cols = distance(a.col, b.col);

    return rows == 0 || cols == 0 ? rows == cols : rows != cols;
}

static bool queen_fits(const struct lines *lines, const uint8_t cross[4], uint8_t queen)
{
    struct square square = square_of(lines, cross, queen);

    if (lines->queens > CENTRE && !squares_agree(square, square_of(lines, cross, CENTRE)))
        return false;
    for (uint8_t other = 0; other < queen; other++)
        if (!squares_agree(square, square_of(lines, cross, other)))
            return false;
    return true;
}

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;

    *a = *b;
    *b = kept;
}

/* Bit 0 turns the cross upside down, bit 1 mirrors left and right, bit 2 makes columns of rows before that.
 */
static void cross_turn(uint8_t cross[4], uint8_t turn, uint8_t edge)
{
    if (turn & 4) {
        swap(&cross[0], &cross[2]);
        swap(&cross[1], &cross[3]);
    }
    if (turn & 1) {
        swap(&cross[0], &cross[1]);
        cross[2] = (uint8_t)(edge - cross[2]);
        cross[3] = (uint8_t)(edge - cross[3]);
    }
    if (turn & 2) {
        swap(&cross[2], &cross[3]);
        cross[0] = (uint8_t)(edge - cross[0]);
        cross[1] = (uint8_t)(edge - cross[1]);
    }
}

static uint8_t images_of(const uint8_t cross[4], uint8_t edge)
{
    uint8_t same = 0;

    for (uint8_t turn = 0; turn < 8; turn++) {
        uint8_t image[4];
        int order;

        memcpy(image, cross, sizeof image);
        cross_turn(image, turn, edge);
        order = memcmp(image, cross, sizeof image);
        if (order < 0)
            return 0;
        if (order == 0)
            same++;
    }
    return (uint8_t)(8 / same);
}

/*
 * Depth first over the four bytes.  Each byte comes first in some image, as it is or counted from the other
 * edge, so the least image has no byte nearer to an edge than its first: that leaves few crosses to turn
 * round and compare.
 */
static uint8_t next_between(uint8_t cross[4], const struct lines *lines)
{
    uint8_t queen = cross[0] == CROSS_NONE ? 0 : 3;

    for (;;) {
        uint8_t end = (uint8_t)(queen == 0 ? (lines->edge - 1) / 2 : lines->edge - cross[0]);

        if (cross[queen] == end) {
            if (queen == 0)
                return 0;
            queen--;
            continue;
        }
        cross[queen]++;
        if (!queen_fits(lines, cross, queen))
            continue;
        if (queen == 3) {
            uint8_t images = images_of(cross, lines->edge);

            if (images != 0)
                return images;
        } else {
            cross[++queen] = (uint8_t)(cross[0] - 1);
        }
    }
}

uint8_t cross_next(uint8_t cross[4], uint8_t n)
{
    bool centre = cross[0] != CROSS_NONE && has_centre(cross, n);
    struct lines lines = lines_of(n, centre);
    uint8_t images = next_between(cross, &lines);

    if (images == 0 && n % 2 == 1 && !centre) {
        lines = lines_of(n, true);
        cross[0] = CROSS_NONE;
        images = next_between(cross, &lines);
    }
    if (images == 0)
        cross[0] = CROSS_NONE;
    return images;
}

uint8_t cross_images(const uint8_t cross[4], uint8_t n)
{
    struct lines lines = lines_of(n, has_centre(cross, n));

    for (uint8_t queen = 0; queen < 4; queen++)
        if (cross[queen] >= n || !queen_fits(&lines, cross, queen))
            return 0;
    if (n % 2 == 1 && cross[0] == lines.edge / 2)
        return 0;
    return images_of(cross, lines.edge);
}

uint8_t cross_queens(const uint8_t cross[4], uint8_t n)
{
    struct lines lines = lines_of(n, has_centre(cross, n));

    if (lines.low == lines.high)
        return 2;
    /* Of the squares where the lines meet at most one can have a queen, which is then named twice. */
    for (uint8_t queen = 0; queen < 2; queen++)
        if (cross[queen] == lines.low || cross[queen] == lines.high)
            return 3;
    return lines.queens;
}

/* ---- On the board ---- */

static uint8_t above(const struct lines *lines, uint8_t a, uint8_t b)
{
    return (uint8_t)((a < lines->low) + (b < lines->low));
}

static uint8_t below(const struct lines *lines, uint8_t a, uint8_t b)
{
    return (uint8_t)((a > lines->high) + (b > lines->high));
}

/*
 * What it is worth to have `col` for the queens of the middle columns: first of all they should stand on one
 * side, to be above, where they prune from the first row on; then those of the rows near the edges.  Against
 * the first image that comes, this saves one queen of seven (n = 14: 3.33 M to 2.99 M squares tried in all).
 */
static uint8_t worth(const struct lines *lines, const uint8_t row[2], const uint8_t col[2])
{
    uint8_t up = above(lines, col[0], col[1]);
    uint8_t down = below(lines, col[0], col[1]);
    uint8_t out = (uint8_t)(distance((uint8_t)(2 * row[0]), lines->edge) +
                            distance((uint8_t)(2 * row[1]), lines->edge));

    return (uint8_t)((up > down ? up : down) * 64 + out);
}

static void bit_set(uint8_t *bytes, uint8_t bit)
{
    bytes[bit / 8] = (uint8_t)(bytes[bit / 8] | 1 << bit % 8);
}

static void queen_lay(struct rows *rows, struct square square, uint8_t first, uint8_t high)
{
    int8_t apart = (int8_t)(high - square.row);
    int8_t left = (int8_t)(square.col + apart);
    int8_t right = (int8_t)(square.col - apart);

    rows->cols[square.col / 8] &= (uint8_t) ~(1 << square.col % 8);
    bit_set(rows->left, (uint8_t)(8 + first + square.col - square.row));
    bit_set(rows->right, (uint8_t)(square.col + square.row - first));
    if (left >= 0 && left < 16)
        bit_set(rows->below_left, (uint8_t)left);
    if (right >= 0 && right < 16)
        bit_set(rows->below_right, (uint8_t)right);
}

/* The levels above: rows that the cross leaves free.  `first` is the first of them. */
static void above_lay(struct rows *rows, uint16_t taken, uint8_t first, const struct lines *lines)
{
    uint8_t last = first;

    for (uint8_t row = first; row < lines->low; row++)
        if ((taken >> row & 1) == 0) {
            last = row;
            rows->top++;
        } else {
            bit_set(&rows->skip, (uint8_t)(7 - (row - first)));
        }
    rows->top--;
    rows->form |= (uint8_t)(lines->high - last);
}

static void below_lay(struct rows *rows, uint16_t taken, uint8_t n, const struct lines *lines)
{
    uint8_t left = (taken >> lines->high) > 1 ? 2 : 3;
    uint8_t row = n;

    if (left == 2)
        rows->form |= FORM_PAIR;
    while (left > 0) {
        row--;
        if ((taken >> row & 1) == 0)
            left--;
        else if (left == 1)
            rows->form |= FORM_GAP;
    }
    bit_set(&rows->marks, (uint8_t)(7 - (row - lines->high - 1)));
    while (--row > lines->high)
        if ((taken >> row & 1) != 0)
            bit_set(&rows->marks, (uint8_t)(7 - (row - lines->high - 1)));
}

void cross_lay(struct board *board, const uint8_t cross[4], uint8_t images)
{
    struct rows *rows = rows_of(board);
    struct lines lines = lines_of(board->n, has_centre(cross, board->n));
    uint16_t taken = 0;
    uint8_t turned[4];
    uint8_t first = 0;

    memcpy(turned, cross, sizeof turned);
    memset(rows, 0, sizeof *rows);
    memcpy(rows->cross, turned, sizeof rows->cross);
    if (worth(&lines, turned + 2, turned) > worth(&lines, turned, turned + 2))
        cross_turn(turned, 4, lines.edge);
    if (below(&lines, turned[2], turned[3]) > above(&lines, turned[2], turned[3]))
        cross_turn(turned, 1, lines.edge);

    for (uint8_t queen = 0; queen < lines.queens; queen++)
        taken |= (uint16_t)(1U << square_of(&lines, turned, queen).row);
    while ((taken >> first & 1) != 0)
        first++;
    rows->cols[0] = 0xff;
    rows->cols[1] = (uint8_t)(0xff >> (16 - board->n));
    for (uint8_t queen = 0; queen < lines.queens; queen++)
        queen_lay(rows, square_of(&lines, turned, queen), first, lines.high);

    rows->form = (uint8_t)((images - 1) * 8);
    above_lay(rows, taken, first, &lines);
    below_lay(rows, taken, board->n, &lines);
    board->row = rows->top;
    rows_open(rows, rows->top);
}
