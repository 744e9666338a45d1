/* A loop over one array of positions; it compares each position with all before it. */
#include "firmware/bench/bench.h"

#include <stdbool.h>

#define N_MAX 10

static struct {
    int8_t col[N_MAX];
} scan RAM_PAINTED;

static bool attacked(uint8_t row)
{
    for (uint8_t other = 0; other < row; other++) {
        int8_t across = (int8_t)(scan.col[row] - scan.col[other]);
        int8_t down = (int8_t)(row - other);

        if (across == 0 || across == down || (int8_t)(across + down) == 0)
            return true;
    }
    return false;
}

/* A queen beyond the edge returns to column 0, and the previous queen moves. */
void scan_run(uint8_t n)
{
    uint8_t row = 0;

    scan.col[0] = 0;
    for (;;) {
        if (scan.col[row] == (int8_t)n) {
            scan.col[row] = 0;
            if (row == 0)
                return;
            scan.col[--row]++;
            continue;
        }
        tally_move();
        if (attacked(row)) {
            scan.col[row]++;
        } else if (row + 1 < n) {
            scan.col[++row] = 0;
        } else {
            tally_board(scan.col, n);
            scan.col[row]++;
        }
    }
}
