/* Host tests of firmware/console/format.c and print.c: every format and number, to the letter. */
#define _GNU_SOURCE
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "hal/flash.h"
#include "tests/support/reference.h"
#include "tests/support/words.h"
#include "tests/unit/unit.h"

static const struct sample {
    const char *digits;
    uint64_t number;
} samples[] = {{"1", 1},
               {"2413", 1},
               {"15863724", 1},
               {"1368a59247", 724},
               {"135249bdf6ioqupvswrtgja8hcl7enkm", UINT64_MAX}};

/* Prints a sample; checks the size of each chunk. */
static void print_sample(uint8_t format, const struct sample *sample)
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
    print_end();
    fake_uart_clear();
}

TEST(each_format_prints_what_the_reference_prints_of_boards_of_1_to_32_rows)
{
    for (uint8_t format = 0; format < FORMAT_WORDS; format++)
        for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
            struct reference board = reference_read(samples[i].digits, strlen(samples[i].digits));
            char text[4000] = "";
            FILE *out = fmemopen(text, sizeof text, "w");
            assert_non_null(out);
            /* The spaces and line ends of a table are not part of a solution. */
            reference_print(out, format == FORMAT_TABLE ? "digits" : format_words[format], &board,
                            samples[i].number);
            fclose(out);
            print_sample(format, &samples[i]);
            assert_sent(text);
        }
}

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

/* ---- Numbers and lines ---- */

TEST(each_number_of_16_bits_is_right)
{
    char text[8];
    for (uint32_t number = 0; number <= UINT16_MAX; number++) {
        print_number((uint16_t)number);
        snprintf(text, sizeof text, "%u", (unsigned)number);
        assert_sent(text);
    }
}

static void assert_big(uint64_t number, const char *text)
{
    print_big(&number, sizeof number);
    assert_sent(text);
}

TEST(each_power_of_ten_and_its_neighbours_are_exact)
{
    char text[24];
    uint64_t power = 1;
    for (unsigned digits = 1; digits <= 20; digits++) {
        for (uint64_t number = power - 1; number <= power + 1; number++) {
            snprintf(text, sizeof text, "%llu", (unsigned long long)number);
            assert_big(number, text);
        }
        power *= 10;
    }
    assert_big(UINT64_MAX, "18446744073709551615");
}

TEST(a_number_of_fewer_bytes_ignores_the_byte_after_it)
{
    struct {
        uint32_t number, after;
    } pair = {4000000000u, UINT32_MAX};
    uint8_t byte[2] = {255, 255};
    print_big(&pair, sizeof pair.number);
    assert_sent("4000000000");
    print_big(byte, 1);
    assert_sent("255");
}

TEST(only_one_of_a_thing_is_singular)
{
    static const uint64_t numbers[] = {0, 1, 2, 10, 11, 21, 101, UINT64_C(4294967297)};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        print_count(&numbers[i], " solution");
        print_end();
    }
    assert_sent("0 solutions\r\n1 solution\r\n2 solutions\r\n10 solutions\r\n11 solutions\r\n21 solutions\r\n"
                "101 solutions\r\n4294967297 solutions\r\n");
}

TEST(each_of_several_texts_is_found_by_its_number)
{
    static const char texts[] FLASH = "one\0"
                                      "\0"
                                      "three words more\0"
                                      "last";
    print_nth(texts, 0);
    assert_sent("one");
    print_nth(texts, 1);
    assert_sent("");
    print_nth(texts, 2);
    assert_sent("three words more");
    print_nth(texts, 3);
    assert_sent("last");
}

TEST(a_new_line_begins_only_if_the_cursor_is_not_in_the_first_column)
{
    assert_false(print_is_begun());
    print_ensure_newline();
    assert_sent("");
    print_text("x");
    assert_true(print_is_begun());
    print_ensure_newline();
    assert_sent("x\r\n");
    print_ensure_newline();
    assert_sent("");
    print_flash("two\r\n");
    print_ensure_newline();
    assert_sent("two\r\n");
    assert_false(print_is_begun());
}
