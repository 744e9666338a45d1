/* The count of boards too small or too large for crosses: one half is searched, and each solution has its
 * mirror image. */
#include "firmware/count/count_plain.h"

#include "firmware/noinline.h"
#include "firmware/queens/queens.h"

/* The higher half of the first row, for that has its end where the search ends; with the middle column if
 * there is one. */
static int8_t half_of(uint8_t n)
{
    return (int8_t)(n / 2);
}

/*
 * Dealt out are the ways to fill the first five rows: 243,742 at n = 19, so many that of up to 1024 parts
 * none takes twice as long as another, and so few that each part can walk over all of them, in 18 s.  Their
 * columns are mixed to a number as evenly spread as by chance, which says whose they are: to deal them out
 * in turn would need two bytes of state more.
 */
#define DEALT_ROWS 5
#define MIX        25173U

/* Has this part to search on from here?  No, while the rows that are dealt out are not all filled. */
static bool is_ours(const struct board *board, const struct part *part)
{
    uint16_t mixed = 1;
    uint8_t row = 0;

    if (part->of == 1)
        return true;
    for (; row < board->row && row < DEALT_ROWS; row++)
        mixed = (uint16_t)((mixed + (uint8_t)board->col[row]) * MIX);
    if (row < DEALT_ROWS && row < board->n)
        return false;
    return (uint16_t)((uint32_t)mixed * part->of >> 16) == part->number - 1U;
}

void plain_start(struct board *board)
{
    board->row = 0;
    board->col[0] = (int8_t)(half_of(board->n) - 1);
}

/*
 * A slice, or where nothing is ours a step to the next way to fill the rows that are dealt out.  A slice may
 * run out of what is ours: what it finds there is another's, so that only a whole count goes on within its
 * slice behind a solution.  A solution is counted as it is gone on from.
 */
NOINLINE_FOR_STACK bool plain_run(struct count *count, struct board *board, const struct part *part)
{
    bool ours = is_ours(board, part);
    uint16_t slice = ours ? QUEENS_SLICE(board->n) : 1;
    uint16_t budget = slice;
    enum queens_event event;

    if (!ours && board->row >= DEALT_ROWS)
        board->row = DEALT_ROWS - 1;
    do {
        if (ours && board->row == board->n)
            sum_add(&count->solutions, 2 * board->col[0] + 1 == board->n ? 1 : 2); /* the middle column */
        event = queens_run(board, &budget);
    } while (event == QUEENS_SOLVED && budget && part->of == 1);
    sum_add(&count->placed, (uint16_t)(slice - budget));
    return event != QUEENS_DONE;
}

bool plain_resume(struct board *board)
{
    uint8_t row = board->row;
    bool sound = true;

    if (row > board->n || board->col[0] < (int8_t)(half_of(board->n) - (row == 0)))
        return false;
    for (board->row = 0; board->row < row; board->row++) {
        if ((uint8_t)board->col[board->row] >= board->n || queens_attacker(board) != board->row)
            sound = false;
    }
    return sound && (row == board->n || (uint8_t)(board->col[row] + 1) <= board->n);
}

static uint16_t share(uint16_t done, uint16_t all)
{
    if (done >= all)
        return UINT16_MAX;
    return (uint16_t)(((uint32_t)done << 16) / all);
}

uint16_t plain_progress(const struct board *board)
{
    uint8_t n = board->n;
    uint8_t half = (uint8_t)half_of(n);
    uint8_t first = (uint8_t)(board->col[0] - half + (board->row == 0)); /* columns done in the first row */
    uint16_t done = (uint16_t)(first * n);

    if (board->row != 0 && n > 1 && board->col[1] > 0)
        done = (uint16_t)(done + (uint8_t)board->col[1]);
    return share(done, (uint16_t)((uint8_t)(n - half) * n));
}
