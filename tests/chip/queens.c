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

/* One slice; the clock runs for no more than that. */
static uint8_t slice_run(enum queens_event (*run)(struct board *, uint16_t *))
{
    uint16_t budget = letter.budget;
    board = letter.board;
    clock_on();
    uint8_t event = run(&board, &budget);
    clock_off();
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
