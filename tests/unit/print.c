/* Host tests of firmware/console/print.c: numbers, plurals and line ends, to the letter. */
#include "firmware/console/print.h"
#include "hal/flash.h"
#include "tests/unit/unit.h"

BEFORE_EACH(begin)
{
    print_end();
    fake_uart_clear();
}

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
