/* Boards as text: one character per row. */
#include "firmware/queens/board.h"

#include <stdbool.h>

/*@ lemma byte_as_signed: \forall integer x; 128 <= x < 256 ==> (int8_t)x == x - 256;

    lemma column_there_and_back: \forall integer column;
        0 <= column < QUEENS_MAX ==> text_column(column_text(column)) == column;

    lemma character_there_and_back: \forall integer c;
        text_column(c) < QUEENS_MAX ==> column_text(text_column(c)) == c;
*/

char board_character(int8_t column)
{
    return (char)(column < 9 ? '1' + column : 'a' + column - 9);
}

/* The column that a character in lower case names; QUEENS_MAX or more if it names none. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == text_column(c); */
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
    /*@ BOARD_FIND_FAULT_FACTS_1 */
    /*@ BOARD_FIND_FAULT_LOOP */
    while (text[n])
        n++;
    /*@ BOARD_FIND_FAULT_FACTS_2 */
    if (n > QUEENS_MAX)
        return BOARD_TOO_LONG;
    /*@ BOARD_FIND_FAULT_LOOP_2 */
    while ((c = *text++) != '\0') {
        /*@ BOARD_FIND_FAULT_FACTS_3 */
        if (has_gaps && c == BOARD_GAP) {
            /*@ BOARD_FIND_FAULT_FACTS_4 */
            continue;
        }
        uint8_t column = column_of(c);
        bool alone = column < n;
        /*@ BOARD_FIND_FAULT_FACTS_5 */
        /*@ BOARD_FIND_FAULT_LOOP_3 */
        for (const char *other = text; *other; other++) {
            if (*other == c)
                alone = false;
            /*@ BOARD_FIND_FAULT_FACTS_6 */
        }
        if (alone) {
            /*@ BOARD_FIND_FAULT_FACTS_7 */
            continue;
        }
        *at = c;
        /*@ BOARD_FIND_FAULT_FACTS_8 */
        if (column >= QUEENS_MAX)
            return BOARD_ALPHABET;
        if (column >= n)
            return BOARD_TOO_SHORT;
        fault = BOARD_CROWDED;
        /*@ BOARD_FIND_FAULT_FACTS_9 */
    }
    /*@ BOARD_FIND_FAULT_FACTS_10 */
    return fault;
}

void board_read(struct board *board, const char *text)
{
    uint8_t row = 0;
    /*@ BOARD_READ_LOOP */
    for (; text[row]; row++)
        board->col[row] = (int8_t)column_of(text[row]);
    board->n = board->row = row;
}
