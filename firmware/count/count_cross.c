/* The crosses of a count, in the order of their bytes. */
#include "firmware/count/count_cross.h"

#include "firmware/count/count_state.h"
#include "firmware/noinline.h"
#include "hal/slice.h"

#include <string.h>

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
    slice_check ^= (uint8_t)(CHECK_CALL ^ rows->cross[3] << 1 ^ sum_xor(rows->edge, rows + 1));
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
 * Moves the last queen to the first square without attack from `at` on; false if there is none.  Nearly all
 * of the time is spent here.  At its end, the first queen attacks it.
 */
static bool last_next(uint8_t cross[4], uint8_t n, uint8_t at)
{
    uint8_t low = cross_low(n);
    uint8_t gap = gap_of(n);
    uint8_t high = (uint8_t)(low + gap);
    uint8_t end = (uint8_t)(n - 1 - cross[0]);
    uint8_t stop = end;
    uint8_t third = cross[2];
    uint8_t lower = cross[1]; /* the second queen attacks these three squares */
    uint8_t upper = (uint8_t)(high + high - lower);
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
    bool is_found = at < stop;
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
 *                          searched.  If they are equal, a half turn changes nothing: four images.  With
 *                          cross[3] == cross[0] it is the smaller one: eight
 *
 * In all other cases queens attack each other.
 */
uint8_t cross_images(const struct board *board)
{
    const uint8_t *cross = rows_in(board)->cross;
    uint8_t edge = (uint8_t)(board->n - 1);
    uint8_t far = (uint8_t)(edge - cross[0]);
    if (cross[2] == far)
        return cross[1] == far && cross[3] == cross[0] ? 2 : 0;
    if (cross[1] != far)
        return 8;
    uint8_t sum = (uint8_t)(cross[2] + cross[3]);
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
    if (rows_have_edges(board->n))
        for (uint8_t edge = (uint8_t)(board->n - COUNT_WIDTH); edge < EDGES_MAX; edge++)
            if (rows_in(board)->edge[edge] != EDGE_NONE)
                return false;
    return cross[0] <= cross_low(board->n);
}

/*
 * Rates how well two queens prune if they are in the middle columns, in these rows.  On the same side: best
 * above, where they prune from the first row on, then near the centre.  On two sides: best with as
 * many free rows below as possible, for the window.
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

#define EDGE_FIRST 0xff /* before the first row */
#define EDGE_NO    0xff /* no edge column */
#define EDGE_ROWS  20   /* of the largest board with edge columns */
#define EDGE_STEPS 26   /* of a call of edge_next, two at up to 1,500 cycles together */

void edge_end(struct board *board)
{
    for (uint8_t edge = 0; edge < EDGES_MAX; edge++)
        rows_of(board)->edge[edge] = EDGE_NONE;
}

void edge_begin(struct board *board)
{
    rows_of(board)->edge[0] = EDGE_FIRST; /* the others are after their last rows */
}

/* The last edge column that is not after its last row, so the columns after it begin again. */
NOINLINE_FOR_FLASH static uint8_t edge_current(const struct board *board)
{
    uint8_t edge = (uint8_t)(board->n - COUNT_WIDTH);
    while (edge-- > 0 && (uint8_t)(rows_in(board)->edge[edge] + 1) > board->n) {
    }
    return edge;
}

bool edges_are_done(const struct board *board)
{
    return edge_current(board) == EDGE_NO;
}

/* Marks the rows of a column that a queen attacks: one of this row, so many columns away. */
NOINLINE_FOR_FLASH static void mark(bool is_attacked[EDGE_ROWS], int8_t right, uint8_t row)
{
    row = (uint8_t)(row - right);
    for (uint8_t i = 3; i != 0; i--, row = (uint8_t)(row + right))
        if (row < EDGE_ROWS)
            is_attacked[row] = true;
}

/* The same for the queens of the cross and of the edge columns before this one. */
static void edge_mark(bool is_attacked[EDGE_ROWS], const struct board *board, const struct cross *cross,
                      uint8_t edge)
{
    int8_t col = edge_column(edge);
    uint8_t low = cross_low(board->n);
    memset(is_attacked, false, EDGE_ROWS);
    mark(is_attacked, (int8_t)(col - cross->cols[0]), low);
    mark(is_attacked, (int8_t)(col - cross->cols[1]), (uint8_t)(board->n - 1 - low));
    mark(is_attacked, (int8_t)(col - 8 + gap_of(board->n)), cross->rows[0]);
    mark(is_attacked, (int8_t)(col - 8), cross->rows[1]);
    while (edge-- > 0)
        mark(is_attacked, (int8_t)(col - edge_column(edge)), rows_in(board)->edge[edge]);
}

static void turn_set(uint8_t turn[2], uint16_t others)
{
    slice_check ^= (uint8_t)(turn[0] ^ turn[1] ^ others ^ others >> 8);
    turn[0] = (uint8_t)others;
    turn[1] = (uint8_t)(others >> 8);
}

/* In the last edge column, each free row is a placement: three million at n = 19, of which this part has one
 * of `parts`.  To pass one of another part takes 15 cycles. */
NOINLINE_FOR_STACK bool edge_next(struct board *board, uint16_t parts, struct cross cross)
{
    struct rows *rows = rows_of(board);
    uint8_t n = board->n;
    uint16_t turn = (uint16_t)(rows->turn[0] | rows->turn[1] << 8);
    bool is_found = false;
    bool is_attacked[EDGE_ROWS];
    /* A received byte ends it, so that the rows of a placement begin with room in the receive ring. */
    for (uint8_t steps = EDGE_STEPS; steps != 0 && !is_found && !slice_has_input(); steps--) {
        uint8_t edge = edge_current(board);
        bool is_last = edge == n - COUNT_WIDTH - 1;
        uint8_t row = EDGE_NONE;
        if (edge == EDGE_NO)
            break;
        if (edge_column(edge) != cross.cols[0] && edge_column(edge) != cross.cols[1]) {
            edge_mark(is_attacked, board, &cross, edge);
            for (row = (uint8_t)(rows->edge[edge] + 1); row < n; row++) {
                if (is_attacked[row])
                    continue;
                if (!is_last || turn == 0)
                    break;
                turn--;
            }
        }
        rows->edge[edge] = row;
        if (row == n)
            continue;
        if (is_last)
            is_found = turn-- == 0;
        else
            rows->edge[edge + 1] = EDGE_FIRST;
    }
    turn_set(rows->turn, is_found ? (uint16_t)(parts - 1) : turn);
    return is_found;
}
