/* The theorem of the step back: it undoes a step, and a step undoes it. */
#include "firmware/queens/queens.h"

/*@ lemma same_rows_same_peace{K,L}: \forall struct board *b, integer rows;
        same_rows{K,L}(b, rows) ==> (peaceful{K}(b, rows) <==> peaceful{L}(b, rows));
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
    /*@ assert event == QUEENS_ATTACKED ==> !peaceful(b, b->row + 1); */
    enum queens_event undone = queens_back(b);
    /*@ assert same: undone == event && b->row == row; */
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
    /*@ assert back: event == QUEENS_ATTACKED ==> b->row == row && b->col[row] == col - 1 < b->n - 1; */
    /*@ assert back: event == QUEENS_LIFTED ==> b->row == row + 1; */
    /*@ assert back: event == QUEENS_PLACED || event == QUEENS_SOLVED ==> b->row == row - 1; */
    /*@ assert rows: \forall integer r; 0 <= r < row && r != b->row ==> b->col[r] == \at(b->col[r], Pre); */
    /*@ assert free: event != QUEENS_ATTACKED && event != QUEENS_LIFTED ==> peaceful{Pre}(b, row) &&
            b->col[b->row] == \at(b->col[\at(b->row, Here)], Pre) - 1; */
    /*@ assert met: event == QUEENS_ATTACKED ==> !peaceful{Pre}(b, row + 1); */
    enum queens_event done = queens_step(b);
    /*@ assert lifted: event == QUEENS_LIFTED ==> done == event; */
    /*@ assert moved: event != QUEENS_LIFTED ==> done != QUEENS_LIFTED && done != QUEENS_DONE; */
    /*@ assert rows: event == QUEENS_ATTACKED ==> same_rows{Pre,Here}(b, row + 1); */
    /*@ assert met: event == QUEENS_ATTACKED ==> !peaceful(b, row + 1); */
    /*@ assert attacked: event == QUEENS_ATTACKED ==> done == event; */
    /*@ assert rows: event == QUEENS_PLACED || event == QUEENS_SOLVED ==> same_rows{Pre,Here}(b, row); */
    /*@ assert free: event == QUEENS_PLACED || event == QUEENS_SOLVED ==> peaceful(b, row); */
    /*@ assert placed: event != QUEENS_LIFTED && event != QUEENS_ATTACKED && done == QUEENS_ATTACKED ==>
            b->row == row - 1 && !peaceful(b, b->row + 1); */
    /*@ assert placed: event == QUEENS_PLACED || event == QUEENS_SOLVED ==> done != QUEENS_ATTACKED; */
    /*@ assert same: done == event && b->row == row; */
    /*@ assert rows: same_rows{Pre,Here}(b, row); */
    /*@ assert tried: row < b->n ==> b->col[row] == col; */
    return done == event;
}
