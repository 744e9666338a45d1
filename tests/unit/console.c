/* Host tests of firmware/console/console.c: how a line is typed, edited, echoed, torn and ended. */
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/storage/settings.h"
#include "tests/unit/unit.h"

#include "hal/uart.h"

#define FORTY "0123456789abcdefghijklmnopqrstuvwxyz0123"

static int begin(void **state)
{
    (void)state;
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
    return 0;
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

static void a_line_ends_with_cr_or_lf(void **state)
{
    (void)state;
    assert_line("solve 8\r", "solve 8");
    assert_line("solve 6\n", "solve 6");
}

static void crlf_ends_one_line_only(void **state)
{
    (void)state;
    assert_line("help\r", "help");
    assert_int_equal(take("\n"), CONSOLE_TYPING);
    assert_line("info\r", "info");
    assert_int_equal(take("\n"), CONSOLE_TYPING);
    assert_line("\n", "");
}

static void two_line_ends_of_the_same_kind_are_two_lines(void **state)
{
    (void)state;
    assert_line("\r", "");
    assert_line("\r", "");
    assert_int_equal(take("\n"), CONSOLE_TYPING);
    assert_line("\n", "");
    assert_line("\n", "");
}

static void a_line_is_in_lower_case_but_echoed_as_typed(void **state)
{
    (void)state;
    assert_line("SoLVE 8@[`{ZA\r", "solve 8@[`{za");
    assert_sent("SoLVE 8@[`{ZA\r\n");
}

static void backspace_and_del_rub_out_one_character(void **state)
{
    (void)state;
    assert_line("sok\b\blvx\x7f"
                "e\r",
                "slve");
    assert_sent("sok\b \b\b \blvx\b \be\r\n");
}

static void where_nothing_is_typed_nothing_is_rubbed_out(void **state)
{
    (void)state;
    assert_line("\b\x7f\x15"
                "a\b\b\bb\r",
                "b");
    assert_sent("a\b \bb\r\n");
}

static void ctrl_u_rubs_out_all(void **state)
{
    (void)state;
    assert_line("abc\x15xy\r", "xy");
    assert_sent("abc\b \b\b \b\b \bxy\r\n");
}

static void a_tab_is_a_space(void **state)
{
    (void)state;
    assert_line("solve\t8\r", "solve 8");
    assert_sent("solve 8\r\n");
}

static void other_control_characters_are_no_part_of_the_line(void **state)
{
    (void)state;
    assert_line("a\x01\x02\x04\x05\x06\x07\x0b\x0c\x0e\x1f"
                "b\r",
                "ab");
    assert_sent("ab\r\n");
}

static void cursor_and_function_keys_are_swallowed(void **state)
{
    (void)state;
    assert_line("a\033[Ab\033[1;5Cc\033OPd\033[15~e\033[3~f\r", "abcdef");
    assert_sent("abcdef\r\n");
}

static void a_byte_of_an_escape_sequence_is_no_live_key(void **state)
{
    (void)state;
    assert_true(console_escape('\033'));
    assert_true(console_escape('['));
    assert_true(console_escape('1'));
    assert_true(console_escape('5'));
    assert_true(console_escape('~'));
    assert_false(console_escape('~'));
}

static void an_escape_alone_swallows_nothing_behind_it(void **state)
{
    (void)state;
    assert_line("\033a\033\033b\r", "ab");
    assert_true(console_escape('\033'));
    assert_false(console_escape('?'));
    assert_false(console_escape('?'));
}

static void a_control_character_ends_an_escape_sequence_and_acts(void **state)
{
    (void)state;
    assert_line("ab\033[1\r", "ab");
    assert_line("ab\033[\bc\r", "ac");
    assert_true(console_escape('\033'));
    assert_true(console_escape('O'));
    assert_false(console_escape('C' & 0x1f));
    assert_int_equal(take_bytes("a\033[\0b", 5), CONSOLE_TYPING);
    assert_int_equal(take("\r"), CONSOLE_LOST);
}

static void forty_characters_are_a_line_and_one_more_is_too_long(void **state)
{
    (void)state;
    assert_line(FORTY "\r", FORTY);
    assert_int_equal(take(FORTY "4\r"), CONSOLE_TOO_LONG);
    assert_line("help\r", "help");
}

static void what_is_rubbed_out_again_was_not_too_long(void **state)
{
    (void)state;
    assert_line(FORTY "4567\b\b\b\b\r", FORTY);
    assert_line(FORTY "4567\b\b\b\b\bx\r", "0123456789abcdefghijklmnopqrstuvwxyz012x");
    assert_line(FORTY FORTY "\x15"
                            "help\r",
                "help");
}

static void after_a_thousand_characters_what_was_echoed_can_be_rubbed_out(void **state)
{
    (void)state;
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

static void input_lost_within_a_line_spoils_that_line_alone(void **state)
{
    (void)state;
    assert_int_equal(take_bytes("so\0lve", 6), CONSOLE_TYPING);
    assert_int_equal(take("\r"), CONSOLE_LOST);
    assert_line("solve\n", "solve");
    assert_int_equal(take_bytes("\0\r", 2), CONSOLE_LOST);
    assert_line("\r", "");
}

static void lost_input_is_told_though_the_line_was_rubbed_out_or_too_long(void **state)
{
    (void)state;
    assert_int_equal(take_bytes("a\0\x15help\r", 8), CONSOLE_LOST);
    take_bytes(FORTY "45\0", 43);
    assert_int_equal(take("\r"), CONSOLE_LOST);
}

static void with_echo_off_only_the_line_end_is_sent(void **state)
{
    (void)state;
    settings.echo = false;
    assert_line("solv\b\x15solve 8\r", "solve 8");
    assert_sent("\r\n");
}

static void a_line_that_was_torn_is_shown_again_with_the_next_character(void **state)
{
    (void)state;
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

static void output_behind_a_bare_prompt_tears_nothing(void **state)
{
    (void)state;
    console_interrupt();
    print_text("15863724");
    print_end();
    take("s");
    assert_sent("\r\n15863724\r\ns");
}

static void only_the_first_of_several_outputs_begins_a_line(void **state)
{
    (void)state;
    take("a");
    console_interrupt();
    console_interrupt();
    assert_sent("a\r\n");
}

static void a_torn_line_is_rubbed_out_where_it_is_seen(void **state)
{
    (void)state;
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

static void while_quiet_characters_are_kept_and_shown_later(void **state)
{
    (void)state;
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

static void bytes_beyond_ascii_are_taken_as_they_are(void **state)
{
    (void)state;
    assert_line("\xc3\xa4\xfe\x80\r", "\xc3\xa4\xfe\x80");
}

static void a_word_alone_on_the_line_is_known_while_it_is_typed(void **state)
{
    (void)state;
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

static void cr_nul_and_lf_cr_end_one_line_only(void **state)
{
    (void)state;
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

static void one_nul_behind_a_cr_is_its_own_but_a_second_or_a_loss_is_not(void **state)
{
    (void)state;
    assert_line("help\r", "help");
    assert_int_equal(take_bytes("\0\0\r", 3), CONSOLE_LOST);
    assert_int_equal(take("\xff\r"), CONSOLE_LOST); /* UART_LOST */
    assert_int_equal(take("\n"), CONSOLE_TYPING);
    assert_int_equal(take_bytes("\0\r", 2), CONSOLE_LOST);
}

static void a_utf_8_character_is_rubbed_out_as_one(void **state)
{
    (void)state;
    assert_line("a\xc3\xa4\b\xe2\x82\xac\x7fz\xf0\x9f\x91\x91\b\r", "az");
    assert_sent("a\xc3\xa4\b \b\xe2\x82\xac\b \bz\xf0\x9f\x91\x91\b \b\r\n");
    take("x\xc3\xa4y");
    fake_uart_clear();
    assert_line("\x15\r", "");
    assert_sent("\b \b\b \b\b \b\r\n");
}

static void beyond_forty_bytes_a_utf_8_character_is_rubbed_out_as_one_too(void **state)
{
    (void)state;
    take(FORTY "\xc3\xa4\xe2\x82\xac");
    fake_uart_clear();
    assert_line("\b\b\r", FORTY);
    assert_sent("\b \b\b \b\r\n");
    take(FORTY "\b\xc3\xa4!"); /* one that reaches over the end of what is kept */
    fake_uart_clear();
    take("\b\b");
    assert_sent("\b \b\b \b");
    assert_line("3\r", FORTY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_line_ends_with_cr_or_lf, begin),
        cmocka_unit_test_setup(crlf_ends_one_line_only, begin),
        cmocka_unit_test_setup(two_line_ends_of_the_same_kind_are_two_lines, begin),
        cmocka_unit_test_setup(a_line_is_in_lower_case_but_echoed_as_typed, begin),
        cmocka_unit_test_setup(backspace_and_del_rub_out_one_character, begin),
        cmocka_unit_test_setup(where_nothing_is_typed_nothing_is_rubbed_out, begin),
        cmocka_unit_test_setup(ctrl_u_rubs_out_all, begin),
        cmocka_unit_test_setup(a_tab_is_a_space, begin),
        cmocka_unit_test_setup(other_control_characters_are_no_part_of_the_line, begin),
        cmocka_unit_test_setup(cursor_and_function_keys_are_swallowed, begin),
        cmocka_unit_test_setup(a_byte_of_an_escape_sequence_is_no_live_key, begin),
        cmocka_unit_test_setup(an_escape_alone_swallows_nothing_behind_it, begin),
        cmocka_unit_test_setup(a_control_character_ends_an_escape_sequence_and_acts, begin),
        cmocka_unit_test_setup(forty_characters_are_a_line_and_one_more_is_too_long, begin),
        cmocka_unit_test_setup(what_is_rubbed_out_again_was_not_too_long, begin),
        cmocka_unit_test_setup(after_a_thousand_characters_what_was_echoed_can_be_rubbed_out, begin),
        cmocka_unit_test_setup(input_lost_within_a_line_spoils_that_line_alone, begin),
        cmocka_unit_test_setup(lost_input_is_told_though_the_line_was_rubbed_out_or_too_long, begin),
        cmocka_unit_test_setup(with_echo_off_only_the_line_end_is_sent, begin),
        cmocka_unit_test_setup(a_line_that_was_torn_is_shown_again_with_the_next_character, begin),
        cmocka_unit_test_setup(output_behind_a_bare_prompt_tears_nothing, begin),
        cmocka_unit_test_setup(only_the_first_of_several_outputs_begins_a_line, begin),
        cmocka_unit_test_setup(a_torn_line_is_rubbed_out_where_it_is_seen, begin),
        cmocka_unit_test_setup(while_quiet_characters_are_kept_and_shown_later, begin),
        cmocka_unit_test_setup(bytes_beyond_ascii_are_taken_as_they_are, begin),
        cmocka_unit_test_setup(a_word_alone_on_the_line_is_known_while_it_is_typed, begin),
        cmocka_unit_test_setup(cr_nul_and_lf_cr_end_one_line_only, begin),
        cmocka_unit_test_setup(one_nul_behind_a_cr_is_its_own_but_a_second_or_a_loss_is_not, begin),
        cmocka_unit_test_setup(a_utf_8_character_is_rubbed_out_as_one, begin),
        cmocka_unit_test_setup(beyond_forty_bytes_a_utf_8_character_is_rubbed_out_as_one_too, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
