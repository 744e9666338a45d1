/* The theorem: the search finds every completion of a board, each once, in lexicographic order, and ends. */
#include "firmware/queens/queens.h"

/*
 * None of this runs: with `make prove`, Frama-C proves its contracts.  The search is the shipped
 * queens_step, known here only by its contract (queens.h), which is proved for its code.
 *
 *     every_solution_once       the theorem: a search of n queens
 *     every_completion_once     the theorem: a search with given queens
 *       step                    what a step of the search does to the boards passed, and to its number
 *
 * `given` is any full board with the given queens, the column of each row: nothing else is assumed about that
 * function.  What is proved of it is proved of every such board.
 */
/*@ axiomatic any_board { logic integer given(integer row) reads \nothing; }

    predicate is_solution(integer n) =
        (\forall integer r; 0 <= r < n ==> 0 <= given(r) < n) &&
        (\forall integer u, l; 0 <= u < l < n ==> !lines_meet(l - u, given(l) - given(u)));
*/

/*
 * A search stands before a square: `row` rows are filled, and in `row` the columns 0 .. col[row] have been
 * tried. Of all full boards, it has passed those that come before it in lexicographic order:
 *
 *     search   2 4 1 [0 1]      three rows filled, of the fourth the columns 0 and 1 tried
 *     passed   2 3 . . . .      for a row that is filled: a smaller column, all above being the same
 *     passed   2 4 1 1 . .      for the row in work: a column that was tried
 *     ahead    2 4 1 2 . .
 *
 * Where the board is full, that is the lexicographic order of full boards itself.
 */
/*@ predicate alike(struct board *b, integer rows) = \forall integer r; 0 <= r < rows
    ==> given(r) == column(b, r);

    predicate has_given(struct board *b) =
        \forall integer r; 0 <= r < b->n && is_given(b, r) ==> given(r) == column(b, r);

    predicate leaves_at(struct board *b, integer r) =
        0 <= r < b->n && alike(b, r) &&
        ((r < b->row && given(r) < column(b, r)) || (r == b->row && given(r) <= b->col[r]));

    predicate passed(struct board *b) = \exists integer r; leaves_at(b, r);

    predicate met(struct board *b) = b->row == b->n && alike(b, b->n);

    predicate comes_before(struct board *b) =
        \exists integer r; 0 <= r < b->n && alike(b, r) && given(r) < column(b, r);
*/

/*
 * The state of a search as a number of n digits to base 65, twice the largest n and 1: for a row that is
 * filled twice its column and 1, for the row in work twice the columns tried, and 0 below and for given rows.
 */
#define BASE (2 * QUEENS_MAX + 1)
/*@ logic integer digit(struct board *b, integer r) =
        b->col[r] >= BOARD_GIVEN ? 0 : r < b->row ? 2 * b->col[r] + 1 : r == b->row ? 2 * b->col[r] + 2 : 0;

    logic integer number(struct board *b, integer digits) =
        digits <= 0 ? 0 : BASE * number(b, digits - 1) + digit(b, digits - 1);

    logic integer numbers(integer digits) = digits <= 0 ? 1 : BASE * numbers(digits - 1);
*/

/* Returns whether the board is `given`.  A function without a body: only its contract is known. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == given(row); */
int8_t given_column(uint8_t row);

/* The first row in which `given` differs from the search: it determines whether `given` is passed. */
/*@ requires \valid_read(b) && in_search(b);
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result <= b->row && alike(b, \result);
    ensures \result < b->row ==> given(\result) != column(b, \result);
    ensures \forall integer r; leaves_at(b, r) ==> r == \result;
    ensures passed(b) <==> leaves_at(b, \result); */
static uint8_t parting(const struct board *b)
{
    uint8_t row = 0;
    /*@ loop invariant 0 <= row <= b->row && alike(b, row);
        loop assigns row;
        loop variant b->row - row; */
    while (row < b->row && given_column(row) == (int8_t)board_column(b, row))
        row++;
    return row;
}

/* The number is one of n digits. */
/*@ requires \valid_read(b) && in_search(b);
    terminates \true;
    assigns \nothing;
    ensures 0 <= number(b, b->n) < numbers(b->n);
    ensures \forall integer r; 0 <= r < b->n ==> 0 <= digit(b, r) < BASE; */
static void number_is_bounded(const struct board *b)
{
    uint8_t digits = 0;
    /*@ assert range: \forall integer r; 0 <= r < b->n ==> 0 <= digit(b, r) < BASE; */
    /*@ loop invariant 0 <= digits <= b->n;
        loop invariant 0 <= number(b, digits) < numbers(digits);
        loop assigns digits;
        loop variant b->n - digits; */
    while (digits < b->n) {
        digits++;
        /*@ assert number(b, digits) == BASE * number(b, digits - 1) + digit(b, digits - 1); */
        /*@ assert numbers(digits) == BASE * numbers(digits - 1); */
    }
}

/*@ requires \valid(b) && in_search(b) && is_solution(b->n) && has_given(b);
    terminates \true;
    assigns b->row, b->col[0 .. QUEENS_MAX - 1];
    ensures in_search(b) && has_given(b) && QUEENS_PLACED <= \result <= QUEENS_DONE;
    ensures \old(passed(b)) ==> passed(b);
    ensures passed(b) ==> \old(passed(b)) || (\result == QUEENS_LIFTED && \old(met(b)));
    ensures \result == QUEENS_LIFTED && \old(met(b)) ==> passed(b);
    ensures \result == QUEENS_SOLVED ==> solution(b) && (passed(b) <==> comes_before(b));
    ensures \result != QUEENS_SOLVED ==> b->row < b->n;
    ensures \result == QUEENS_DONE ==> passed(b);
    ensures \result == QUEENS_LIFTED || \old(b->row) < b->n;
    ensures \result != QUEENS_DONE ==> \old(number(b, b->n)) < number(b, b->n) < numbers(b->n); */
static enum queens_event step(struct board *b)
{
    uint8_t before = parting(b), row = b->row, n = b->n, digits = 0, first, after;
    enum queens_event event;
    number_is_bounded(b);
    event = queens_step(b);
    after = parting(b);

    /*@ assert given: has_given(b); */
    /*@ assert above: \forall integer r; 0 <= r < row && r < b->row ==> b->col[r] == \at(b->col[r], Pre); */
    /*@ assert before < row && before < b->row ==> after == before; */
    /*@ assert placed: event == QUEENS_PLACED && before == row ==>
            (leaves_at{Pre}(b, before) <==> leaves_at(b, after)); */
    /*@ assert solved: event == QUEENS_SOLVED && before == row ==>
            (leaves_at{Pre}(b, before) <==> leaves_at(b, after)); */
    /*@ assert clash: \forall integer r; b->row < b->n && alike(b, b->row + 1) && has_queen_in(b, r, b->row)
            ==> given(r) == column(b, r) && given(b->row) == b->col[b->row]; */
    /*@ assert clash: b->row < b->n ==> \forall integer r; 0 <= r < b->n && r != b->row ==>
            !lines_meet(b->row - r, given(b->row) - given(r)); */
    /*@ assert clash: \forall integer r; b->row < b->n && alike(b, b->row + 1) && has_queen_in(b, r, b->row)
            ==> r != b->row && !crosses(b, r, b->row); */
    /*@ assert attacked: event == QUEENS_ATTACKED ==> !alike(b, b->row + 1); */
    /*@ assert attacked: event == QUEENS_ATTACKED && before == row ==>
            (leaves_at{Pre}(b, before) <==> leaves_at(b, after)); */
    /*@ assert lifted: event == QUEENS_LIFTED && before >= b->row ==> after == b->row; */
    /*@ assert lifted: event == QUEENS_LIFTED && before == b->row ==>
            (leaves_at{Pre}(b, before) <==> leaves_at(b, after)); */
    /*@ assert lifted: event == QUEENS_LIFTED && before == row ==>
            leaves_at(b, after) && (leaves_at{Pre}(b, before) || met{Pre}(b)); */
    /*@ assert done: event == QUEENS_DONE ==> leaves_at(b, row) && leaves_at{Pre}(b, row); */

    first = row < b->row ? row : b->row;
    number_is_bounded(b);
    /*@ assert same: \forall integer r; 0 <= r < first ==> digit(b, r) == digit{Pre}(b, r); */
    /*@ assert more: event == QUEENS_PLACED || event == QUEENS_SOLVED ==>
            first == row && digit(b, first) == digit{Pre}(b, first) + 1; */
    /*@ assert more: event == QUEENS_ATTACKED
        ==> first == row && digit(b, first) == digit{Pre}(b, first) + 2; */
    /*@ assert more: event == QUEENS_LIFTED
        ==> first < row && digit(b, first) == digit{Pre}(b, first) + 1; */
    /*@ assert more: event != QUEENS_DONE ==> digit(b, first) >= digit{Pre}(b, first) + 1; */
    /*@ assert range: \forall integer r; 0 <= r < n
        ==> 0 <= digit(b, r) < BASE && 0 <= digit{Pre}(b, r) < BASE; */
    /*@ loop invariant 0 <= digits <= n;
        loop invariant digits <= first ==> number(b, digits) == number{Pre}(b, digits);
        loop invariant event != QUEENS_DONE && digits > first
            ==> number(b, digits) >= number{Pre}(b, digits) + 1;
        loop assigns digits;
        loop variant n - digits; */
    while (digits < n) {
        digits++;
        /*@ assert number(b, digits) == BASE * number(b, digits - 1) + digit(b, digits - 1); */
        /*@ assert number{Pre}(b, digits) == BASE * number{Pre}(b, digits - 1) + digit{Pre}(b, digits - 1); */
        /*@ assert 0 <= digit(b, digits - 1) < BASE && 0 <= digit{Pre}(b, digits - 1) < BASE; */
        /*@ assert event != QUEENS_DONE && digits == first + 1 ==>
                number(b, digits) >= number{Pre}(b, digits) + 1; */
        /*@ assert event != QUEENS_DONE && digits > first + 1 ==>
                number(b, digits) >= number{Pre}(b, digits) + 1; */
    }
    return event;
}

/* Returns whether the search is at the given board. */
/*@ requires \valid_read(b) && in_search(b);
    terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> met(b); */
static uint8_t meets(const struct board *b)
{
    return b->row == b->n && parting(b) == b->n;
}

/*
 * The rest of a search, from wherever it stands: `times` is how often the given solution has been met.  That
 * it is called by itself, and not in a loop, is for its measure alone, which grows with each step up to a
 * bound.
 */
/*@ requires \valid(b) && in_search(b) && is_solution(b->n) && has_given(b);
    requires 0 <= times <= 1 && (times == 1 <==> passed(b) || met(b));
    terminates \true;
    decreases numbers(b->n) - number(b, b->n);
    assigns b->row, b->col[0 .. QUEENS_MAX - 1];
    ensures \result == 1; */
static uint8_t rest(struct board *b, uint8_t times)
{
    enum queens_event event = step(b);
    if (event == QUEENS_DONE)
        return times;
    if (event == QUEENS_SOLVED) {
        /*@ assert solution(b); */
        /*@ assert times == 1 <==> comes_before(b); */
        times = (uint8_t)(times + meets(b));
    }
    return rest(b, times);
}

/*
 * The search of n rows, from its start to its end.  Whatever solution is given, it is met at exactly one
 * QUEENS_SOLVED; each board at a QUEENS_SOLVED is a solution; and what was met before comes before it in
 * lexicographic order (the assertions above).
 */
/*@ requires 1 <= n <= QUEENS_MAX && is_solution(n) && \valid(b);
    terminates \true;
    assigns *b;
    ensures \result == 1; */
uint8_t every_solution_once(uint8_t n, struct board *b)
{
    queens_start(b, n);
    return rest(b, 0);
}

/*
 * The same of a search that completes a board: whatever solution is given that has its queens, it is met at
 * exactly one QUEENS_SOLVED.
 */
/*@ requires \valid(b) && 1 <= b->n <= QUEENS_MAX && is_solution(b->n) && is_calm(b);
    requires \forall integer r; 0 <= r < b->n ==> -1 <= b->col[r] < b->n;
    requires \forall integer r; 0 <= r < b->n && b->col[r] >= 0 ==> given(r) == b->col[r];
    terminates \true;
    assigns *b;
    ensures \result == 1; */
uint8_t every_completion_once(struct board *b)
{
    queens_start_given(b);
    /*@ assert has_given(b) && alike(b, b->row); */
    return rest(b, 0);
}
