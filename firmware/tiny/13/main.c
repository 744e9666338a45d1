/* The edition for 64 bytes of RAM: prints and shows the solutions of a board one by one, and repeats. */
#include "firmware/console/print.h"
#include "firmware/debounce.h"
#include "firmware/queens/queens.h"
#include "firmware/tiny/tiny.h"
#include "firmware/version.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/mcu.h"
#include "hal/tick.h"

#include <stdbool.h>
#include <stdint.h>

#define BRIGHT 4   /* of 15 */
#define PACE   500 /* ms that a solution stays */
#define PAUSED 255 /* a value of `left` */
#define FIRST  4   /* the smallest board; the first one is QUEENS_MAX, the largest */

/* ---- The button: firmware/debounce.h in a quarter of its flash, as it is polled only at each tick ---- */

#define LONG   (PRESS_LONG / TICK)
#define BOUNCE (PRESS_BOUNCE / TICK)

/*
 * Ticks until the press is a long one; LONG: there is no press; 0: a long press has been reported.  It starts
 * at 0, so that a button that is down at the start is no press until it has been up once.
 */
static uint8_t left;

/*
 * A press must be steady.  Its end need not be: when the contacts bounce then, the closed periods are too
 * short to be a press.
 */
enum press debounce_poll(bool down, uint8_t ms)
{
    (void)ms;
    if (!down) {
        uint8_t was = left;
        left = LONG;
        return was && was <= LONG - BOUNCE ? PRESS_SHORT : PRESS_NONE;
    }
    if (!left)
        return PRESS_NONE;
    return --left ? PRESS_NONE : PRESS_LONG_REACHED;
}

/* ---- The search ---- */

/* The whole state.  It is on main's stack: a pointer is shorter than the addresses of its fields. */
struct solve {
    struct board board;
    uint8_t solutions; /* so far: at most 92 */
    uint8_t left;      /* ticks that the solution on the matrix still stays, or PAUSED */
};

static void start(struct solve *solve, uint8_t n)
{
    queens_start(&solve->board, n);
    solve->solutions = 0;
    solve->left = 0;
}

/* A short press pauses, or resumes with the next solution; a long one starts the next board size. */
static void tick(struct solve *solve)
{
    if (solve->left && solve->left != PAUSED)
        solve->left--;
    switch (debounce_poll(button_is_down(), TICK)) {
    case PRESS_SHORT: solve->left = solve->left == PAUSED ? 0 : PAUSED; break;
    case PRESS_LONG_REACHED:
        start(solve, solve->board.n < QUEENS_MAX ? (uint8_t)(solve->board.n + 1) : FIRST);
        break;
    default: break;
    }
}

/* Shows and prints a solution.  Waits for the serial line: 11 ms for 10 bytes. */
static void show(struct solve *solve)
{
    picture_show(&solve->board, BRIGHT);
    for (uint8_t row = 0; row < solve->board.n; row++)
        print_char(board_character(solve->board.col[row]));
    print_end();
    solve->solutions++;
    solve->left = PACE / TICK;
}

/* Does one step of the search; at its end, prints the total and starts again. */
static void step(struct solve *solve)
{
    uint8_t tens = '0', ones;
    /* Only a flipped bit leads outside these bounds, where the search would leave its array or never end. */
    if ((uint8_t)(solve->board.n - FIRST) > QUEENS_MAX - FIRST || solve->board.row > solve->board.n)
        cpu_fail(0);
    switch (queens_step(&solve->board)) {
    case QUEENS_SOLVED: show(solve); break;
    case QUEENS_DONE:
        for (ones = solve->solutions; ones >= 10; ones = (uint8_t)(ones - 10))
            tens++;
        if (tens != '0')
            print_char((char)tens);
        print_char((char)('0' + ones));
        print_flash(FLASH_TEXT(" solutions\r\n"));
        start(solve, solve->board.n);
        break;
    default: break;
    }
}

/* OS_main: main never returns, so it saves no registers on the stack. */
__attribute__((OS_main)) int main(void)
{
    struct solve solve;
    start_hardware();
    start(&solve, QUEENS_MAX);
    picture_show(&solve.board, BRIGHT); /* dark; meanwhile the button's pull-up has raised the pin */
    start_clock(button_is_down());
    print_flash(FLASH_TEXT("nqueens " VERSION " (" MCU_NAME ", " CLOCK_MHZ " MHz)\r\n"));
    for (uint8_t seen = tick_now();;) {
        cpu_watchdog_feed(); /* the only call, except while trimming */
        for (; seen != tick_now(); seen = (uint8_t)(seen + TICK))
            tick(&solve);
        if (solve.left)
            cpu_sleep(); /* until the next bit at the latest */
        else
            step(&solve);
    }
}
