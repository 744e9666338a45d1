/* The verifier of a board: finds queens that attack each other, by other code than the search's. */
#ifndef VERIFY_H
#define VERIFY_H

#include "firmware/queens/board.h"

#include <stdbool.h>

/* How two queens attack each other.  Never along a row: a board holds one queen a row, it can't say two. */
enum attack {
    ATTACK_NONE,
    ATTACK_COLUMN,
    ATTACK_FALLING, /* the diagonal from top left to bottom right: row - column is the same */
    ATTACK_RISING   /* the diagonal from bottom left to top right: row + column is the same */
};

/*
 * Goes on to the next pair of rows, upper < lower, whose queens attack each other, and tells how; looks at
 * the filled rows (0 .. row-1) alone.  The pairs come in the order (0, 1) (0, 2) .. (1, 2) ..: start with
 * *upper = *lower = 0, go on with what the call before left there.  ATTACK_NONE: there are no more.
 * Blocks: 23,000 cycles at n = 32 when no queen attacks any other.  For main only.
 */
/*@ requires \valid_read(board) && \valid(upper) && \valid(lower);
    requires \separated(board, upper, lower);
    requires board->n <= QUEENS_MAX && board->row <= board->n && on_board(board, board->row);
    requires *upper <= *lower <= board->row;
    assigns *upper, *lower;
    ensures ATTACK_NONE <= \result <= ATTACK_RISING;
    ensures \result != ATTACK_NONE ==> *upper < *lower < board->row && attacks(board, *upper, *lower);
    ensures \result == ATTACK_NONE ==> *upper == *lower == board->row || *upper == \old(*upper);
    ensures \forall integer l; \result != ATTACK_NONE && *upper == \old(*upper) &&
        \old(*lower) < l < *lower ==>
                !attacks(board, \old(*upper), l);
    ensures \forall integer u, l; \old(*upper) < u < *upper && u < l < board->row ==> !attacks(board, u, l);
    ensures \result == ATTACK_NONE && \old(*upper) == 0 && \old(*lower) == 0
        ==> peaceful(board, board->row); */
enum attack verify_pair(const struct board *board, uint8_t *upper, uint8_t *lower);

/*
 * Is this a solution: full, 1 to QUEENS_MAX rows, every column on the board, no queen attacked?  Any content
 * of the board may be asked about, damaged memory too.  Blocks: 450 cycles at n = 8, 6000 at n = 32.  For
 * main only.
 */
/*@ requires \valid_read(board);
    assigns \nothing;
    ensures \result <==> solution(board); */
bool verify_solution(const struct board *board);

/*
 * The same for up to 8 rows, with sets of a byte: 230 cycles.  What takes every cycle (see job.c) asks here;
 * no other image has it.
 */
/*@ requires \valid_read(board);
    assigns \nothing; */
bool verify_small(const struct board *board);

#endif
