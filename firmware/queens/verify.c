/* The verifier of a board: finds queens that attack each other; shares no code with the search. */
#include "firmware/queens/verify.h"

static enum attack attack(const struct board *board, uint8_t upper, uint8_t lower)
{
    int8_t right = board->col[lower] - board->col[upper];
    int8_t down = (int8_t)(lower - upper);
    if (board->col[upper] < 0 || board->col[lower] < 0)
        return ATTACK_NONE;
    if (right == 0)
        return ATTACK_COLUMN;
    if (right == down)
        return ATTACK_FALLING;
    return (int8_t)(right + down) == 0 ? ATTACK_RISING : ATTACK_NONE;
}

enum attack verify_pair(const struct board *board, uint8_t *upper, uint8_t *lower)
{
    while (*upper < board->row) {
        while (++*lower < board->row) {
            enum attack how = attack(board, *upper, *lower);
            if (how != ATTACK_NONE)
                return how;
        }
        *lower = ++*upper;
    }
    return ATTACK_NONE;
}

bool verify_solution(const struct board *board, bool has_given)
{
    uint8_t n = board->n;
    if (n == 0 || n > QUEENS_MAX || board->row != n)
        return false;
    /* From the top: the rows above have been checked to be on the board, so no difference overflows. */
    for (uint8_t row = 0; row < n; row++) {
        uint8_t column = (uint8_t)board->col[row];
        if (has_given && column >= BOARD_GIVEN)
            column -= BOARD_GIVEN;
        if (column >= n) {
            return false;
        }
        for (uint8_t upper = 0; upper < row; upper++) {
            int8_t across = (int8_t)(board_column(board, upper) - column);
            int8_t down = (int8_t)(row - upper);
            if (across == 0 || across == down || (int8_t)(across + down) == 0) {
                return false;
            }
        }
    }
    return true;
}
