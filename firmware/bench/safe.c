/* Recursion; a function compares each square with each queen before it. */
#include "firmware/bench/bench.h"

#include <stdbool.h>

#define N_MAX 10

/* An array with its length, which each call passes to the next. */
struct slice {
    int8_t *col;
    uint8_t length;
};

static int8_t safe_col[N_MAX] RAM_PAINTED;

static bool attacks(uint8_t row, int8_t column, uint8_t other_row, int8_t other_column)
{
    int8_t across = (int8_t)(column - other_column);
    int8_t down = (int8_t)(row - other_row);

    return across == 0 || across == down || (int8_t)(across + down) == 0;
}

static bool safe(const struct slice *queens, uint8_t row)
{
    for (uint8_t other = 0; other < row; other++)
        if (attacks(row, queens->col[row], other, queens->col[other]))
            return false;
    return true;
}

static void place(const struct slice *queens, uint8_t row)
{
    if (row == queens->length) {
        tally_board(queens->col, row);
        return;
    }
    for (int8_t column = 0; column < (int8_t)queens->length; column++) {
        queens->col[row] = column;
        if (safe(queens, row)) {
            tally_move();
            place(queens, (uint8_t)(row + 1));
        }
    }
}

void safe_run(uint8_t n)
{
    struct slice slice = {&safe_col[0], n};

    place(&slice, 0);
}
