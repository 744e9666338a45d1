/* Host tests of firmware/console/format.c: every format against what it should print, to the letter. */
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "tests/unit/unit.h"

/* The first solution of each size, and what the formats of one line print of it. */
struct sample {
    const char *digits;
    uint64_t number;
    const char *title; /* of a grid */
    const char *list, *array, *coords;
};

static const struct sample samples[] = {
    {"1", 1, "No.1 Solution of 1 Queen Question\r\n", "1\r\n", "[0]\r\n", "(1, 1)\r\n"},
    {"2413", 1, "No.1 Solution of 4 Queen Question\r\n", "2 4 1 3\r\n", "[1 3 0 2]\r\n",
     "(2, 1)(4, 2)(1, 3)(3, 4)\r\n"},
    {"15863724", 1, "No.1 Solution of 8 Queen Question\r\n", "1 5 8 6 3 7 2 4\r\n", "[0 4 7 5 2 6 1 3]\r\n",
     "(1, 1)(5, 2)(8, 3)(6, 4)(3, 5)(7, 6)(2, 7)(4, 8)\r\n"},
    {"1368a59247", 724, "No.724 Solution of 10 Queen Question\r\n", "1 3 6 8 10 5 9 2 4 7\r\n",
     "[0 2 5 7 9 4 8 1 3 6]\r\n", "(1, 1)(3, 2)(6, 3)(8, 4)(10, 5)(5, 6)(9, 7)(2, 8)(4, 9)(7, 10)\r\n"},
    {"135249bdf6ioqupvswrtgja8hcl7enkm", UINT64_MAX,
     "No.18446744073709551615 Solution of 32 Queen Question\r\n",
     "1 3 5 2 4 9 11 13 15 6 18 24 26 30 25 31 28 32 27 29 16 19 10 8 17 12 21 7 14 23 20 22\r\n",
     "[0 2 4 1 3 8 10 12 14 5 17 23 25 29 24 30 27 31 26 28 15 18 9 7 16 11 20 6 13 22 19 21]\r\n",
     "(1, 1)(3, 2)(5, 3)(2, 4)(4, 5)(9, 6)(11, 7)(13, 8)(15, 9)(6, 10)(18, 11)(24, 12)(26, 13)(3"
     "0, 14)(25, 15)(31, 16)(28, 17)(32, 18)(27, 19)(29, 20)(16, 21)(19, 22)(10, 23)(8, 24)(17, "
     "25)(12, 26)(21, 27)(7, 28)(14, 29)(23, 30)(20, 31)(22, 32)\r\n"},
};

/* Appends a line for each queen: `queen` on its square, `empty` on the others, between two borders. */
static void append_rows(char *text, const char *digits, const char *border, const char *queen,
                        const char *empty)
{
    static const char columns[] = "123456789abcdefghijklmnopqrstuvw";
    for (const char *digit = digits; *digit; digit++) {
        strcat(text, border);
        for (size_t column = 0; column < strlen(digits); column++)
            strcat(text, columns[column] == *digit ? queen : empty);
        strcat(strcat(text, border), "\r\n");
    }
}

/* Writes what a format should print of a sample. */
static void write_sample(char *text, enum format format, const struct sample *sample)
{
    char border[QUEENS_MAX + 5];
    memset(border, '*', strlen(sample->digits) + 2);
    strcpy(border + strlen(sample->digits) + 2, "\r\n");
    *text = '\0';
    switch (format) {
    case FORMAT_LIST: strcpy(text, sample->list); break;
    case FORMAT_ARRAY: strcpy(text, sample->array); break;
    case FORMAT_COORDS: strcpy(text, sample->coords); break;
    case FORMAT_BOARD:
        strcat(strcpy(text, sample->coords), border);
        append_rows(text, sample->digits, "*", "#", " ");
        strcat(strcat(text, border), "\r\n");
        break;
    case FORMAT_GRID:
        strcpy(text, sample->title);
        append_rows(text, sample->digits, "", "# ", "0 ");
        break;
    case FORMAT_NONE: break;
    default: strcat(strcpy(text, sample->digits), "\r\n");
    }
}

/* Prints a sample; checks the size of each chunk. */
static void print_sample(enum format format, const struct sample *sample)
{
    struct board board;
    struct format_number number = {&sample->number, sizeof sample->number};
    board_read(&board, sample->digits);
    for (uint8_t line = 0; line < format_lines(format, board.n); line++) {
        bool complete = false;
        for (uint8_t chunk = 0; !complete;) {
            size_t before = strlen(fake_uart_sent());
            complete = format_chunk(format, &board, &number, line, &chunk);
            if (format != FORMAT_GRID || line > 0)
                assert_in_range(strlen(fake_uart_sent()) - before, 0, FORMAT_CHUNK);
        }
        print_end();
    }
}

BEFORE_EACH(begin)
{
    fake_uart_clear();
}

/* A test of one format. */
#define FORMAT_TEST(sentence, format)                                                                        \
    TEST(sentence)                                                                                           \
    {                                                                                                        \
        char text[4000];                                                                                     \
        for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {                                    \
            write_sample(text, format, &samples[i]);                                                         \
            print_sample(format, &samples[i]);                                                               \
            assert_sent(text);                                                                               \
        }                                                                                                    \
    }
FORMAT_TEST(digits_are_one_character_a_row, FORMAT_DIGITS)
FORMAT_TEST(a_table_has_the_same_digits, FORMAT_TABLE)
FORMAT_TEST(a_list_counts_columns_from_one, FORMAT_LIST)
FORMAT_TEST(an_array_counts_columns_from_zero, FORMAT_ARRAY)
FORMAT_TEST(coordinates_are_column_then_row, FORMAT_COORDS)
FORMAT_TEST(a_board_is_coordinates_then_a_bordered_picture_then_an_empty_line, FORMAT_BOARD)
FORMAT_TEST(a_grid_is_a_title_then_a_line_a_row, FORMAT_GRID)
FORMAT_TEST(none_is_nothing, FORMAT_NONE)

TEST(the_number_in_the_title_may_have_four_bytes)
{
    uint32_t classes = 12;
    struct format_number number = {&classes, sizeof classes};
    struct board board;
    uint8_t chunk = 0;
    board_read(&board, "15863724");
    assert_true(format_chunk(FORMAT_GRID, &board, &number, 0, &chunk));
    assert_sent("No.12 Solution of 8 Queen Question");
}
