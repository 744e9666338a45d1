/* The search: an iterative backtracker over the column array of a board. */
#ifndef QUEENS_H
#define QUEENS_H

#include "firmware/queens/board.h"

/*
 *                    +-------------------------------------------------+
 *                    v                                                 |
 *   start --> try the next column of row `row` --> ATTACKED, PLACED ---+
 *                    ^      | none left                     SOLVED: row == n
 *                    |      v                                  |
 *                    +-- LIFTED: row is one less <-------------+
 *                           | or, on row 0,
 *                           v
 *                          DONE
 *
 * The board alone says what the next step is.  What holds after each event:
 */
enum queens_event {
    QUEENS_PLACED,   /* a queen was put on row `row` - 1; nothing tried on row `row` yet: col[row] == -1 */
    QUEENS_ATTACKED, /* the square col[row] of row `row` was tried: queens_attacker() says who attacks it */
    QUEENS_LIFTED,   /* the row below ran out of columns or was solved: the queen col[row] was taken off */
    QUEENS_SOLVED,   /* a queen was put on the last row, row == n: a solution stands on the board */
    QUEENS_DONE,     /* nothing is left to try: row 0, col[0] == n-1 */
    QUEENS_SLICED    /* queens_run only: the budget is used up, more is left to do */
};

/* An empty board of n rows, 1 .. QUEENS_MAX; nothing tried yet. */
/*@ requires \valid(board) && 1 <= n <= QUEENS_MAX;
    terminates \true;
    assigns board->n, board->row, board->col[0];
    ensures in_search(board) && board->n == n && board->row == 0 && board->col[0] == -1; */
void queens_start(struct board *board, uint8_t n);

/*
 * One step of the search, in lexicographic order.  A solved board (row == n) goes on behind its solution: the
 * step lifts the last queen.  After QUEENS_DONE every further step is QUEENS_DONE.
 * Blocks: at most n comparisons, under 1000 cycles at n = 32.  For main only.
 */
/*@ requires \valid(board) && in_search(board);
    terminates \true;
    assigns board->row, board->col[0 .. QUEENS_MAX - 1];
    ensures in_search(board);
    ensures \forall integer r; 0 <= r < QUEENS_MAX && r != \old(board->row) && r != \old(board->row) + 1 ==>
                board->col[r] == \old(board->col[r]);
    ensures \result == QUEENS_PLACED || \result == QUEENS_SOLVED ==> board->row == \old(board->row) + 1;
    ensures \result == QUEENS_PLACED || \result == QUEENS_SOLVED ==>
                board->col[board->row - 1] == \old(board->col[board->row]) + 1;
    ensures \result == QUEENS_PLACED ==> board->row < board->n && board->col[board->row] == -1;
    ensures \result == QUEENS_SOLVED ==> solution(board);
    ensures \result == QUEENS_ATTACKED ==> board->row == \old(board->row) && board->row < board->n &&
                board->col[board->row] == \old(board->col[board->row]) + 1;
    ensures \result == QUEENS_ATTACKED
        ==> \exists integer r; 0 <= r < board->row && attacks(board, r, board->row);
    ensures \result == QUEENS_LIFTED || \result == QUEENS_DONE ==>
                \forall integer r; 0 <= r < QUEENS_MAX ==> board->col[r] == \old(board->col[r]);
    ensures \result == QUEENS_LIFTED ==> board->row == \old(board->row) - 1 &&
                (\old(board->row) == board->n || \old(board->col[board->row]) == board->n - 1);
    ensures \result == QUEENS_DONE
        ==> board->row == 0 && \old(board->row) == 0 && board->col[0] == board->n - 1;
    ensures QUEENS_PLACED <= \result <= QUEENS_DONE; */
enum queens_event queens_step(struct board *board);

/*
 * The row, from the top, of the first queen that attacks the square col[row] of row `row`; `row` itself when
 * none does.  For a board with row < n and col[row] >= 0, as after QUEENS_ATTACKED.
 * Computed, not stored; blocks as queens_step does.  For main only.
 */
/*@ requires \valid_read(board) && in_search(board) && board->row < board->n && board->col[board->row] >= 0;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result <= board->row;
    ensures \forall integer r; 0 <= r < \result ==> !attacks(board, r, board->row);
    ensures \result < board->row ==> attacks(board, \result, board->row); */
uint8_t queens_attacker(const struct board *board);

/*
 * Runs on to the next solution (QUEENS_SOLVED), the end (QUEENS_DONE), or until the queens placed reach
 * *budget (QUEENS_SLICED).  *budget is lowered by the queens placed, the last of a solution included; with a
 * budget of 0 nothing moves.  The board is then just as if queens_step had been called as often as it takes,
 * so steps and runs mix freely, and slices of any size give one sequence.
 * Blocks: see QUEENS_SLICE.  For main only.
 */
enum queens_event queens_run(struct board *board, uint16_t *budget);

/*
 * A budget for queens_run with which a call takes less than 40,000 cycles: 2.5 ms at 16 MHz.  Squares tried
 * and queens lifted come with the queens placed: at most 100 cycles each up to n = 16, 125 above, and 600 to
 * 4000 for the start.  The longest seen: 2.6 k at n = 8 (a solution ends it), 27 k at n = 16, 31 k at n = 32.
 */
#define QUEENS_SLICE(n) ((n) <= 16 ? 390 : 280)

/*
 * The same, but a solution is no reason to stop: visit(board) is called at each, with row == n, and the run
 * goes on with its masks still in registers, which saves about 190 cycles a solution at n = 8, 500 at n = 12.
 * Ends with QUEENS_DONE, or with QUEENS_SLICED when the budget is used up.  *budget is written at the end
 * only; the visitor may read the board.  On the chip only in images built with QUEENS_EACH: it takes an
 * indirect call and 390 bytes of flash.
 */
enum queens_event queens_each(struct board *board, uint16_t *budget,
                              void (*visit)(const struct board *board));

/* queens_run in plain C, beside the tuned one: what that one is held against.  The host knows no other. */
#ifdef __AVR__
enum queens_event queens_run_plain(struct board *board, uint16_t *budget);
#endif

#endif
