/* The search on the chip: what is poked into its variables is run, and the time is marked. */
#include <avr/io.h>
#include <stdbool.h>

#include "firmware/queens/queens.h"

volatile uint8_t task; /* 0: none; the test sets it last, the chip clears it */
volatile uint8_t event;
volatile uint16_t budget;
uint16_t solutions;
uint8_t sum; /* of all columns of all solutions */
struct board board;

#define clock_on()  (DIDR1 = 1)
#define clock_off() (DIDR1 = 0)

/*
 * Counts, and adds up the columns.  Its load is written in assembly, because newer compilers take three
 * instructions more for it: the measurements should be those of the search.
 */
static void __attribute__((noinline)) solution_eat(const struct board *solved)
{
    const int8_t *col = solved->col;
    uint8_t left = solved->n;
    uint8_t total = sum;
    do
        __asm__("ld __tmp_reg__, %a1+ \n\t add %0, __tmp_reg__" : "+r"(total), "+e"(col) : "m"(*solved));
    while (--left != 0);
    sum = total;
    solutions++;
}

/*
 * Calls `run` with a number of its own in each register that it must preserve, and with 255 in others, while
 * the clock runs (DIDR1).  Bit 7 of the event: the slice has changed one of these registers.
 */
uint8_t timed_run(struct board *solved, uint16_t *budget,
                  enum queens_event (*run)(struct board *, uint16_t *));
__asm__("timed_run:\n"
        ".irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29 \n"
        "push r\\r \n ldi r18, \\r \n mov r\\r, r18 \n .endr \n"
        "movw r30, r20 \n .irp r, 19, 20, 21, 26, 27 \n ldi r\\r, 255 \n .endr \n"
        "ldi r18, 1 \n sts 0x7f, r18 \n icall \n sts 0x7f, r1 \n clr r25 \n"
        ".irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2 \n"
        "ldi r18, \\r \n eor r18, r\\r \n or r25, r18 \n pop r\\r \n .endr \n"
        "cpse r25, r1 \n ori r24, 0x80 \n ret");

/* A whole search in slices, as the firmware makes it: every solution returns. */
static void __attribute__((noinline)) search_returning(uint16_t slice)
{
    uint16_t left = slice;
    enum queens_event last;
    do {
        last = queens_run(&board, &left);
        if (last == QUEENS_SOLVED)
            solution_eat(&board);
        if (left == 0)
            left = slice;
    } while (last != QUEENS_DONE);
}

static void search_whole(void)
{
    queens_start(&board, board.n);
    clock_on();
    search_returning(budget);
    clock_off();
}

int main(void)
{
    for (;;) {
        while (task == 0)
            ;
        uint16_t left = budget;
        solutions = 0;
        sum = 0;
        switch (task) {
        case 1: event = timed_run(&board, &left, queens_run); break;
        case 2: search_whole(); break;
        case 3: event = timed_run(&board, &left, queens_complete); break;
        default: break;
        }
        budget = left;
        task = 0;
    }
}
