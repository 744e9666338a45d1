/* Boards as text: one character per row. */
#include "firmware/queens/board.h"

#include <stdbool.h>

char board_character(int8_t column)
{
    return (char)(column < 9 ? '1' + column : 'a' + column - 9);
}

/* The column that a character in lower case names; QUEENS_MAX or more if it names none. */
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
    while (text[n])
        n++;
    if (n > QUEENS_MAX)
        return BOARD_TOO_LONG;
    while ((c = *text++) != '\0') {
        if (has_gaps && c == BOARD_GAP) {
            continue;
        }
        uint8_t column = column_of(c);
        bool alone = column < n;
        for (const char *other = text; *other; other++) {
            if (*other == c)
                alone = false;
        }
        if (alone) {
            continue;
        }
        *at = c;
        if (column >= QUEENS_MAX)
            return BOARD_ALPHABET;
        if (column >= n)
            return BOARD_TOO_SHORT;
        fault = BOARD_CROWDED;
    }
    return fault;
}

void board_read(struct board *board, const char *text)
{
    uint8_t row = 0;
    for (; text[row]; row++)
        board->col[row] = (int8_t)column_of(text[row]);
    board->n = board->row = row;
}
