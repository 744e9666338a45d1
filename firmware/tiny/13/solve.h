/* The solutions of a board, one after the other, on the line and on the matrix, over and over. */
#ifndef SOLVE_H
#define SOLVE_H

#include "firmware/queens/board.h"

#include <stdbool.h>
#include <stdint.h>

/* Where it stands.  It lies in main's frame: one pointer to it is shorter than the addresses of its parts. */
struct solve {
    struct board board;
    uint8_t solutions; /* so far: at most 92 */
    uint8_t left;      /* ticks that the solution on the matrix still stays, or for ever: paused */
};

/* Darkens the matrix, starts a board of 8 rows.  All of these are for main only. */
void solve_begin(struct solve *solve);

/* The next board size, 4 to 8, then round. */
void solve_next_size(struct solve *solve);

/* Stands still, or goes on with the next solution. */
void solve_pause(struct solve *solve);

/* To be called at each tick of the bit clock. */
void solve_tick(struct solve *solve);

/*
 * Searches on by one step; at a solution it is shown and printed, which waits for the line, 11 ms for 10
 * bytes. False: there is nothing to do until time has passed.
 */
bool solve_run(struct solve *solve);

#endif
