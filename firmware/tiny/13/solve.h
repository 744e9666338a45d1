/* Prints and shows the solutions of a board, one after another, and repeats. */
#ifndef SOLVE_H
#define SOLVE_H

#include "firmware/queens/board.h"

#include <stdbool.h>
#include <stdint.h>

/* The whole state.  It is in main's stack frame: a pointer is shorter than the addresses of its fields. */
struct solve {
    struct board board;
    uint8_t solutions; /* so far: at most 92 */
    uint8_t left;      /* ticks that the solution on the matrix still stays, or PAUSED */
};

/* Darkens the matrix, starts a board of 8 rows.  All functions are for main only. */
void solve_begin(struct solve *solve);

/* Starts the next board size, 4 to 8, then 4 again. */
void solve_next_size(struct solve *solve);

/* Pauses, or resumes with the next solution. */
void solve_pause(struct solve *solve);

/* Call it at each tick of the bit clock. */
void solve_tick(struct solve *solve);

/*
 * Does one step of the search.  Shows and prints a solution, which waits for the serial line: 11 ms for 10
 * bytes.  False: there is nothing to do until time has passed.
 */
bool solve_run(struct solve *solve);

#endif
