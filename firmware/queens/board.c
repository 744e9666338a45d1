/* A board as text: one character a row. */
#include "firmware/queens/board.h"

#include <stdbool.h>

/*@ lemma byte_as_signed: \forall integer x; 128 <= x < 256 ==> (int8_t)x == x - 256;

    lemma column_there_and_back: \forall integer column;
        0 <= column < QUEENS_MAX ==> column_said(character_said(column)) == column;

    lemma character_there_and_back: \forall integer c;
        column_said(c) < QUEENS_MAX ==> character_said(column_said(c)) == c;
*/

char board_character(int8_t column)
{
    return (char)(column < 9 ? '1' + column : 'a' + column - 9);
}

/* The column of a character in lower case; QUEENS_MAX or more where it is none. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == column_said(c); */
static uint8_t column_of(char c)
{
    if (c >= '1' && c <= '9')
        return (uint8_t)(c - '1');
    return c >= 'a' ? (uint8_t)(c - 'a' + 9) : UINT8_MAX;
}

enum board_fault board_find_fault(const char *text, char *at, bool has_gaps)
{
    enum board_fault fault = BOARD_GOOD;
    uint8_t n = 0;
    char c;
    /*@ ghost char *start = (char *)text; */
    /*@ ghost uint8_t i = 0; */
    /*@ ghost uint8_t j = 0; */
    /*@ loop invariant 0 <= n < 255 && \forall integer k; 0 <= k < n ==> text[k] != 0;
        loop assigns n;
        loop variant 255 - n; */
    while (text[n])
        n++;
    /*@ assert is_text(start, n); */
    if (n > QUEENS_MAX)
        return BOARD_TOO_LONG;
    /*@ loop invariant 0 <= i <= n <= QUEENS_MAX && text == start + i && is_text(start, n);
        loop invariant has_columns(start, n, i, has_gaps);
        loop invariant fault == BOARD_GOOD || fault == BOARD_CROWDED;
        loop invariant fault == BOARD_GOOD ==> apart(start, n, i, has_gaps);
        loop invariant fault == BOARD_CROWDED ==> is_crowded(start, n, *at) && column_said(*at) < n;
        loop assigns c, text, i, j, fault, *at;
        loop variant n - i; */
    while ((c = *text++) != '\0') {
        /*@ ghost i++; */
        if (has_gaps && c == BOARD_GAP) {
            /*@ assert is_gap(start[i - 1], has_gaps) && has_columns(start, n, i, has_gaps); */
            /*@ assert fault == BOARD_GOOD ==> apart(start, n, i, has_gaps); */
            continue;
        }
        uint8_t column = column_of(c);
        bool alone = column < n;
        /*@ ghost j = i; */
        /*@ loop invariant i <= j <= n && other == start + j && c == start[i - 1];
            loop invariant alone ==> column < n && \forall integer k; i <= k < j ==> start[k] != c;
            loop invariant !alone ==> column >= n || \exists integer k; i <= k < n && start[k] == c;
            loop assigns other, j, alone;
            loop variant n - j; */
        for (const char *other = text; *other; other++) {
            if (*other == c)
                alone = false;
            /*@ ghost j++; */
        }
        if (alone) {
            /*@ assert has_columns(start, n, i, has_gaps); */
            /*@ assert fault == BOARD_GOOD ==> apart(start, n, i, has_gaps); */
            continue;
        }
        *at = c;
        /*@ assert column >= n ==> !has_columns(start, n, n, has_gaps); */
        if (column >= QUEENS_MAX)
            return BOARD_ALPHABET;
        if (column >= n)
            return BOARD_TOO_SHORT;
        fault = BOARD_CROWDED;
        /*@ assert is_crowded(start, n, c) && has_columns(start, n, i, has_gaps); */
    }
    /*@ assert fault == BOARD_CROWDED ==> !apart(start, n, n, has_gaps); */
    return fault;
}

void board_read(struct board *board, const char *text)
{
    uint8_t row = 0;
    /*@ loop invariant 0 <= row <= QUEENS_MAX;
        loop invariant \forall integer i; 0 <= i < row ==> text[i] != 0;
        loop invariant \forall integer n; is_text(text, n) ==> row <= n;
        loop invariant \forall integer i; 0 <= i < row ==> (text[i] == BOARD_GAP && board->col[i] == -1) ||
                           (text[i] != BOARD_GAP && board->col[i] == column_said(text[i]));
        loop assigns row, board->col[0 .. QUEENS_MAX - 1];
        loop variant QUEENS_MAX - row; */
    for (; text[row]; row++)
        board->col[row] = (int8_t)column_of(text[row]);
    board->n = board->row = row;
}
