/* The theorem of the step back: it undoes a step, and a step undoes it. */
#include "firmware/queens/queens.h"

/*@ lemma same_queens_same_peace{K,L}: \forall struct board *b, integer rows;
        same_queens{K,L}(b, rows) ==> (peaceful{K}(b, rows) <==> peaceful{L}(b, rows));
*/

/*
 * None of this runs: `make prove` has Frama-C check the contracts.  The step and the step back are known by
 * theirs alone.  A board in a search is n, row and the columns down to `row`.
 */
/*@ predicate is_same{K,L}(struct board *b) =
        same_rows{K,L}(b, \at(b->row, K)) && \at(b->row, L) == \at(b->row, K) &&
        (\at(b->row, K) < \at(b->n, K) ==> \at(b->col[\at(b->row, K)], L) == \at(b->col[\at(b->row, K)], K));
*/

/* back(step(b)) == b, unless the search is done: then the step changes nothing. */
/*@ requires \valid(b) && in_search(b);
    terminates \true;
    assigns b->row, b->col[0 .. QUEENS_MAX - 1];
    ensures is_same{Pre,Here}(b);
    ensures \result == 1; */
uint8_t back_undoes_step(struct board *b)
{
    /*@ ghost uint8_t row = b->row; */
    /*@ ghost int8_t col = b->row < b->n ? b->col[b->row] : (int8_t)0; */
    enum queens_event event = queens_step(b);
    if (event == QUEENS_DONE)
        return 1;
    /*@ assert tried: event != QUEENS_LIFTED ==> b->col[row] == col + 1; */
    /*@ assert attacked: event == QUEENS_ATTACKED ==> \exists integer r; has_queen_in(b, r, b->row + 1) &&
            ((r < b->row && crosses(b, r, b->row)) || (b->row < r && crosses(b, b->row, r))); */
    /*@ assert attacked: event == QUEENS_ATTACKED ==> !peaceful(b, b->row + 1); */
    /*@ assert moved: same_given{Pre,Here}(b) && !is_given(b, row < b->n ? row : 0) || row == b->n; */
    /*@ ghost uint8_t there = b->row; */
    enum queens_event undone = queens_back(b);
    /*@ assert kind: undone == event; */
    /*@ assert between: event == QUEENS_PLACED || event == QUEENS_SOLVED ==>
            row < there && all_given(b, row + 1, there) && all_given(b, b->row + 1, there) &&
            !is_given(b, row); */
    /*@ assert between: event == QUEENS_LIFTED ==>
            there < row && all_given(b, there + 1, row) && all_given(b, there + 1, b->row); */
    /*@ assert same: b->row == row; */
    /*@ assert rows: same_rows{Pre,Here}(b, row); */
    /*@ assert tried: event != QUEENS_LIFTED ==> b->col[row] == col; */
    /*@ assert tried: event == QUEENS_LIFTED && row < b->n ==> b->col[row] == col; */
    return undone == event;
}

/* step(back(b)) == b, unless the board is at the start: then the step back changes nothing. */
/*@ requires \valid(b) && in_search(b);
    terminates \true;
    assigns b->row, b->col[0 .. QUEENS_MAX - 1];
    ensures is_same{Pre,Here}(b);
    ensures \result == 1; */
uint8_t step_undoes_back(struct board *b)
{
    /*@ ghost uint8_t row = b->row; */
    /*@ ghost int8_t col = b->row < b->n ? b->col[b->row] : (int8_t)0; */
    enum queens_event event = queens_back(b);
    if (event == QUEENS_DONE)
        return 1;
    /*@ ghost uint8_t there = b->row; */
    /*@ assert given: same_given{Pre,Here}(b); */
    /*@ assert back: event == QUEENS_ATTACKED ==> b->row == row && b->col[row] == col - 1 < b->n - 1; */
    /*@ assert back: event == QUEENS_LIFTED ==> row < there && all_given(b, row + 1, there); */
    /*@ assert back: event == QUEENS_PLACED || event == QUEENS_SOLVED ==>
            there < row && all_given(b, there + 1, row); */
    /*@ assert free: event != QUEENS_ATTACKED && event != QUEENS_LIFTED ==> peaceful{Pre}(b, row) &&
            b->col[b->row] == \at(b->col[\at(b->row, Here)], Pre) - 1; */
    /*@ assert met: event == QUEENS_ATTACKED ==> !peaceful{Pre}(b, row + 1); */
    enum queens_event done = queens_step(b);
    /*@ assert given: same_given{Pre,Here}(b); */
    /*@ assert lifted: event == QUEENS_LIFTED ==> done == event; */
    /*@ assert moved: event != QUEENS_LIFTED ==> done != QUEENS_LIFTED && done != QUEENS_DONE; */
    /*@ assert attacked: done == QUEENS_ATTACKED ==> \exists integer r; has_queen_in(b, r, b->row + 1) &&
            ((r < b->row && crosses(b, r, b->row)) || (b->row < r && crosses(b, b->row, r))); */
    /*@ assert attacked: done == QUEENS_ATTACKED ==> !peaceful(b, b->row + 1); */
    /*@ assert again: event == QUEENS_ATTACKED ==> same_queens{Pre,Here}(b, row + 1) || b->row != row; */
    /*@ assert met: event == QUEENS_ATTACKED ==> b->row != row || !peaceful(b, row + 1); */
    /*@ assert attacked: event == QUEENS_ATTACKED ==> done == event; */
    /*@ assert again: (event == QUEENS_PLACED || event == QUEENS_SOLVED) && done == QUEENS_ATTACKED ==>
            b->row == there && same_rows{Pre,Here}(b, b->n); */
    /*@ assert again: (event == QUEENS_PLACED || event == QUEENS_SOLVED) && done == QUEENS_ATTACKED ==>
            \forall integer r; has_queen_in(b, r, there + 1) ==> has_queen_in{Pre}(b, r, row); */
    /*@ assert again: (event == QUEENS_PLACED || event == QUEENS_SOLVED) && done == QUEENS_ATTACKED ==>
            peaceful(b, there + 1); */
    /*@ assert placed: event == QUEENS_PLACED || event == QUEENS_SOLVED ==> done != QUEENS_ATTACKED; */
    /*@ assert between: event == QUEENS_PLACED || event == QUEENS_SOLVED ==>
            there < b->row && all_given(b, there + 1, b->row) && all_given(b, there + 1, row); */
    /*@ assert between: event == QUEENS_LIFTED ==>
            b->row < there && all_given(b, b->row + 1, there) && all_given(b, row + 1, there); */
    /*@ assert same: b->row == row; */
    /*@ assert same: done == event; */
    /*@ assert rows: same_rows{Pre,Here}(b, row); */
    /*@ assert tried: row < b->n ==> b->col[row] == col; */
    return done == event;
}
