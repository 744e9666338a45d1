/* The judge of a board: finds the queens that attack each other, by other code than the search's. */
#include "check.h"

static enum check_attack attack(const struct board *board, uint8_t upper, uint8_t lower)
{
    int8_t right = (int8_t)(board->col[lower] - board->col[upper]);
    int8_t down = (int8_t)(lower - upper);

    if (right == 0) {
        return CHECK_COLUMN;
    }
    if (right == down) {
        return CHECK_FALLING;
    }
    return right == -down ? CHECK_RISING : CHECK_NONE;
}

enum check_attack check_pair(const struct board *board, uint8_t *upper, uint8_t *lower)
{
    while (*upper < board->row) {
        while (++*lower < board->row) {
            enum check_attack how = attack(board, *upper, *lower);

            if (how != CHECK_NONE) {
                return how;
            }
        }
        *lower = ++*upper;
    }
    return CHECK_NONE;
}

bool check_board(const struct board *board)
{
    uint8_t n = board->n;

    if (n == 0 || n > QUEENS_MAX || board->row != n) {
        return false;
    }
    for (uint8_t row = (uint8_t)(n - 1); row != 0; row--) {
        const int8_t *other = board->col;
        int8_t column = board->col[row];
        int8_t away = (int8_t)row;

        if ((uint8_t)column >= n) {
            return false;
        }
        do {
            int8_t across = (int8_t)(*other++ - column);

            if (across == 0 || across == away || (int8_t)(across + away) == 0) {
                return false;
            }
        } while (--away != 0);
    }
    return (uint8_t)board->col[0] < n;
}
