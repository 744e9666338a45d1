/* Eight nested loops over the permutations; the diagonals are checked when all queens are placed. */
#include "firmware/bench/bench.h"

#include <stdbool.h>

#define N_MAX 8

static struct {
    int8_t col[N_MAX];
} permute RAM_PAINTED;

static bool diagonals_free(uint8_t n)
{
    for (uint8_t row = 1; row < n; row++)
        for (uint8_t other = 0; other < row; other++) {
            int8_t across = (int8_t)(permute.col[row] - permute.col[other]);
            int8_t down = (int8_t)(row - other);

            if (across == down || (int8_t)(across + down) == 0)
                return false;
        }
    return true;
}

/* Returns whether the column of this queen is free, and counts the move. */
static bool enter(const int8_t *queen)
{
    int8_t column = *queen;

    for (const int8_t *other = permute.col; other != queen; other++)
        if (*other == column)
            return false;
    tally_move();
    return true;
}

/* On a smaller board, the loops of the missing rows run once. */
#define EVERY(row)                                                                                           \
    for (permute.col[row] = 0; permute.col[row] < ((row) < n ? (int8_t)n : 1); permute.col[row]++)           \
        if ((row) >= n || enter(&permute.col[row]))

void permute_run(uint8_t n)
{
    EVERY(0)
    EVERY(1)
    EVERY(2)
    EVERY(3)
    EVERY(4)
    EVERY(5)
    EVERY(6)
    EVERY(7)
    if (diagonals_free(n))
        tally_board(permute.col, n);
}
