/* The rows of a count in plain C: what count_rows_avr.S is held against, queen for queen. */
#include "count_rows.h"

#include <stdbool.h>

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

/* ---- The rows above: the rings turn forth and back ---- */

static void ring_left(uint8_t ring[3])
{
    uint8_t high = ring[2] >> 7;

    ring[2] = (uint8_t)(ring[2] << 1 | ring[1] >> 7);
    ring[1] = (uint8_t)(ring[1] << 1 | ring[0] >> 7);
    ring[0] = (uint8_t)(ring[0] << 1 | high);
}

static void ring_right(uint8_t ring[3])
{
    uint8_t low = (uint8_t)(ring[0] << 7);

    ring[0] = (uint8_t)(ring[0] >> 1 | ring[1] << 7);
    ring[1] = (uint8_t)(ring[1] >> 1 | ring[2] << 7);
    ring[2] = ring[2] >> 1 | low;
}

void rows_down(struct rows *rows)
{
    do {
        ring_left(rows->left);
        ring_right(rows->right);
        rows->skip = (uint8_t)(rows->skip << 1 | rows->skip >> 7);
    } while ((rows->skip & 0x80) != 0);
}

/* Puts a queen, or lifts it. */
static void queen_flip(struct rows *rows, uint16_t queen)
{
    word_set(rows->left + 1, word_of(rows->left + 1) ^ queen);
    word_set(rows->right, word_of(rows->right) ^ queen);
    word_set(rows->cols, word_of(rows->cols) ^ queen);
}

void rows_descend(struct board *board)
{
    struct rows *rows = rows_of(board);

    queen_flip(rows, lowest(word_of(rows->open[board->row])));
    rows_down(rows);
    rows_open(rows, --board->row);
}

#ifndef __AVR__ /* on the chip the assembly does all the rest */

#define FRAMES 4 /* seven rows below; the last three queens need none */

struct view {
    uint16_t left;
    uint16_t right;
    uint16_t cols;
};

struct frame {
    struct view view;
    uint16_t open;
    uint8_t marks;
};

struct tally {
    int16_t budget;
    uint16_t completions;
};

static uint16_t view_open(const struct view *view)
{
    return (uint16_t)(view->cols & ~(view->left | view->right));
}

static void view_down(struct view *view, uint8_t rows)
{
    view->left = (uint16_t)(view->left << rows);
    view->right = (uint16_t)(view->right >> rows);
}

/* ---- The end: the last two or three queens are looked for without being put ---- */

static uint16_t pairs(struct view view, uint8_t gap)
{
    uint16_t upper = view_open(&view);
    uint16_t found = 0;

    view_down(&view, gap);
    for (; upper != 0; upper = (uint16_t)(upper & (upper - 1))) {
        uint16_t queen = lowest(upper);

        if ((view_open(&view) & ~(queen | queen << gap | queen >> gap)) != 0)
            found++;
    }
    return found;
}

static uint16_t triples(const struct view *view)
{
    uint16_t found = 0;

    for (uint16_t upper = view_open(view); upper != 0; upper = (uint16_t)(upper & (upper - 1))) {
        uint16_t queen = lowest(upper);
        struct view next = {(uint16_t)(view->left | queen), (uint16_t)(view->right | queen),
                            (uint16_t)(view->cols ^ queen)};

        view_down(&next, 1);
        found = (uint16_t)(found + pairs(next, 1));
    }
    return found;
}

static uint16_t completions(const struct view *view, uint8_t form)
{
    if ((form & FORM_PAIR) == 0)
        return triples(view);
    return pairs(*view, (form & FORM_GAP) != 0 ? 2 : 1);
}

/* ---- The rows below: a frame is kept only where squares remain to be tried ---- */

static void rows_below(struct view view, uint8_t marks, uint8_t form, struct tally *tally)
{
    struct frame frames[FRAMES];
    struct frame *frame = frames;

    for (;;) {
        bool special = (marks & 0x80) != 0;
        uint16_t open = 0;
        uint16_t queen;

        view_down(&view, 1);
        marks = (uint8_t)(marks << 1);
        if (special && marks != 0)
            continue;
        if (special)
            tally->completions = (uint16_t)(tally->completions + completions(&view, form));
        else
            open = view_open(&view);
        if (open == 0) {
            if (frame == frames)
                return;
            frame--;
            view = frame->view;
            open = frame->open;
            marks = frame->marks;
        }
        queen = lowest(open);
        open ^= queen;
        if (open != 0)
            *frame++ = (struct frame){view, open, marks};
        view.left |= queen;
        view.right |= queen;
        view.cols ^= queen;
        tally->budget--;
    }
}

/* ---- The rows above, upwards ---- */

static void row_up(struct rows *rows)
{
    do {
        ring_right(rows->left);
        ring_left(rows->right);
        rows->skip = (uint8_t)(rows->skip >> 1 | rows->skip << 7);
    } while ((rows->skip & 0x80) != 0);
}

static void rows_launch(const struct rows *rows, uint16_t queen, struct tally *tally)
{
    struct view view = {word_of(rows->left + 1) | queen, word_of(rows->right) | queen,
                        word_of(rows->cols) ^ queen};
    uint8_t apart = rows->form & FORM_APART;

    /* All that is not seen and comes in here is of the cross: below it, nothing is left to come in. */
    view_down(&view, apart);
    view.left |= (uint16_t)(rows->left[0] >> (8 - apart));
    view.right |= (uint16_t)(rows->right[2] << (16 - apart));
    rows_below(view, rows->marks, rows->form, tally);
}

uint32_t rows_run(struct board *board, uint16_t budget)
{
    struct rows *rows = rows_of(board);
    struct tally tally = {(int16_t)budget, 0};

    for (;;) {
        uint16_t open = word_of(rows->open[board->row]);
        uint16_t queen = lowest(open);

        if (open == 0) {
            if (board->row == rows->top) {
                board->row = ROWS_DONE;
                break;
            }
            row_up(rows);
            board->row++;
            queen = lowest(word_of(rows->open[board->row]));
            queen_flip(rows, queen);
            word_set(rows->open[board->row], word_of(rows->open[board->row]) ^ queen);
            continue;
        }
        tally.budget--;
        if (board->row == 0) {
            word_set(rows->open[board->row], open ^ queen);
            rows_launch(rows, queen, &tally);
            if (tally.budget < 0)
                break;
        } else {
            rows_descend(board);
        }
    }
    return (uint32_t)(uint16_t)tally.budget << 16 | tally.completions;
}

#endif
