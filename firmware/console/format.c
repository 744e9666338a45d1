/* The formats in which a solution is printed. */
#include "firmware/console/format.h"

#include "firmware/console/print.h"
#include "hal/flash.h"

uint8_t format_lines(enum format format, uint8_t n)
{
    switch (format) {
    case FORMAT_NONE: return 0;
    case FORMAT_BOARD: return n + 4;
    case FORMAT_GRID: return n + 1;
    default: return 1;
    }
}

bool format_is_digits(enum format format)
{
    return format == FORMAT_DIGITS || format == FORMAT_TABLE;
}

/* Prints a row of the formats that print all rows in one line. */
static void print_row(enum format format, const struct board *board, uint8_t row, bool last)
{
    uint8_t column = board_column(board, row);
    switch (format) {
    case FORMAT_DIGITS:
    case FORMAT_TABLE: print_char(board_character((int8_t)column)); break;
    case FORMAT_LIST:
    case FORMAT_ARRAY:
        if (row)
            print_char(' ');
        else if (format == FORMAT_ARRAY)
            print_char('[');
        if (format == FORMAT_LIST)
            column++;
        print_number(column);
        if (format == FORMAT_ARRAY && last)
            print_char(']');
        break;
    default: /* coords, and the first line of board */
        print_char('(');
        print_number((uint8_t)(column + 1));
        print_flash(FLASH_TEXT(", "));
        print_number((uint8_t)(row + 1));
        print_char(')');
    }
}

bool format_chunk(enum format format, const struct board *board, const struct format_number *number,
                  uint8_t line, uint8_t *chunk)
{
    uint8_t at = (*chunk)++, last = board->n - 1;
    if (format == FORMAT_GRID) {
        if (line == 0) {
            print_flash(FLASH_TEXT("No."));
            print_big(number->bytes, number->size);
            print_flash(FLASH_TEXT(" Solution of "));
            print_number(board->n);
            print_flash(FLASH_TEXT(" Queen Question"));
            return true;
        }
        print_char(board_column(board, (uint8_t)(line - 1)) == at ? '#' : '0');
        print_char(' ');
    } else if (line == 0) {
        print_row(format, board, at, at == last);
    } else {
        /* The picture: its squares and lines count from 1, and its border is at 0 and at n + 1. */
        char square = '*';
        last = board->n + 1;
        line--;
        if (line > last)
            return true; /* the empty line at the end */
        if (line != 0 && line != last && at != 0 && at != last)
            square = board_column(board, (uint8_t)(line - 1)) + 1 == at ? '#' : ' ';
        print_char(square);
    }
    return at == last;
}
