/* The crosses of a count, in the order of their bytes. */
#include "firmware/count/count_cross.h"

#include "firmware/noinline.h"
#include "hal/slice.h"

/* Steps of one call of cross_next, at up to 600 cycles each. */
#define STEPS 16

/*
 * Sets a byte of the cross, and XORs slice_check with its change.  Inline, it saves 28,000 cycles of
 * count 12, for 42 bytes.
 */
__attribute__((always_inline)) static inline void cross_set(uint8_t *byte, uint8_t value)
{
    slice_check ^= *byte ^ value;
    *byte = value;
}

NOINLINE_FOR_STACK void cross_check(const struct board *board)
{
    const struct rows *rows = rows_in(board);

    if (!rows_are_part(rows))
        return;
    slice_check ^= (uint8_t)(CHECK_CALL ^ rows->edge[0] ^ rows->edge[1] ^ rows->cross[3] << 1);
}

static uint8_t distance(uint8_t a, uint8_t b)
{
    return (uint8_t)(a < b ? b - a : a - b);
}

/* The rows, and the columns, of a cross are so far apart. */
static uint8_t gap_of(uint8_t n)
{
    return (uint8_t)(n % 2 + 1);
}

/*
 * Returns whether the second and the third queen do not attack those before.  If the second one does, sets
 * the third byte to its end, so that the second one moves next.
 */
static bool first_fit(uint8_t cross[4], uint8_t n)
{
    uint8_t low = cross_low(n);
    uint8_t gap = gap_of(n);
    uint8_t end = (uint8_t)(n - 1 - cross[0]);
    uint8_t aside = distance(cross[1], low);
    uint8_t along = distance(cross[2], (uint8_t)(low + gap));

    if (cross[1] == cross[0] || cross[1] == (uint8_t)(cross[0] + gap)) {
        cross_set(&cross[2], end);
        return false;
    }
    if (cross[2] == cross[0] || cross[2] == low || cross[2] == (uint8_t)(end - gap))
        return false;
    if (aside == 0 || along == 0) /* where the lines meet, both are one queen */
        return aside == along;
    return aside != along;
}

/*
 * Moves the last queen to the first place without attack from `at` on; false if there is none.  Nearly all of
 * the time is spent here.  At its end, the first queen attacks it.
 */
static bool last_next(uint8_t cross[4], uint8_t n, uint8_t at)
{
    uint8_t low = cross_low(n);
    uint8_t gap = gap_of(n);
    uint8_t high = (uint8_t)(low + gap);
    uint8_t end = (uint8_t)(n - 1 - cross[0]);
    uint8_t stop = end;
    uint8_t third = cross[2];
    uint8_t lower = cross[1]; /* the second queen attacks these three places */
    uint8_t upper = (uint8_t)(high + high - lower);
    bool is_found;

    if (lower == high) { /* where the lines meet, both are one queen */
        lower = upper = high = low;
        stop = (uint8_t)(low + gap + 1);
        if (at < stop)
            at = (uint8_t)(stop - 1);
    }
    for (; at < stop; at++) {
        if (at == low || at == high || at == lower || at == upper)
            continue;
        if (at == third || at == (uint8_t)(third - gap) || at == (uint8_t)(third + gap))
            continue;
        break;
    }
    is_found = at < stop;
    cross_set(&cross[3], is_found ? at : end);
    return is_found;
}

/*
 * The image that is searched is the one with the least first byte.  So no queen is nearer to an end of its
 * line than the first one, but others may be as near.  `far` is that distance from the other end.
 *
 *   no other is so near    no other image has this first byte: eight images
 *   cross[3] == cross[0]   an image with cross[2] == far has the same first byte: this one is searched
 *   cross[2] == far        that other image.  But if all four are so near, each from the end after the one
 *                          before, a quarter turn changes nothing: two images
 *   cross[1] == far        a half turn has the same first byte: the image with the smaller other bytes is
 *                          searched.  If they are equal, a half turn changes nothing: four images
 *
 * In all other cases queens attack each other.
 */
uint8_t cross_images(const struct board *board)
{
    const uint8_t *cross = rows_in(board)->cross;
    uint8_t edge = (uint8_t)(board->n - 1);
    uint8_t far = (uint8_t)(edge - cross[0]);
    uint8_t sum;

    if (cross[2] == far)
        return cross[1] == far && cross[3] == cross[0] ? 2 : 0;
    if (cross[1] != far || cross[3] == cross[0])
        return 8;
    sum = (uint8_t)(cross[2] + cross[3]);
    return sum < edge ? 8 : sum == edge ? 4 : 0;
}

NOINLINE_FOR_STACK bool cross_fits(struct board *board)
{
    uint8_t *cross = rows_of(board)->cross;
    uint8_t last = cross[3];

    return first_fit(cross, board->n) && last_next(cross, board->n, last) && cross[3] == last &&
           cross_images(board) != 0;
}

/*
 * The first byte is the least, from whichever end the others are counted: so they are at least as far from
 * both edges.  The second and the third byte are never equal to the first one.
 */
NOINLINE_FOR_STACK bool cross_next(struct board *board)
{
    uint8_t *cross = rows_of(board)->cross;

    for (uint8_t steps = STEPS; steps != 0 && !cross_is_end(board); steps--) {
        uint8_t end = (uint8_t)(board->n - 1 - cross[0]);
        uint8_t at = (uint8_t)(cross[3] + 1);

        if (cross[3] == end) {
            uint8_t third = (uint8_t)(cross[2] + 1);

            if (cross[2] == end) {
                uint8_t second = (uint8_t)(cross[1] + 1);

                if (cross[1] == end) {
                    cross_set(&cross[0], (uint8_t)(cross[0] + 1));
                    second = (uint8_t)(cross[0] + 1);
                }
                cross_set(&cross[1], second);
                third = (uint8_t)(cross[0] + 1);
            }
            cross_set(&cross[2], third);
            if (!first_fit(cross, board->n)) {
                cross_set(&cross[3], (uint8_t)(board->n - 1 - cross[0]));
                continue;
            }
            at = cross[0];
        }
        if (last_next(cross, board->n, at) && cross_images(board) != 0) {
            cross_check(board);
            return true;
        }
    }
    return false;
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

/* The rows of the queens of two middle columns, and how well they prune. */
struct side {
    uint8_t upper;
    uint8_t lower;
    uint8_t worth;
    bool flipped;
};

/*
 * Rates how well two queens prune if they are in the middle columns, in these rows.  On the same side: best
 * above, where they prune from the first row on, then near the centre.  This places one queen of seven less
 * at n = 12, one of five at n = 14, than the cross as it is.  On two sides: best with as many free rows below
 * as possible, for the window.
 */
static struct side side_of(uint8_t a, uint8_t b, uint8_t n)
{
    uint8_t edge = (uint8_t)(n - 1);
    struct side side = {a, b, 0, (uint8_t)(a + b) >= edge};
    uint8_t most;

    if (side.flipped) {
        side.upper = (uint8_t)(edge - a);
        side.lower = (uint8_t)(edge - b);
    }
    most = side.upper < side.lower ? side.lower : side.upper;
    side.worth = (uint8_t)(most < n / 2 ? 64 + side.upper + side.lower : n - most);
    return side;
}

/* May exchange rows and columns, and turn the board upside down. */
NOINLINE_FOR_STACK struct cross cross_turned(const struct board *board)
{
    const uint8_t *cols = rows_in(board)->cross;
    struct side side = side_of(cols[2], cols[3], board->n);
    struct side other = side_of(cols[0], cols[1], board->n);
    int8_t shift = column_shift(board->n);
    struct cross cross;

    if (other.worth > side.worth) {
        side = other;
        cols += 2;
    }
    cross.rows[0] = side.upper;
    cross.rows[1] = side.lower;
    cross.cols[0] = (int8_t)(cols[side.flipped] + shift);
    cross.cols[1] = (int8_t)(cols[!side.flipped] + shift);
    return cross;
}

/* ---- Edge columns ---- */

void edge_begin(struct board *board, bool is_at_start)
{
    struct rows *rows = rows_of(board);

    rows->edge[0] = rows->edge[1] = EDGE_NONE;
    if (COUNT_HAS_EDGES && board->n > 16)
        rows->edge[0] = is_at_start ? EDGE_FIRST : EDGE_END;
}

#if COUNT_HAS_EDGES

static bool edge_attacks(int8_t col, uint8_t row, int8_t other_col, uint8_t other_row)
{
    return row == other_row ||
           distance(row, other_row) == (uint8_t)(col < other_col ? other_col - col : col - other_col);
}

/* Returns whether no queen of the cross attacks the queen of this edge column in this row. */
static bool edge_fits(const struct board *board, const struct cross *cross, uint8_t edge, uint8_t row)
{
    uint8_t low = cross_low(board->n);
    uint8_t high = (uint8_t)(board->n - 1 - low);
    int8_t shift = column_shift(board->n);
    int8_t col = edge_column(cross, edge);

    return !edge_attacks(col, row, cross->cols[0], low) && !edge_attacks(col, row, cross->cols[1], high) &&
           !edge_attacks(col, row, (int8_t)(low + shift), cross->rows[0]) &&
           !edge_attacks(col, row, (int8_t)(high + shift), cross->rows[1]) &&
           (edge == 0 || !edge_attacks(col, row, edge_column(cross, 0), rows_in(board)->edge[0]));
}

NOINLINE_FOR_STACK bool edge_next(struct board *board)
{
    struct rows *rows = rows_of(board);
    struct cross cross = cross_turned(board);
    uint8_t last = (uint8_t)(board->n - 17);
    uint8_t edge = rows->edge[0] == EDGE_FIRST ? 0 : last;

    for (;;) {
        uint8_t *row = &rows->edge[edge];

        do
            (*row)++;
        while (*row < board->n && !edge_fits(board, &cross, edge, *row));
        if (*row >= board->n) {
            if (edge-- == 0) {
                rows->edge[0] = EDGE_END;
                return false;
            }
        } else if (edge == last) {
            return true;
        } else {
            rows->edge[++edge] = EDGE_FIRST;
        }
    }
}

#else

bool edge_next(struct board *board)
{
    (void)board;
    return false;
}

#endif
