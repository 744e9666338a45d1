/* The count: crosses and the rows around them for n = 9 .. 20, the plain search for all other boards. */
#include "firmware/count/count.h"

#include "firmware/noinline.h"

#include <string.h>

#include "firmware/count/count_cross.h"
#include "firmware/count/count_plain.h"
#include "firmware/count/count_rows.h"
#include "firmware/count/known.h"
#include "hal/slice.h"

bool count_has_crosses(uint8_t n)
{
    return COUNT_HAS_CROSSES && n >= 9 && n <= ROWS_MAX && slice_has_registers();
}

void count_start(struct count *count, struct board *board, uint8_t n, const struct part *part)
{
    memset(count, 0, sizeof *count);
    memset(board->col, 0, sizeof board->col); /* no queen is a given one */
    board->n = n;
    if (count_has_crosses(n)) {
        cross_begin(board);
        edge_end(board);
        rows_begin_part(board, part->number, part->of);
        board->row = ROWS_DONE;
    } else {
        plain_start(board);
    }
}

/* ---- Slices ---- */

/*
 * slice_check is 0 at the start of a slice and is changed in pairs, so it is 0 again at the end, unless a bit
 * has flipped: in the cross, in the squares to try, in the turn of the parts, in the table of rows_run or in
 * a return address.  cross_set and rows_run XOR it with each change of a byte.
 */
NOINLINE_FOR_FLASH static void check_position(const struct board *board)
{
    const struct rows *rows = rows_in(board);
    uint8_t levels = board->row == ROWS_DONE ? 0 : board->row;
    if (slice_kind & SLICE_IS_PART) /* a whole count is compared with the known totals */
        slice_check ^= sum_xor(rows->cross, rows->open + levels);
}

/*
 * Adds the result of a run to the totals.  The product has 16 bits, as a slice is too short for so many
 * completions: see tests/PROOF.md.
 */
NOINLINE_FOR_STACK static void cross_add(struct count *count, const struct board *board, struct run run)
{
    cross_check(board);
    sum_add(&count->placed, run.placed);
    sum_add(&count->found, (uint16_t)(run.found * cross_images(board)));
}

static void cross_run(struct count *count, struct board *board)
{
    cross_check(board);
    cross_add(count, board, rows_run(board, cross_turned(board)));
}

/* Moves to the next cross.  Returns whether it has found one without edge queens: its rows can be filled. */
static bool cross_find(struct board *board)
{
    if (!cross_next(board))
        return false;
    cross_check(board);
    if (!rows_have_edges(board->n))
        return true;
    edge_begin(board);
    return false;
}

/* Looks for the next cross, and starts with its rows.  Returns false if there is none yet: call it again. */
NOINLINE_FOR_STACK static bool cross_advance(struct board *board, const struct part *part)
{
    bool is_found;
    slice_check ^= (uint8_t)~board->row; /* a cross that waits would be left out */
    /* Not an inline function: its result would be stored as a number, and tested again. */
    if (rows_have_edges(board->n) && !edges_are_done(board))
        is_found = edge_next(board, part->of, cross_turned(board));
    else
        is_found = cross_find(board);
    board->row = is_found ? ROWS_NEW : ROWS_DONE;
    return is_found;
}

NOINLINE_FOR_STACK static bool crosses_run(struct count *count, struct board *board, const struct part *part)
{
    slice_kind = 0;
    if (part->of != 1)
        slice_kind = rows_have_edges(board->n) ? SLICE_IS_PART : SLICE_IS_PART | SLICE_IS_DEALT;
    check_position(board);
    while (slice_ms != 0) {
        if (board->row != ROWS_DONE)
            slice_check ^= board->row; /* rows_run does the same; ROWS_NEW is 0 */
        else if (!cross_advance(board, part) || slice_has_input())
            break; /* computing a table takes 8,000 cycles, in which the receive ring would overflow */
        cross_run(count, board);
    }
    check_position(board);
    if (!(slice_kind & SLICE_IS_PART))
        slice_check = 0;
    sum_disturb(slice_check); /* always: what skips the end of the loop may get here */
    slice_check = 0;
    return !cross_is_end(board);
}

bool count_run(struct count *count, struct board *board, const struct part *part, uint8_t ms)
{
    slice_start(ms, ms < COUNT_MS); /* a short one: output alternates with it, and input comes */
    return count_has_crosses(board->n) ? crosses_run(count, board, part) : plain_run(count, board, part);
}

/* ---- Resuming from a checkpoint ---- */

NOINLINE_FOR_STACK static uint16_t digest(const struct board *board)
{
    uint16_t sum = board->row;
    for (uint8_t i = 0; i < sizeof board->col; i++)
        sum = (uint16_t)((uint16_t)(sum << 1 | sum >> 15) + (uint8_t)board->col[i]);
    return sum;
}

/* Descends to the saved position.  If it is none of a count, the position differs afterwards. */
NOINLINE_FOR_STACK static bool rows_resume(struct board *board)
{
    uint16_t saved = digest(board);
    bool sound = board->row <= LEVELS_MAX && cross_fits(board);
    if (sound && board->row != ROWS_NEW) {
        slice_ms = 0;
        rows_run(board, cross_turned(board));
        sound = digest(board) == saved;
    }
    slice_check = 0; /* as outside of slices */
    return sound;
}

/* Inline in persist_restore it takes 18 bytes more. */
NOINLINE_FOR_STACK bool count_resume(struct count *count, struct board *board, const struct part *part)
{
    if (board->n < 1 || board->n > QUEENS_MAX || count_compare(board->n, &count->found) == COUNT_MORE)
        return false;
    if (part->number - 1U >= part->of)
        return false;
    if (!count_has_crosses(board->n))
        return plain_resume(board);
    if (!rows_are_of_part(board, part->of) || !cross_is_sound(board))
        return false;
    if (board->row == ROWS_DONE)
        return true;
    return rows_resume(board); /* a tail call, which takes no stack; after && it would be a call */
}

bool count_is_of_part(const struct board *board, const struct part *part)
{
    return !count_has_crosses(board->n) || rows_are_of_part(board, part->of);
}

uint16_t count_progress(const struct count *count, const struct board *board, const struct part *part)
{
    if (!count_has_crosses(board->n))
        return plain_progress(board);
    if (cross_is_end(board))
        return UINT16_MAX;
    uint32_t ratio = count_ratio(count, board->n, part);
    return (uint16_t)(ratio == 0 ? 0 : (UINT16_MAX - 1UL) * COUNT_ONE / ratio);
}
