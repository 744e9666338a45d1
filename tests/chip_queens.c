/* A letter box for the search on the chip: what is poked into it is run, and the time is marked. */
#include <avr/io.h>
#include <stdbool.h>

#include "queens.h"

struct letter {
    uint8_t task; /* 0: none; the test sets it last, the chip clears it */
    uint8_t event;
    uint16_t budget;
    uint32_t solutions;
    uint32_t placed;
    uint8_t sum;
    struct board board;
};

volatile struct letter letter;
static struct board board;

#define clock_on()  (GPIOR0 = 1)
#define clock_off() (GPIOR0 = 0)

static uint8_t run_once(enum queens_event (*run)(struct board *, uint16_t *))
{
    uint16_t budget = letter.budget;
    uint8_t event;

    board = letter.board;
    clock_on();
    event = run(&board, &budget);
    clock_off();
    letter.board = board;
    letter.budget = budget;
    return event;
}

/* The consumer of the figures: adds up the columns. */
static uint8_t columns_add(const struct board *solved)
{
    const int8_t *col = solved->col;
    uint8_t left = solved->n;
    uint8_t sum = 0;

    do
        sum += (uint8_t)*col++;
    while (--left);
    return sum;
}

static uint32_t count;
static uint8_t sum;

static void __attribute__((noinline)) solution_eat(const struct board *solved)
{
    sum += columns_add(solved);
    count++;
}

static void __attribute__((noinline)) search_whole(uint16_t slice)
{
    uint32_t placed = 0;
    uint16_t budget = slice;
    enum queens_event event;

    do {
        event = queens_run(&board, &budget);
        if (event == QUEENS_SOLVED)
            solution_eat(&board);
        if (budget == 0 || event == QUEENS_DONE) {
            placed += (uint16_t)(slice - budget);
            budget = slice;
        }
    } while (event != QUEENS_DONE);
    letter.placed = placed;
}

static void run_whole(void)
{
    count = 0;
    sum = 0;
    queens_start(&board, letter.board.n);
    clock_on();
    search_whole(letter.budget);
    clock_off();
    letter.solutions = count;
    letter.sum = sum;
}

int main(void)
{
    for (;;) {
        switch (letter.task) {
        case 1: letter.event = run_once(queens_run); break;
        case 2: letter.event = run_once(queens_run_plain); break;
        case 3: run_whole(); break;
        default: continue;
        }
        letter.task = 0;
    }
}
