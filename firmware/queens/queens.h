/* The search: an iterative backtracker over the column array of a board. */
#pragma once

#include "firmware/queens/board.h"

/*
 *                    +-------------------------------------------------+
 *                    v                                                 |
 *   start --> try the next column of row `row` --> ATTACKED, PLACED ---+
 *                    ^      | none left                     SOLVED: row == n
 *                    |      v                                  |
 *                    +-- LIFTED: row is one less <-------------+
 *                           | or, on the first row,
 *                           v
 *                          DONE
 *
 * The board alone determines the next step and the last one.  Its state after each event:
 */
enum __attribute__((packed)) queens_event {
    QUEENS_PLACED,   /* a queen was put on the row above; nothing tried on row `row` yet: col[row] == -1 */
    QUEENS_ATTACKED, /* the square col[row] of row `row` was tried: queens_attacker() returns its attacker */
    QUEENS_LIFTED,   /* the row below ran out of columns or was solved: the queen col[row] was removed */
    QUEENS_SOLVED,   /* a queen was put on the last row, row == n: the board is a solution */
    QUEENS_DONE,     /* nothing is left to try: row is the first one, col[row] == n-1 */
    QUEENS_SLICED    /* queens_run only: the budget is used up, more is left to do */
};

/* An empty board of n rows, 1 .. QUEENS_MAX; nothing tried yet. */
void queens_start(struct board *board, uint8_t n);

/*
 * Starts a search that completes a board from board_read, with a column or -1 in each row.  Its queens become
 * given ones; they must not attack each other.  The search finds every solution that contains them, in
 * lexicographic order.  The last queen of a full board is not marked as given: the search finds it.
 */
void queens_start_given(struct board *board);

/*
 * One step of the search, in lexicographic order.  From a solved board (row == n) the step lifts the last
 * queen.  After QUEENS_DONE every further step is QUEENS_DONE.  With given queens, rows above and below mean
 * rows without one, and a square that a given queen attacks counts as tried and attacked.
 * Blocks: at most n comparisons, under 1500 cycles at n = 32.
 */
enum queens_event queens_step(struct board *board);

/*
 * The event of the step that led to this board; QUEENS_DONE at the start, where nothing has been done.
 * Blocks as queens_step does.
 */
enum queens_event queens_last(const struct board *board);

/*
 * Undoes the last step and returns its event, queens_last(board); at the start the board stays as it is.
 * Blocks as queens_step does.  back(step(board)) == board unless the step is QUEENS_DONE, and
 * step(back(board)) == board unless the board is at the start: proved in tests/prove/back.c.
 */
enum queens_event queens_back(struct board *board);

/*
 * The first row, from the top, with a queen that attacks the square col[row] of row `row`; `row` itself if
 * there is none.  For a board with row < n and col[row] >= 0, as after QUEENS_ATTACKED.  Computed, not
 * stored; blocks as queens_step does.
 */
uint8_t queens_attacker(const struct board *board);

/*
 * Runs to the next solution (QUEENS_SOLVED), to the end (QUEENS_DONE), or until *budget queens are placed
 * (QUEENS_SLICED).  Subtracts the queens placed from *budget; with a budget of 0 nothing changes.  The board
 * is then the same as after as many queens with queens_step.  Blocks: see QUEENS_SLICE.
 */
enum queens_event queens_run(struct board *board, uint16_t *budget);

/*
 * A budget with which a call of queens_run takes less than 17,000 cycles (tests/simulator/queens.c measures
 * it): in 1.06 ms at 16 MHz, 12 bytes arrive, which fit into the receive ring.  A queen placed, with the
 * squares tried and queens lifted for it, takes 75 cycles up to n = 16 and 110 above, on average; the start
 * of a call takes 600 to 2000.  Up to n = 16, 200 would fit, but with a strip of LEDs bytes were lost.
 */
#define QUEENS_SLICE 120

/*
 * queens_run for a board from queens_start_given.  Takes 110 cycles a queen placed, 130 for each given row
 * that the search passes, and 2,000 to 4,000 at the start of a call.
 */
enum queens_event queens_complete(struct board *board, uint16_t *budget);

/* The same for queens_complete. */
#define QUEENS_COMPLETE_SLICE 36

/* Both in plain C: tests compare engine.S with it.  The host has only this. */
#ifdef __AVR__
enum queens_event queens_run_plain(struct board *board, uint16_t *budget);
#endif
