/* Prints and shows the solutions of a board, one after another, and repeats. */
#include "firmware/tiny/13/solve.h"

#include "firmware/queens/queens.h"
#include "firmware/tiny/picture.h"
#include "firmware/tiny/serial.h"
#include "hal/cpu.h"
#include "hal/tiny/timer.h"

#define BRIGHT 4   /* of 15 */
#define PACE   500 /* ms that a solution stays */
#define PAUSED 255 /* a value of `left` */
#define FIRST  4   /* the smallest board; the first one is QUEENS_MAX, the largest */

static void start(struct solve *solve, uint8_t n)
{
    queens_start(&solve->board, n);
    solve->solutions = 0;
    solve->left = 0;
}

void solve_begin(struct solve *solve)
{
    start(solve, QUEENS_MAX);
    picture_show(&solve->board, BRIGHT);
}

void solve_next_size(struct solve *solve)
{
    start(solve, solve->board.n < QUEENS_MAX ? (uint8_t)(solve->board.n + 1) : FIRST);
}

void solve_pause(struct solve *solve)
{
    solve->left = solve->left == PAUSED ? 0 : PAUSED;
}

void solve_tick(struct solve *solve)
{
    if (solve->left && solve->left != PAUSED)
        solve->left--;
}

static void show(struct solve *solve)
{
    picture_show(&solve->board, BRIGHT);
    for (uint8_t row = 0; row < solve->board.n; row++)
        serial_char(board_character(solve->board.col[row]));
    serial_end();
    solve->solutions++;
    solve->left = PACE / TICK;
}

static void close(struct solve *solve)
{
    serial_number(solve->solutions);
    serial_text(FLASH_TEXT(" solutions\r\n"));
    start(solve, solve->board.n);
}

/* Only a flipped bit leads outside these bounds, where the search would leave its array or never end. */
static void check(const struct board *board)
{
    if ((uint8_t)(board->n - FIRST) > QUEENS_MAX - FIRST || board->row > board->n)
        cpu_fail(0);
}

bool solve_run(struct solve *solve)
{
    if (solve->left)
        return false;
    check(&solve->board);
    switch (queens_step(&solve->board)) {
    case QUEENS_SOLVED: show(solve); break;
    case QUEENS_DONE: close(solve); break;
    default: break;
    }
    return true;
}
