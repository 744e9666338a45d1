/* Grades an exercise on the Uno: cycles and stack of the firmware's function and of the student's. */
#include "firmware/console/print.h"
#include "firmware/queens/queens.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/measure.h"
#include "hal/uart.h"

#define ROWS 8

enum queens_event own_step(struct board *board);
enum queens_event own_back(struct board *board);
uint16_t queens_half(uint8_t n);

static struct board board;

#define SEARCH(step)                                                                                         \
    queens_start(&board, ROWS);                                                                              \
    do {                                                                                                     \
        event = step(&board);                                                                                \
        found += event == QUEENS_SOLVED;                                                                     \
    } while (event != QUEENS_DONE)

/* From the end of the search to its start. */
#define RETURN(back)                                                                                         \
    board.n = ROWS;                                                                                          \
    board.row = 0;                                                                                           \
    board.col[0] = ROWS - 1;                                                                                 \
    do {                                                                                                     \
        event = back(&board);                                                                                \
        found += event == QUEENS_SOLVED;                                                                     \
    } while (event != QUEENS_DONE)

__attribute__((noinline)) static uint16_t run(bool is_own)
{
    enum queens_event event;
    uint16_t found = 0;
#if EXERCISE == 1
    if (is_own) {
        RETURN(own_back);
    } else {
        RETURN(queens_back);
    }
#elif EXERCISE == 2
    if (!is_own)
        return queens_half(ROWS);
    SEARCH(queens_step); /* the whole first row */
#else
    if (is_own) {
        SEARCH(own_step);
    } else {
        SEARCH(queens_step);
    }
#endif
    return found;
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
    for (;;) {
        cpu_lock();
        cpu_sleep();
        cpu_unlock();
    }
}
