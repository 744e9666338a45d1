/* The programs that others wrote, to compare with the firmware's own. */
#include "firmware/bench/bench.h"

#include <stdbool.h>
#include <stddef.h>

enum { SLOW_MAX = 8, MIDDLE_MAX = 10 }; /* rows for which they reserve memory; mask: BENCH_N_MAX */

/* ---- rays: recursion on a board with a border; for each square it follows three rays ---- */

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
    uint8_t square[(MIDDLE_MAX + 2) * (MIDDLE_MAX + 2)];
    struct queen queen[MIDDLE_MAX];
} rays __attribute__((section(".noinit.painted.large"))); /* after the others: see own.c */

static bool meets_queen(const uint8_t *square, int8_t step)
{
    do
        square += step;
    while (*square == EMPTY);
    return *square == QUEEN;
}

static bool rays_attacked(const uint8_t *square)
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

static void rays_hand_over(void)
{
    for (const struct queen *queen = &rays.queen[0]; queen; queen = queen->next)
        tally_queen((uint8_t)(queen->x - 1));
    tally_solution();
}

static void rays_fill_row(uint8_t y)
{
    uint8_t *square = &rays.square[y * (rays.n + 2)];
    for (uint8_t x = 1; x <= rays.n; x++) {
        if (rays_attacked(++square))
            continue;
        *square = QUEEN;
        append(x, y);
        tally_move();
        if (y == rays.n)
            rays_hand_over();
        else
            rays_fill_row((uint8_t)(y + 1));
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
    rays_fill_row(1);
}

/* ---- scan: a loop over one array of positions; it compares each position with all before it ---- */

static struct {
    int8_t col[MIDDLE_MAX];
} scan RAM_PAINTED;

static bool scan_attacked(uint8_t row)
{
    for (uint8_t other = 0; other < row; other++) {
        int8_t across = (int8_t)(scan.col[row] - scan.col[other]), down = (int8_t)(row - other);
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
        if (scan_attacked(row)) {
            scan.col[row]++;
        } else if (row + 1 < n) {
            scan.col[++row] = 0;
        } else {
            tally_board(scan.col, n);
            scan.col[row]++;
        }
    }
}

/* ---- permute: eight nested loops over the permutations; it checks the diagonals of a full board ---- */

static struct {
    int8_t col[SLOW_MAX];
} permute RAM_PAINTED;

static bool diagonals_free(uint8_t n)
{
    for (uint8_t row = 1; row < n; row++)
        for (uint8_t other = 0; other < row; other++) {
            int8_t across = (int8_t)(permute.col[row] - permute.col[other]), down = (int8_t)(row - other);
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

/* ---- safe: recursion; a function compares each square with each queen before it ---- */

/* An array with its length, which each call passes to the next. */
struct slice {
    int8_t *col;
    uint8_t length;
};

static int8_t safe_col[MIDDLE_MAX] RAM_PAINTED;

static bool attacks(uint8_t row, int8_t column, uint8_t other_row, int8_t other_column)
{
    int8_t across = (int8_t)(column - other_column), down = (int8_t)(row - other_row);
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

/* ---- mask: recursion with three sets of attacked columns, as bits ---- */

/* A bit for each column; an unsigned int has 16 bits on the AVR. */
typedef unsigned int mask;

static struct {
    mask all;                /* the n columns of the board */
    mask queen[BENCH_N_MAX]; /* one bit each */
} masks RAM_PAINTED;

static uint8_t column_of(mask bit)
{
    uint8_t column = 0;
    while (bit >>= 1)
        column++;
    return column;
}

__attribute__((noinline)) static void mask_hand_over(const mask *end)
{
    for (const mask *queen = masks.queen; queen < end; queen++)
        tally_queen(column_of(*queen));
    tally_solution();
}

/* The attacked columns of this row: by a queen above, and along diagonals, which shift by one per row. */
static void mask_fill_row(mask *row, mask columns, mask falling, mask rising)
{
    mask free = masks.all & ~(columns | falling | rising);
    if (columns == masks.all)
        mask_hand_over(row);
    while (free) {
        mask bit = free & -free; /* the lowest */
        free ^= bit;
        *row = bit;
        tally_move();
        mask_fill_row(row + 1, columns | bit, (falling | bit) << 1 & masks.all, (rising | bit) >> 1);
    }
}

void mask_run(uint8_t n)
{
    masks.all = (1U << n) - 1;
    mask_fill_row(masks.queen, 0, 0, 0);
}

/* ---- first: the HP forum's benchmark; finds the first solution, counts the values that it writes ---- */

static struct {
    int8_t a[SLOW_MAX + 1]; /* from 1, as there */
} first RAM_PAINTED;

static bool first_attacked(uint8_t x)
{
    for (uint8_t y = (uint8_t)(x - 1); y > 0; y--) {
        int8_t across = (int8_t)(first.a[x] - first.a[y]), down = (int8_t)(x - y);
        if (across == 0 || across == down || (int8_t)(across + down) == 0)
            return true;
    }
    return false;
}

/* Tries the columns from the last down to 1.  A queen without a column left goes; the one above moves. */
void first_run(uint8_t n)
{
    uint8_t x = 0;
    do {
        first.a[++x] = (int8_t)n;
        tally_move();
        while (first_attacked(x)) {
            while (--first.a[x] == 0)
                x--;
            tally_move();
        }
    } while (x != n);
    tally_board(&first.a[1], n);
}
