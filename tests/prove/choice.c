/* The contract leaves a step no choice: the board determines which event it is, and where it leads. */
#include "firmware/queens/queens.h"

/* Whether the row has a square that was not tried; whether a queen attacks the next one. */
/*@ predicate has_next(struct board *b) = b->row < b->n && b->col[b->row] != b->n - 1;

    predicate next_meets(struct board *b, integer r) =
        r != b->row && has_queen_in(b, r, b->row) &&
        lines_meet(r - b->row, column(b, r) - (b->col[b->row] + 1));
*/

/*
 * None of this runs: `make prove` has Frama-C check the contract.  The step is known by its own alone.
 * tests/checks/engine_board.mjs requires the same of each step in the machine code.
 */
/*@ requires \valid(b) && in_search(b);
    terminates \true;
    assigns b->row, b->col[0 .. QUEENS_MAX - 1];
    ensures \old(has_next(b)) ==> b->col[\old(b->row)] == \old(b->col[b->row]) + 1 &&
        same_but{Pre,Here}(b, \old(b->row), b->row);
    ensures \old(has_next(b) && \exists integer r; next_meets(b, r)) ==>
        \result == QUEENS_ATTACKED && b->row == \old(b->row);
    ensures \old(has_next(b) && !\exists integer r; next_meets(b, r)) ==>
        \result == (b->row == b->n ? QUEENS_SOLVED : QUEENS_PLACED) && \old(b->row) < b->row &&
        all_given(b, \old(b->row) + 1, b->row) &&
        (b->row < b->n ==> !is_given(b, b->row) && b->col[b->row] == -1);
    ensures \old(!has_next(b)) ==> same_rows{Pre,Here}(b, QUEENS_MAX) &&
        ((\result == QUEENS_DONE && all_given(b, 0, \old(b->row))) ||
         (\result == QUEENS_LIFTED && b->row < \old(b->row) && !is_given(b, b->row) &&
          all_given(b, b->row + 1, \old(b->row)))); */
enum queens_event step_without_choice(struct board *b)
{
    /*@ ghost uint8_t row = b->row; */
    enum queens_event event = queens_step(b);
    /*@ assert safe: event == QUEENS_PLACED || event == QUEENS_SOLVED ==> has_queen_in(b, row, b->row) &&
            \forall integer r; r != row && has_queen_in(b, r, b->row) ==>
                (r < row ==> !crosses(b, r, row)) && (row < r ==> !crosses(b, row, r)); */
    /*@ assert kept: event == QUEENS_PLACED || event == QUEENS_SOLVED ==>
            \forall integer r; r != row && \at(has_queen_in(b, r, b->row), Pre) ==>
                has_queen_in(b, r, b->row) && column(b, r) == \at(column(b, r), Pre); */
    /*@ assert met: event == QUEENS_ATTACKED ==> b->row == row && !is_given(b, row) && \forall integer r;
            has_queen_in(b, r, row) && crosses(b, r, row) ==> \at(next_meets(b, r), Pre); */
    return event;
}
