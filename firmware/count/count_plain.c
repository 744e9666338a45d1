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

/* All parts find it; whose it is, its first two queens say. */
static bool is_ours(const struct board *board, const struct deal *deal)
{
    uint16_t place = (uint16_t)((uint8_t)board->col[0] * board->n);

    if (board->n > 1)
        place = (uint16_t)(place + (uint8_t)board->col[1]);
    return place % deal->parts == deal->part - 1U;
}

void plain_start(struct board *board)
{
    board->row = 0;
    board->col[0] = (int8_t)(half_of(board->n) - 1);
}

NOINLINE_FOR_STACK bool plain_run(struct count *count, struct board *board, const struct deal *deal)
{
    uint16_t slice = QUEENS_SLICE(board->n);
    uint16_t budget = slice;
    enum queens_event event = queens_run(board, &budget);

    sum_add(&count->placed, (uint16_t)(slice - budget));
    if (event == QUEENS_SOLVED && is_ours(board, deal))
        sum_add(&count->solutions, board->n % 2 == 1 && board->col[0] == half_of(board->n) ? 1 : 2);
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

uint16_t plain_part(const struct board *board)
{
    uint8_t n = board->n;
    uint8_t half = (uint8_t)half_of(n);
    uint8_t first = (uint8_t)(board->col[0] - half + (board->row == 0)); /* columns done in the first row */
    uint16_t done = (uint16_t)(first * n);

    if (board->row != 0 && n > 1 && board->col[1] > 0)
        done = (uint16_t)(done + (uint8_t)board->col[1]);
    return share(done, (uint16_t)((uint8_t)(n - half) * n));
}
