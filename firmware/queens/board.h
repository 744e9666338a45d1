/* The chess board of a search: one queen per row, its column in a byte. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#ifndef QUEENS_MAX
#define QUEENS_MAX 32
#endif

/*
 *   row 0   . Q . .     col[0] = 1
 *   row 1   . . . Q     col[1] = 3
 *   row 2   Q . . .     col[2] = 0       n = 4, row = 3: three rows are filled,
 *   row 3   . x . .     col[3] = 1       columns 0 and 1 of the fourth have been tried
 *
 * The column array is the only stack of the search: to backtrack, the search decrements `row` and continues
 * with the column after col[row].  Text, pixels, symmetry, masks and checkpoints are all computed from it.
 */
struct board {
    uint8_t n;              /* rows and columns, 1 .. QUEENS_MAX */
    uint8_t row;            /* rows filled; n when solved */
    int8_t col[QUEENS_MAX]; /* 0 .. n-1: queen of each filled row; in `row` the last column tried; -1: none
                               yet.  With BOARD_GIVEN: a given queen, in any row */
};

/*
 * This flag in a column marks a given queen: the search finds every solution that contains it.  The flag
 * stays while the row is filled, so read the columns of such a board with board_column.  With BOARD_PLAIN an
 * image has no given queens, which saves 100 bytes of flash.
 */
#ifdef BOARD_PLAIN
#define BOARD_GIVEN 0
#else
#define BOARD_GIVEN 0x40
#endif

/*
 * For `make prove`: predicates about a board in a search, queens that attack each other, and a solution, in
 * ACSL, the language of Frama-C's contracts.
 *
 * on_board: the column of each row above `rows` is on the board.  in_search is an invariant of the search.
 */
/*@ predicate on_board(struct board *b, integer rows) =
        \forall integer r; 0 <= r < rows ==> 0 <= b->col[r] < b->n;

    predicate lines_meet(integer down, integer right) = right == 0 || right == down || right == -down;

    predicate attacks{L}(struct board *b, integer upper, integer lower) =
        lines_meet(lower - upper, b->col[lower] - b->col[upper]);

    predicate peaceful{L}(struct board *b, integer rows) =
        \forall integer u, l; 0 <= u < l < rows ==> !lines_meet(l - u, b->col[l] - b->col[u]);

    logic integer column{L}(struct board *b, integer r) =
        b->col[r] >= BOARD_GIVEN ? b->col[r] - BOARD_GIVEN : b->col[r];

    predicate crosses{L}(struct board *b, integer upper, integer lower) =
        lines_meet(lower - upper, column(b, lower) - column(b, upper));

    predicate is_solved{L}(struct board *b, integer rows) =
        \forall integer r; 0 <= r < rows ==> 0 <= column(b, r) < b->n &&
            \forall integer u; 0 <= u < r ==> !crosses(b, u, r);

    predicate none_given(struct board *b) = \forall integer r; 0 <= r < b->n ==> b->col[r] < BOARD_GIVEN;

    predicate in_search(struct board *b) =
        1 <= b->n <= QUEENS_MAX && b->row <= b->n && on_board(b, b->row) && peaceful(b, b->row) &&
        (b->row < b->n ==> -1 <= b->col[b->row] < b->n) && none_given(b);

    predicate same_rows{K,L}(struct board *b, integer rows) =
        \forall integer r; 0 <= r < rows ==> \at(b->col[r], L) == \at(b->col[r], K);

    predicate same_but{K,L}(struct board *b, integer one, integer other) =
        \forall integer r; 0 <= r < QUEENS_MAX && r != one && r != other ==>
            \at(b->col[r], L) == \at(b->col[r], K);

    predicate solution(struct board *b) =
        1 <= b->n <= QUEENS_MAX && b->row == b->n && on_board(b, b->n) && peaceful(b, b->n);
*/

/* The column 0 .. n-1 of a queen, given or not. */
/*@ requires \valid_read(board) && row < QUEENS_MAX;
    terminates \true;
    assigns \nothing;
    ensures 0 <= board->col[row] ==> \result == column(board, row); */
static inline uint8_t board_column(const struct board *board, uint8_t row)
{
    return (uint8_t)board->col[row] % (BOARD_GIVEN ? BOARD_GIVEN : 0x100);
}

/*@ requires \valid_read(board) && row < QUEENS_MAX;
    terminates \true;
    assigns \nothing;
    ensures \result <==> board->col[row] >= BOARD_GIVEN; */
static inline bool board_is_given(const struct board *board, uint8_t row)
{
    return BOARD_GIVEN && board->col[row] >= BOARD_GIVEN;
}

#define BOARD_GAP '.' /* in the text of a board: a row without a queen */

/* The faults of a typed board: one character per row, the column of its queen, 1-9 then a-w. */
enum __attribute__((packed)) board_fault {
    BOARD_GOOD,
    BOARD_TOO_LONG,  /* more than QUEENS_MAX rows */
    BOARD_ALPHABET,  /* the character *at names no column */
    BOARD_TOO_SHORT, /* fewer rows than the column at *at needs */
    BOARD_CROWDED    /* good, but column *at has two queens, so that the board has no images */
};

/*
 * For `make prove`: the column that a character names (QUEENS_MAX or more: none); a text of n characters;
 * columns that are all on a board of n rows; a character that occurs in a text, once or twice.
 */
/*@ logic integer text_column(integer c) = '1' <= c <= '9' ? c - '1' : c >= 'a' ? c - 'a' + 9 : 255;

    logic integer column_text(integer column) = column < 9 ? '1' + column : 'a' + column - 9;

    predicate is_text(char *text, integer n) =
        0 <= n && text[n] == 0 && \forall integer i; 0 <= i < n ==> text[i] != 0;

    predicate is_gap(integer c, integer gaps) = gaps != 0 && c == BOARD_GAP;

    predicate has_columns(char *text, integer n, integer rows, integer gaps) =
        \forall integer i; 0 <= i < rows ==> text_column(text[i]) < n || is_gap(text[i], gaps);

    predicate stands_in(char *text, integer n, integer c) = \exists integer i; 0 <= i < n && text[i] == c;

    predicate is_crowded(char *text, integer n, integer c) =
        \exists integer i, j; 0 <= i < j < n && text[i] == c && text[j] == c;

    predicate apart(char *text, integer n, integer rows, integer gaps) =
        \forall integer i, j; 0 <= i < rows && i < j < n ==>
            text[i] != text[j] || is_gap(text[i], gaps);
*/

/*
 * Returns the fault of a text of 1 to 254 characters; *at is the offending character.  With
 * `has_gaps` a row may have BOARD_GAP instead of a queen.
 */
/*@ requires \exists integer n; 0 < n < 255 && is_text(text, n);
    requires \forall integer n; is_text(text, n) ==> 0 < n < 255 && \valid_read(text + (0 .. n)) &&
                \separated(at, text + (0 .. n));
    requires \valid(at);
    terminates \true;
    assigns *at;
    ensures BOARD_GOOD <= \result <= BOARD_CROWDED;
    ensures long: \forall integer n; is_text(text, n) ==> (\result == BOARD_TOO_LONG <==> n > QUEENS_MAX);
    ensures good: \forall integer n; is_text(text, n) ==> (\result == BOARD_GOOD <==>
                n <= QUEENS_MAX && has_columns(text, n, n, has_gaps) && apart(text, n, n, has_gaps));
    ensures crowded: \forall integer n; is_text(text, n) && \result == BOARD_CROWDED ==>
                has_columns(text, n, n, has_gaps) && is_crowded(text, n, *at);
    ensures alphabet: \forall integer n; is_text(text, n) && \result == BOARD_ALPHABET ==>
                text_column(*at) >= QUEENS_MAX && stands_in(text, n, *at);
    ensures short: \forall integer n; is_text(text, n) && \result == BOARD_TOO_SHORT ==>
                n <= text_column(*at) < QUEENS_MAX && stands_in(text, n, *at); */
enum board_fault board_find_fault(const char *text, char *at, bool has_gaps);

/* Sets up the board from a text that is BOARD_GOOD or BOARD_CROWDED; the column of a gap is -1. */
/*@ requires \exists integer n; 0 < n <= QUEENS_MAX && is_text(text, n);
    requires \forall integer n; is_text(text, n) ==> 0 < n <= QUEENS_MAX && has_columns(text, n, n, 1) &&
                \valid_read(text + (0 .. n)) && \separated(board, text + (0 .. n));
    requires \valid(board);
    terminates \true;
    assigns *board;
    ensures \forall integer n; is_text(text, n) ==> board->n == n && board->row == n &&
                \forall integer r; 0 <= r < n ==> (text[r] == BOARD_GAP && board->col[r] == -1) ||
                    (0 <= board->col[r] < n && text[r] == column_text(board->col[r])); */
void board_read(struct board *board, const char *text);

/* The column 0 .. 31 as one character, 1-9 then a-w. */
/*@ requires 0 <= column < QUEENS_MAX;
    terminates \true;
    assigns \nothing;
    ensures \result == column_text(column);
    ensures text_column(\result) == column; */
char board_character(int8_t column);

#endif
