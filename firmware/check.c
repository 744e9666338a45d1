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
    const int8_t *queen = board->col;
    uint8_t n = board->n;

    if (n == 0 || n > QUEENS_MAX || board->row != n) {
        return false;
    }
    /* `below` counts the rows left; `left`, `right` are where the diagonals of *queen cross the row of
     * *other. */
    for (uint8_t below = n; below != 0; below--) {
        int8_t column = *queen++;
        int8_t left = column;
        int8_t right = column;
        const int8_t *other = queen;

        if ((uint8_t)column >= n) {
            return false;
        }
        for (uint8_t rows = below; --rows != 0;) {
            int8_t next = *other++;

            if (next == column || next == --left || next == ++right) {
                return false;
            }
        }
    }
    return true;
}
