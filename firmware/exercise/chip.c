/* Grades an exercise on the Uno: cycles and stack of the firmware's function and of the student's. */
#include "firmware/console/print.h"
#include "firmware/queens/queens.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/measure.h"
#include "hal/uart.h"

#include <string.h>

#define ROWS  8
#define CALLS 5000 /* that are compared at 32 rows */

enum queens_event own_step(struct board *board);
enum queens_event own_back(struct board *board);
uint16_t queens_half(uint8_t n);

#if EXERCISE == 1
#define OURS    own_back
#define THEIRS  queens_back
#define FORWARD queens_step
#else
#define OURS    (EXERCISE == 2 ? queens_step : own_step) /* the whole first row */
#define THEIRS  queens_step
#define FORWARD own_step
#endif

/* From the start of the search to its end, or back. */
#define RUN(call)                                                                                            \
    do {                                                                                                     \
        event = call(&board);                                                                                \
        found += event == QUEENS_SOLVED;                                                                     \
    } while (event != QUEENS_DONE)

__attribute__((noinline)) static uint16_t run(bool is_own)
{
    static struct board board;
    enum queens_event event;
    uint16_t found = 0;
#if EXERCISE == 2
    if (!is_own)
        return queens_half(ROWS);
#endif
    queens_start(&board, ROWS);
    if (EXERCISE == 1)
        board.col[0] = ROWS - 1;
    if (is_own)
        RUN(OURS);
    else
        RUN(THEIRS);
    return found;
}

/* Compares call by call, as int has 16 bits here.  Returns the number of the first that differs; 0: none. */
static uint16_t compare(void)
{
    static struct board before, after, theirs;
    queens_start(&after, QUEENS_MAX);
    if (EXERCISE == 3) {
        board_read(&after, "......s.............c.....9.....");
        queens_start_given(&after);
    }
    for (uint16_t call = 1; call <= CALLS; call++) {
        before = after;
        enum queens_event event = FORWARD(&after);
        const struct board *right = EXERCISE == 1 ? &before : &after;
        theirs = EXERCISE == 1 ? after : before;
        if (THEIRS(&theirs) != event || theirs.row != right->row ||
            memcmp(theirs.col, right->col, right->row + 1u))
            return call;
    }
    return 0;
}

static void print_measured(bool is_own)
{
    while (uart_room() < UART_RING) { /* its interrupt would disturb the measurement */
    }
    cpu_lock();
    ram_paint();
    uint16_t found = run(is_own);
    uint16_t stack = ram_stack();
    cpu_unlock();
    cycles_start();
    run(is_own);
    uint32_t cycles = cycles_stop();
    print_flash(is_own ? FLASH_TEXT("own ") : FLASH_TEXT("yours "));
    print_big(&cycles, sizeof cycles);
    print_char(' ');
    print_number(stack);
    print_char(' ');
    print_number(found);
    print_end();
}

int main(void)
{
    uart_init();
    cpu_unlock();
    cycles_init();
    print_measured(true);
    print_measured(false);
    print_flash(FLASH_TEXT("differs "));
    print_number(EXERCISE == 2 ? 0 : compare());
    print_end();
    for (;;) {
        cpu_lock();
        cpu_sleep();
        cpu_unlock();
    }
}
