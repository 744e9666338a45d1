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

NOINLINE_FOR_STACK void cross_mark(const struct board *board)
{
    const struct rows *rows = rows_in(board);

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
                    cross_set(&cross[3], (uint8_t)(end - 1)); /* as before: at its end */
                    second = (uint8_t)(cross[0] + 1);
                }
                cross_set(&cross[1], second);
                third = (uint8_t)(cross[0] + 1);
            }
            cross_set(&cross[2], third);
            if (!first_fit(cross, board->n))
                continue;
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

/*
 * Rates how well two queens prune if they are in the middle columns, in these rows.  On the same side: best
 * above, where they prune from the first row on, then near the centre.  This places one queen of seven less
 * at n = 12, one of five at n = 14, than the cross as it is.  On two sides: best with as many free rows below
 * as possible, for the window.
 */
static uint8_t worth_of(uint8_t upper, uint8_t lower, uint8_t n)
{
    uint8_t most = upper < lower ? lower : upper;

    return (uint8_t)(most < n / 2 ? 64 + upper + lower : n - most);
}

/* May exchange rows and columns, and turn the board upside down. */
NOINLINE_FOR_STACK struct cross cross_turned(const struct board *board)
{
    const uint8_t *rows = rows_in(board)->cross + 2;
    const uint8_t *cols = rows_in(board)->cross;
    uint8_t n = board->n;
    uint8_t edge = (uint8_t)(n - 1);
    int8_t shift = column_shift(n);
    uint8_t best = 0;
    struct cross cross = {{0, 0}, {0, 0}};

    for (uint8_t i = 2; i != 0; i--) {
        uint8_t upper = rows[0], lower = rows[1], first = cols[0], second = cols[1];

        if ((uint8_t)(upper + lower) >= edge) {
            upper = (uint8_t)(edge - upper);
            lower = (uint8_t)(edge - lower);
            first = cols[1];
            second = cols[0];
        }
        uint8_t worth = worth_of(upper, lower, n);

        if (i == 2 || worth > best) {
            best = worth;
            cross.rows[0] = upper;
            cross.rows[1] = lower;
            cross.cols[0] = (int8_t)(first + shift);
            cross.cols[1] = (int8_t)(second + shift);
        }
        rows -= 2;
        cols += 2;
    }
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

/* The queens that an edge queen may meet: those of the cross, and that of the first edge column. */
struct others {
    int8_t col[5];
    uint8_t row[5];
};

/* Returns whether none of the first `count` of them attacks a queen in this place. */
static bool edge_fits(const struct others *others, uint8_t count, int8_t col, uint8_t row)
{
    for (uint8_t i = 0; i < count; i++) {
        uint8_t aside = distance((uint8_t)(col + 2), (uint8_t)(others->col[i] + 2)); /* columns from -1 on */
        uint8_t down = distance(row, others->row[i]);

        if (down == 0 || down == aside)
            return false;
    }
    return true;
}

NOINLINE_FOR_STACK bool edge_next(struct board *board)
{
    uint8_t *edges = rows_of(board)->edge;
    struct cross cross = cross_turned(board);
    uint8_t n = board->n;
    uint8_t low = cross_low(n);
    uint8_t last = (uint8_t)(n - 17);
    uint8_t edge = edges[0] == EDGE_FIRST ? 0 : last;
    struct others others = {
        {cross.cols[0], cross.cols[1], (int8_t)(low + column_shift(n)), 8, edge_column(&cross, 0)},
        {low, (uint8_t)(n - 1 - low), cross.rows[0], cross.rows[1], edges[0]}};

    for (;;) {
        uint8_t row = ++edges[edge];

        if (row >= n) {
            if (edge-- == 0) {
                edges[0] = EDGE_END;
                return false;
            }
        } else if (edge_fits(&others, (uint8_t)(4 + edge), edge_column(&cross, edge), row)) {
            if (edge == last)
                return true;
            others.row[4] = row;
            edges[++edge] = EDGE_FIRST;
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
