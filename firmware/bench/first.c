/* The HP forum's benchmark of calculators: finds the first solution, and counts the values written to the
 * array. */
#include "firmware/bench/bench.h"

#include <stdbool.h>

#define N_MAX 8

static struct {
    int8_t a[N_MAX + 1]; /* from 1, as there */
} first RAM_PAINTED;

static bool attacked(uint8_t x)
{
    for (uint8_t y = (uint8_t)(x - 1); y > 0; y--) {
        int8_t across = (int8_t)(first.a[x] - first.a[y]);
        int8_t down = (int8_t)(x - y);

        if (across == 0 || across == down || (int8_t)(across + down) == 0)
            return true;
    }
    return false;
}

/*
 * Tries the columns from the last down to 1.  A queen without columns left is removed; the previous one
 * moves.
 */
void first_run(uint8_t n)
{
    uint8_t x = 0;

    do {
        first.a[++x] = (int8_t)n;
        tally_move();
        while (attacked(x)) {
            while (--first.a[x] == 0)
                x--;
            tally_move();
        }
    } while (x != n);
    tally_board(&first.a[1], n);
}
