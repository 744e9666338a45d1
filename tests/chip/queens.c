/* A letter box for the search on the chip: what is poked into it is run, and the time is marked. */
#include <avr/io.h>
#include <stdbool.h>

#include "firmware/queens/queens.h"

struct letter {
    uint8_t task; /* 0: none; the test sets it last, the chip clears it */
    uint8_t event;
    uint16_t budget;
    uint16_t solutions;
    uint32_t placed;
    uint8_t sum; /* of all columns of all solutions */
    struct board board;
};

volatile struct letter letter;
static struct board board;
static uint16_t solutions;
static uint8_t sum;

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

/* One slice; the clock runs for no more than that. */
static uint8_t slice_run(enum queens_event (*run)(struct board *, uint16_t *))
{
    uint16_t budget = letter.budget;
    board = letter.board;
    uint8_t event = timed_run(&board, &budget, run);
    letter.board = board;
    letter.budget = budget;
    return event;
}

/* A whole search in slices, as the firmware makes it: every solution returns. */
static void __attribute__((noinline)) search_returning(uint16_t slice)
{
    uint16_t budget = slice;
    enum queens_event event;
    do {
        event = queens_run(&board, &budget);
        if (event == QUEENS_SOLVED)
            solution_eat(&board);
        if (budget == 0 || event == QUEENS_DONE) {
            letter.placed += (uint16_t)(slice - budget);
            budget = slice;
        }
    } while (event != QUEENS_DONE);
}

static void search_whole(void)
{
    letter.placed = 0;
    queens_start(&board, letter.board.n);
    clock_on();
    search_returning(letter.budget);
    clock_off();
}

int main(void)
{
    for (;;) {
        uint8_t task = letter.task;
        if (task == 0)
            continue;
        solutions = 0;
        sum = 0;
        switch (task) {
        case 1: letter.event = slice_run(queens_run); break;
        case 2: search_whole(); break;
        case 3: letter.event = slice_run(queens_complete); break;
        default: break;
        }
        letter.solutions = solutions;
        letter.sum = sum;
        letter.task = 0;
    }
}
