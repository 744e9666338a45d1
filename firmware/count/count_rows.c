/* The rows of a count in plain C: what count_rows_avr.S is held against, queen for queen. */
#ifndef __AVR__ /* on the chip the assembly does all this */

#include "firmware/count/count_rows.h"

#include <stdbool.h>

/* What kind of row it is.  The lines of the cross come in on one side, row by row; in this order the assembly
 * shifts the bits out. */
#define MARK_LEFT   0x80 /* a diagonal comes in at column 0 */
#define MARK_RIGHT  0x40 /* one comes in at column 15 */
#define MARK_TAKEN  0x20 /* the row belongs to the cross */
#define MARK_AHEAD  0x10 /* the third last free row: from here the last two are looked at ahead */
#define MARK_PAIR   0x08 /* the second last, which is filled together with the last */
#define MARK_LAST   0x04
#define MARK_BEHIND 0x01 /* the row above belongs to the cross */

/* The lines as seen from the row in work.  What has left the board stays beside it, to come back when the
 * queen is lifted. */
struct view {
    uint32_t left;  /* seen is the low half */
    uint32_t right; /* seen is the high half */
    uint16_t cols;  /* free columns */
    uint8_t *mark;  /* behind the row in work */
};

static uint16_t word_of(const uint8_t bytes[2])
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static void word_set(uint8_t bytes[2], uint16_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
}

static uint16_t lowest(uint16_t set)
{
    return (uint16_t)(set & -set);
}

static uint16_t view_open(const struct view *view)
{
    return (uint16_t)(view->cols & ~(view->left | view->right >> 16));
}

/* To the next free row; its mark. */
static uint8_t view_down(struct view *view)
{
    uint8_t mark;

    do {
        mark = *view->mark++;
        view->left = view->left << 1 | ((mark & MARK_LEFT) != 0 ? 1 : 0);
        view->right = view->right >> 1 | ((mark & MARK_RIGHT) != 0 ? UINT32_C(1) << 31 : 0);
    } while ((mark & MARK_TAKEN) != 0);
    return mark;
}

static void view_up(struct view *view)
{
    do {
        view->left >>= 1;
        view->right <<= 1;
    } while ((*--view->mark & MARK_BEHIND) != 0);
}

/* Puts a queen, or lifts it. */
static void queen_flip(struct view *view, uint16_t queen)
{
    view->left ^= queen;
    view->right ^= (uint32_t)queen << 16;
    view->cols ^= queen;
}

/* What is left to try. */
static uint16_t queen_off(struct view *view, uint16_t open)
{
    queen_flip(view, lowest(open));
    return (uint16_t)(open & (open - 1));
}

/* Are squares open in both of the next two rows? */
static bool is_open_ahead(struct view view)
{
    view_down(&view);
    if (view_open(&view) == 0)
        return false;
    view_down(&view);
    return view_open(&view) != 0;
}

/*
 * Two rows and two columns are left.  A square below is of no use if the other column's square above attacks
 * it, which goes for both or none: as if queens stood on both.  Different sets of these two columns: one way,
 * whichever they are.  The same set: two ways if it has both columns, else none.
 */
static uint8_t pairs(struct view view, uint16_t upper)
{
    uint16_t lower;

    view.left |= view.cols;
    view.right |= (uint32_t)view.cols << 16;
    view_down(&view);
    lower = view_open(&view);
    if (upper == 0 || lower == 0)
        return 0;
    if (upper != lower)
        return 1;
    return upper == view.cols ? 2 : 0;
}

/*
 * Lays the queens of the cross from the last row up to above the first one: on this way up, a diagonal goes
 * out where it will come in on the way down.
 */
static struct view view_lay(struct laid *laid, uint8_t n)
{
    struct view view = {0, 0, 0, laid->rows + n};
    uint16_t taken = 0;
    uint8_t end = MARK_LAST;

    while (view.mark != laid->rows) {
        uint8_t col = *--view.mark;
        uint8_t mark = MARK_TAKEN;

        if (col == ROW_FREE) {
            mark = end;
            end = (uint8_t)(end << 1 & (MARK_PAIR | MARK_AHEAD));
        } else {
            uint16_t queen = (uint16_t)(1U << col);

            view.left |= queen;
            view.right |= (uint32_t)queen << 16;
            taken |= queen;
            view.mark[1] |= MARK_BEHIND;
        }
        if ((view.left & 1) != 0)
            mark |= MARK_LEFT;
        if (view.right >> 31 != 0)
            mark |= MARK_RIGHT;
        view.left >>= 1;
        view.right <<= 1;
        view.cols = (uint16_t)(view.cols << 1 | 1);
        *view.mark = mark;
    }
    view.cols ^= taken;
    return view;
}

uint16_t rows_run(struct board *board, struct laid *laid)
{
    struct rows *rows = rows_of(board);
    struct view view = view_lay(laid, board->n);
    bool again = true; /* on the way down to board.row */
    uint16_t found = 0;
    uint8_t level = 0;
    uint16_t open = 0; /* on this level */

    for (;; rows->budget--) {
        uint8_t mark = view_down(&view);
        uint16_t next = view_open(&view);

        if ((mark & MARK_PAIR) != 0) {
            found = (uint16_t)(found + pairs(view, next));
            next = 0;
        } else if (again) {
            next &= word_of(rows->open[level + 1]);
            again = level + 1 != board->row;
        } else if ((mark & MARK_AHEAD) != 0 && !is_open_ahead(view)) {
            next = 0;
        }
        if (next != 0) {
            word_set(rows->open[level++], open);
            open = next;
        } else {
            view_up(&view);
            open = queen_off(&view, open);
        }
        while (open == 0) {
            if (level == 0) {
                board->row = ROWS_DONE;
                return found;
            }
            view_up(&view);
            open = queen_off(&view, word_of(rows->open[--level]));
        }
        queen_flip(&view, lowest(open));
        if (rows->budget == 0) {
            word_set(rows->open[level], open);
            board->row = level;
            return found;
        }
    }
}

#endif
