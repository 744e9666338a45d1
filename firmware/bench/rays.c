/* Recursion on a board with a border; for each square it follows three rays. */
#include "firmware/bench/bench.h"

#include <stdbool.h>
#include <stddef.h>

#define N_MAX 10

enum square { EMPTY, QUEEN, BORDER };

/* The solution is a list of queens from the first row on. */
struct queen {
    uint8_t x, y; /* column and row, 1 .. n */
    struct queen *next;
};

/*
 * # # # # # #
 * # . . . . #   row 4
 * # . . . . #        A border on all sides ends a ray without a comparison of coordinates.
 * # . . . Q #        Rows are filled from the bottom up, so only the rays that lead down can meet a queen.
 * # . Q . . #   row 1
 * # # # # # #
 */
static struct {
    uint8_t n;
    uint8_t square[(N_MAX + 2) * (N_MAX + 2)];
    struct queen queen[N_MAX];
} rays __attribute__((section(".noinit.painted.large"))); /* after the others: see own.c */

static bool meets_queen(const uint8_t *square, int8_t step)
{
    do
        square += step;
    while (*square == EMPTY);
    return *square == QUEEN;
}

static bool attacked(const uint8_t *square)
{
    int8_t down = (int8_t) - (rays.n + 2);

    return meets_queen(square, (int8_t)(down - 1)) || meets_queen(square, down) ||
           meets_queen(square, (int8_t)(down + 1));
}

static void append(uint8_t x, uint8_t y)
{
    struct queen *queen = &rays.queen[y - 1];

    queen->x = x;
    queen->y = y;
    queen->next = NULL;
    if (y > 1)
        queen[-1].next = queen;
}

static void hand_over(void)
{
    for (const struct queen *queen = &rays.queen[0]; queen; queen = queen->next)
        tally_queen((uint8_t)(queen->x - 1));
    tally_solution();
}

static void fill_row(uint8_t y)
{
    uint8_t *square = &rays.square[y * (rays.n + 2)];

    for (uint8_t x = 1; x <= rays.n; x++) {
        if (attacked(++square))
            continue;
        *square = QUEEN;
        append(x, y);
        tally_move();
        if (y == rays.n)
            hand_over();
        else
            fill_row((uint8_t)(y + 1));
        *square = EMPTY;
    }
}

void rays_run(uint8_t n)
{
    uint8_t *square = rays.square;

    rays.n = n;
    for (uint8_t y = 0; y < n + 2; y++)
        for (uint8_t x = 0; x < n + 2; x++)
            *square++ = x == 0 || x == n + 1 || y == 0 || y == n + 1 ? BORDER : EMPTY;
    fill_row(1);
}
