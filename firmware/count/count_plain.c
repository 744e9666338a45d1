/* The count of boards too small or too large for crosses: it searches one half of the board, and counts each
 * solution and its mirror image. */
#include "firmware/count/count_plain.h"

#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "hal/slice.h"

/* The first column of the half that is searched.  It is the higher half, because the search ends there; if
 * there is a middle column, the half includes it. */
static int8_t half_of(uint8_t n)
{
    return (int8_t)(n / 2);
}

/*
 * The parts share the ways to fill the first five rows, 243,742 at n = 19: so many that up to 1024 parts
 * differ by less than a factor of two, and so few that each part can walk through all of them.  A hash of
 * the five columns selects the part that searches below them, so the parts need no state beside the board.
 */
#define SHARED_ROWS 5
#define HASH_FACTOR 25173U

/* Returns whether this part searches below the board's first rows; false while these rows are not filled. */
static bool is_in_part(const struct board *board, const struct part *part)
{
    uint16_t hash = 1;
    uint8_t row = 0;
    if (part->of == 1)
        return true;
    for (; row < board->row && row < SHARED_ROWS; row++)
        hash = (uint16_t)((hash + (uint8_t)board->col[row]) * HASH_FACTOR);
    if (row < SHARED_ROWS && row < board->n)
        return false;
    return (uint16_t)((uint32_t)hash * part->of >> 16) == part->number - 1U;
}

void plain_start(struct board *board)
{
    board->row = 0;
    board->col[0] = (int8_t)(half_of(board->n) - 1);
}

#define SLICE 390 /* queens, before the last run: less than 5 ms */

/*
 * A slice: runs of the search, each up to a solution, until a byte has arrived.  Where the part does not
 * search, a run is one step to the next way to fill the shared rows.
 *
 * A run may leave the part's ways.  A solution that it finds then belongs to another part and is not counted.
 */
NOINLINE_FOR_STACK bool plain_run(struct count *count, struct board *board, const struct part *part)
{
    uint8_t n = board->n;
    int16_t budget = SLICE;
    enum queens_event event;
    do {
        uint8_t run = QUEENS_SLICE;
        if (!is_in_part(board, part)) {
            run = 1;
            if (board->row >= SHARED_ROWS)
                board->row = SHARED_ROWS - 1;
        } else if (board->row == n) { /* a solution is counted when the search continues from it */
            sum_add(&count->found, (uint8_t)(2 * board->col[0] + 1) == n ? 1 : 2);
        }
        budget = (int16_t)(budget - n); /* the start of a run takes as long as to place so many queens */
        uint16_t left = run;
        event = queens_run(board, &left);
        run = (uint8_t)(run - (uint8_t)left);
        sum_add(&count->placed, run);
        budget = (int16_t)(budget - run);
    } while (event != QUEENS_DONE && budget > 0 && !slice_has_input());
    return event != QUEENS_DONE;
}

bool plain_resume(struct board *board)
{
    uint8_t row = board->row;
    bool sound = true;
    if (row > board->n || board->col[0] < (int8_t)(half_of(board->n) - (row == 0)))
        return false;
    for (board->row = 0; board->row < row; board->row++)
        if ((uint8_t)board->col[board->row] >= board->n || queens_attacker(board) != board->row)
            sound = false;
    return sound && (row == board->n || (uint8_t)(board->col[row] + 1) <= board->n);
}

uint16_t plain_progress(const struct board *board)
{
    uint8_t n = board->n;
    uint8_t half = (uint8_t)half_of(n);
    uint8_t first = (uint8_t)(board->col[0] - half + (board->row == 0)); /* columns done in the first row */
    uint16_t done = (uint16_t)(first * n);
    if (board->row != 0 && board->col[1] > 0)
        done = (uint16_t)(done + (uint8_t)board->col[1]);
    uint16_t all = (uint16_t)((uint8_t)(n - half) * n);
    if (done >= all)
        return UINT16_MAX;
    return (uint16_t)(((uint32_t)done << 16) / all);
}
