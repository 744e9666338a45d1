/* Host tests of firmware/console/console.c: how a line is typed, edited, echoed, torn and ended. */
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/storage/settings.h"
#include "tests/unit/unit.h"

#include "hal/uart.h"

#define FORTY "0123456789abcdefghijklmnopqrstuvwxyz0123"

BEFORE_EACH(begin)
{
    settings_default();
    console_quiet(false);
    console_clear();
    console_escape('\r');
    console_prompt();
    console_take('x'); /* so that a LF is one of its own */
    console_clear();
    print_end();
    console_prompt();
    fake_uart_clear();
}

/* Gives it bytes as the application does; what the last of them did. */
static enum console_event take_bytes(const char *bytes, size_t count)
{
    enum console_event event = CONSOLE_TYPING;
    for (size_t i = 0; i < count; i++)
        if (!console_escape((uint8_t)bytes[i]))
            event = console_take((uint8_t)bytes[i]);
    return event;
}

static enum console_event take(const char *text)
{
    return take_bytes(text, strlen(text));
}

#define assert_line(typed, line)                                                                             \
    do {                                                                                                     \
        assert_int_equal(take(typed), CONSOLE_LINE);                                                         \
        assert_string_equal(console_line(), line);                                                           \
    } while (0)

TEST(a_line_ends_with_cr_or_lf)
{
    assert_line("solve 8\r", "solve 8");
    assert_line("solve 6\n", "solve 6");
}

TEST(crlf_ends_one_line_only)
{
    assert_line("help\r", "help");
    assert_int_equal(take("\n"), CONSOLE_TYPING);
    assert_line("info\r", "info");
    assert_int_equal(take("\n"), CONSOLE_TYPING);
    assert_line("\n", "");
}

TEST(two_line_ends_of_the_same_kind_are_two_lines)
{
    assert_line("\r", "");
    assert_line("\r", "");
    assert_int_equal(take("\n"), CONSOLE_TYPING);
    assert_line("\n", "");
    assert_line("\n", "");
}

/* What is typed, the line that it is, and its echo. */
#define LINE_TEST(sentence, typed, line, echoed)                                                             \
    TEST(sentence)                                                                                           \
    {                                                                                                        \
        assert_line(typed, line);                                                                            \
        assert_sent(echoed);                                                                                 \
    }
LINE_TEST(a_line_is_in_lower_case_but_echoed_as_typed, "SoLVE 8@[`{ZA\r", "solve 8@[`{za",
          "SoLVE 8@[`{ZA\r\n")
LINE_TEST(backspace_and_del_rub_out_one_character,
          "sok\b\blvx\x7f"
          "e\r",
          "slve", "sok\b \b\b \blvx\b \be\r\n")
LINE_TEST(where_nothing_is_typed_nothing_is_rubbed_out,
          "\b\x7f\x15"
          "a\b\b\bb\r",
          "b", "a\b \bb\r\n")
LINE_TEST(ctrl_u_rubs_out_all, "abc\x15xy\r", "xy", "abc\b \b\b \b\b \bxy\r\n")
LINE_TEST(a_tab_is_a_space, "solve\t8\r", "solve 8", "solve 8\r\n")
LINE_TEST(other_control_characters_are_no_part_of_the_line,
          "a\x01\x02\x04\x05\x06\x07\x0b\x0c\x0e\x1f"
          "b\r",
          "ab", "ab\r\n")
LINE_TEST(cursor_and_function_keys_are_swallowed, "a\033[Ab\033[1;5Cc\033OPd\033[15~e\033[3~f\r", "abcdef",
          "abcdef\r\n")

TEST(a_byte_of_an_escape_sequence_is_no_live_key)
{
    assert_true(console_escape('\033'));
    assert_true(console_escape('['));
    assert_true(console_escape('1'));
    assert_true(console_escape('5'));
    assert_true(console_escape('~'));
    assert_false(console_escape('~'));
}

TEST(a_single_escape_swallows_nothing_after_it)
{
    assert_line("\033a\033\033b\r", "ab");
    assert_true(console_escape('\033'));
    assert_false(console_escape('?'));
    assert_false(console_escape('?'));
}

TEST(a_control_character_ends_an_escape_sequence_and_acts)
{
    assert_line("ab\033[1\r", "ab");
    assert_line("ab\033[\bc\r", "ac");
    assert_true(console_escape('\033'));
    assert_true(console_escape('O'));
    assert_false(console_escape('C' & 0x1f));
    assert_int_equal(take_bytes("a\033[\0b", 5), CONSOLE_TYPING);
    assert_int_equal(take("\r"), CONSOLE_LOST);
}

TEST(forty_characters_are_a_line_and_one_more_is_too_long)
{
    assert_line(FORTY "\r", FORTY);
    assert_int_equal(take(FORTY "4\r"), CONSOLE_TOO_LONG);
    assert_line("help\r", "help");
}

TEST(what_is_rubbed_out_again_was_not_too_long)
{
    assert_line(FORTY "4567\b\b\b\b\r", FORTY);
    assert_line(FORTY "4567\b\b\b\b\bx\r", "0123456789abcdefghijklmnopqrstuvwxyz012x");
    assert_line(FORTY FORTY "\x15"
                            "help\r",
                "help");
}

TEST(after_a_thousand_characters_what_was_echoed_can_be_rubbed_out)
{
    for (unsigned i = 0; i < 1000; i++)
        take("a");
    size_t echoed = strlen(fake_uart_sent());
    assert_in_range(echoed, CONSOLE_LINE_MAX + 1, 1000);
    fake_uart_clear();
    for (size_t i = 0; i + CONSOLE_LINE_MAX + 1 < echoed; i++)
        take("\b");
    assert_int_equal(take("\r"), CONSOLE_TOO_LONG);
    for (unsigned i = 0; i < 1000; i++)
        take("a");
    for (size_t i = 0; i + CONSOLE_LINE_MAX < echoed; i++)
        take("\b");
    assert_int_equal(take("\r"), CONSOLE_LINE);
    assert_int_equal(strlen(console_line()), CONSOLE_LINE_MAX);
}

TEST(input_lost_within_a_line_spoils_that_line_alone)
{
    assert_int_equal(take_bytes("so\0lve", 6), CONSOLE_TYPING);
    assert_int_equal(take("\r"), CONSOLE_LOST);
    assert_line("solve\n", "solve");
    assert_int_equal(take_bytes("\0\r", 2), CONSOLE_LOST);
    assert_line("\r", "");
}

TEST(lost_input_is_reported_even_if_the_line_was_erased_or_too_long)
{
    assert_int_equal(take_bytes("a\0\x15help\r", 8), CONSOLE_LOST);
    take_bytes(FORTY "45\0", 43);
    assert_int_equal(take("\r"), CONSOLE_LOST);
}

TEST(with_echo_off_only_the_line_end_is_sent)
{
    settings.echo = false;
    assert_line("solv\b\x15solve 8\r", "solve 8");
    assert_sent("\r\n");
}

TEST(a_line_that_was_torn_is_shown_again_with_the_next_character)
{
    take("sol");
    console_interrupt();
    print_text("15863724");
    print_end();
    assert_sent("sol\r\n15863724\r\n");
    take("v");
    assert_sent("> solv");
    assert_line("e\r", "solve");
    assert_sent("e\r\n");
}

TEST(output_after_a_bare_prompt_tears_nothing)
{
    console_interrupt();
    print_text("15863724");
    print_end();
    take("s");
    assert_sent("\r\n15863724\r\ns");
}

TEST(only_the_first_of_several_outputs_begins_a_line)
{
    take("a");
    console_interrupt();
    console_interrupt();
    assert_sent("a\r\n");
}

TEST(a_torn_line_is_rubbed_out_where_it_is_seen)
{
    take("ab");
    console_interrupt();
    fake_uart_clear();
    take("\b");
    assert_sent("> ab\b \b");
    console_interrupt();
    fake_uart_clear();
    assert_line("\r", "a");
    assert_sent("> a\r\n");
}

TEST(while_quiet_characters_are_stored_and_shown_later)
{
    take("a");
    fake_uart_clear();
    console_quiet(true);
    take("bc\b");
    assert_sent("");
    console_quiet(false);
    print_end();
    fake_uart_clear();
    assert_line("d\r", "abd");
    assert_sent("> abd\r\n");
}

TEST(bytes_beyond_ascii_are_taken_as_they_are)
{
    assert_line("\xc3\xa4\xfe\x80\r", "\xc3\xa4\xfe\x80");
}

TEST(a_word_alone_on_the_line_is_known_while_it_is_typed)
{
    take(" ORIEN");
    assert_false(console_holds("orient"));
    take("T");
    assert_true(console_holds("orient"));
    assert_false(console_holds("orien"));
    take("  ");
    assert_true(console_holds("orient"));
    take("5");
    assert_false(console_holds("orient"));
    take("\x15");
    assert_false(console_holds("orient"));
    assert_false(console_typing());
}

TEST(cr_nul_and_lf_cr_end_one_line_only)
{
    assert_line("help\r", "help");
    assert_int_equal(take_bytes("\0", 1), CONSOLE_TYPING);
    assert_line("info\r", "info");
    assert_int_equal(take_bytes("\0", 1), CONSOLE_TYPING);
    assert_line("\n", "");
    assert_int_equal(take("\r"), CONSOLE_TYPING);
    assert_line("solve\n", "solve");
    assert_int_equal(take("\r"), CONSOLE_TYPING);
    assert_line("\r", "");
}

TEST(one_nul_after_a_cr_belongs_to_it_but_a_second_one_or_a_loss_does_not)
{
    assert_line("help\r", "help");
    assert_int_equal(take_bytes("\0\0\r", 3), CONSOLE_LOST);
    assert_int_equal(take("\xff\r"), CONSOLE_LOST); /* UART_LOST */
    assert_int_equal(take("\n"), CONSOLE_TYPING);
    assert_int_equal(take_bytes("\0\r", 2), CONSOLE_LOST);
}

TEST(a_utf_8_character_is_rubbed_out_as_one)
{
    assert_line("a\xc3\xa4\b\xe2\x82\xac\x7fz\xf0\x9f\x91\x91\b\r", "az");
    assert_sent("a\xc3\xa4\b \b\xe2\x82\xac\b \bz\xf0\x9f\x91\x91\b \b\r\n");
    take("x\xc3\xa4y");
    fake_uart_clear();
    assert_line("\x15\r", "");
    assert_sent("\b \b\b \b\b \b\r\n");
}

TEST(beyond_forty_bytes_a_utf_8_character_is_rubbed_out_as_one_too)
{
    take(FORTY "\xc3\xa4\xe2\x82\xac");
    fake_uart_clear();
    assert_line("\b\b\r", FORTY);
    assert_sent("\b \b\b \b\r\n");
    take(FORTY "\b\xc3\xa4!"); /* one that crosses the end of the stored characters */
    fake_uart_clear();
    take("\b\b");
    assert_sent("\b \b\b \b");
    assert_line("3\r", FORTY);
}
