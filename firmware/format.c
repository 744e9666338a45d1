/* The formats in which a solution is printed. */
#include "format.h"

#include "flash.h"
#include "print.h"

uint8_t format_room(enum format format)
{
    return format <= FORMAT_TABLE ? 3 : FORMAT_PIECE;
}

uint8_t format_lines(enum format format, uint8_t n)
{
    switch (format) {
    case FORMAT_NONE: return 0;
    case FORMAT_BOARD: return (uint8_t)(n + 4);
    case FORMAT_GRID: return (uint8_t)(n + 1);
    default: return 1;
    }
}

/* Numbers with a space between them, and an opening and a closing character where they are not NUL. */
static void list_piece(const struct board *board, uint8_t row, uint8_t first, char open, char close)
{
    char before = row ? ' ' : open;
    if (before)
        print_char(before);
    print_number((uint16_t)(board->col[row] + first));
    if (close && row + 1 == board->n)
        print_char(close);
}

static void coords_piece(const struct board *board, uint8_t row)
{
    print_char('(');
    print_number((uint16_t)(board->col[row] + 1));
    print_flash(FLASH_TEXT(", "));
    print_number((uint16_t)(row + 1));
    print_char(')');
}

/* Square `piece` of line `line` in the bordered picture: both count from 1, the border is at 0 and at n + 1.
 */
static char picture_square(const struct board *board, uint8_t line, uint8_t piece)
{
    uint8_t edge = (uint8_t)(board->n + 1);
    if (line == 0 || line == edge || piece == 0 || piece == edge)
        return '*';
    return board->col[line - 1] == piece - 1 ? '#' : ' ';
}

static bool picture_piece(const struct board *board, uint8_t line, uint8_t *piece)
{
    if (line == board->n + 2)
        return true; /* the empty line at the end */
    print_char(picture_square(board, line, *piece));
    return (*piece)++ == board->n + 1;
}

static bool grid_piece(const struct board *board, const struct format_number *number, uint8_t line,
                       uint8_t *piece)
{
    if (line == 0) {
        print_flash(FLASH_TEXT("No."));
        print_big(number->bytes, number->size);
        print_flash(FLASH_TEXT(" Solution of "));
        print_number(board->n);
        print_flash(FLASH_TEXT(" Queen Question"));
        return true;
    }
    print_char(board->col[line - 1] == *piece ? '#' : '0');
    print_char(' ');
    return ++*piece == board->n;
}

bool format_piece(enum format format, const struct board *board, const struct format_number *number,
                  uint8_t line, uint8_t *piece)
{
    uint8_t row = *piece;
    switch (format) {
    case FORMAT_NONE: return true;
    case FORMAT_GRID: return grid_piece(board, number, line, piece);
    case FORMAT_BOARD:
        if (line > 0)
            return picture_piece(board, (uint8_t)(line - 1), piece);
        coords_piece(board, row);
        break;
    case FORMAT_COORDS: coords_piece(board, row); break;
    case FORMAT_LIST: list_piece(board, row, 1, '\0', '\0'); break;
    case FORMAT_ARRAY: list_piece(board, row, 0, '[', ']'); break;
    default: print_char(board_character(board->col[row])); break;
    }
    return ++*piece == board->n;
}
