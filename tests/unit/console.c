/* Host tests of firmware/console/: how a line is typed, edited, echoed, torn and ended; every number. */
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

/* Bytes that are typed, what the last of them does, the line that it ends, what is sent; NULL: anything. */
struct taken {
    const char *typed;
    size_t count;
    enum console_event event;
    const char *line, *sent;
};

#define TAKEN(typed, ...)                                                                                    \
    {                                                                                                        \
        typed, sizeof(typed) - 1, __VA_ARGS__                                                                \
    }
#define LINE(typed, line)         TAKEN(typed, CONSOLE_LINE, line, NULL)
#define ECHOED(typed, line, sent) TAKEN(typed, CONSOLE_LINE, line, sent)
#define EVENT(typed, event)       TAKEN(typed, CONSOLE_##event, NULL, NULL)
#define SENDS(typed, sent)        TAKEN(typed, CONSOLE_TYPING, NULL, sent)

static void take_all(const struct taken *taken)
{
    for (; taken->typed; taken++) {
        fake_uart_clear();
        assert_int_equal(take_bytes(taken->typed, taken->count), taken->event);
        if (taken->line)
            assert_string_equal(console_line(), taken->line);
        if (taken->sent)
            assert_string_equal(fake_uart_sent(), taken->sent);
    }
}

#define TAKE(...) take_all((const struct taken[]){__VA_ARGS__, EVENT(NULL, TYPING)})
#define CONSOLE_TEST(name, ...)                                                                              \
    TEST(name)                                                                                               \
    {                                                                                                        \
        TAKE(__VA_ARGS__);                                                                                   \
    }

CONSOLE_TEST(each_end_of_a_line_ends_it_once, LINE("solve 8\r", "solve 8"), EVENT("\n", TYPING),
             LINE("info\r", "info"), EVENT("\0", TYPING), LINE("solve\n", "solve"), EVENT("\r", TYPING),
             LINE("\r", ""), EVENT("\n", TYPING), LINE("\n", ""), EVENT("\r", TYPING), LINE("\r", ""),
             EVENT("\0", TYPING), LINE("\r", ""), LINE("\r", ""), EVENT("\n", TYPING), LINE("\n", ""),
             LINE("\n", ""))

CONSOLE_TEST(a_line_is_edited_and_echoed_as_in_a_terminal_and_read_in_lower_case,
             ECHOED("SoLVE 8@[`{ZA\r", "solve 8@[`{za", "SoLVE 8@[`{ZA\r\n"),
             ECHOED("sok\b\blvx\177e\r", "slve", "sok\b \b\b \blvx\b \be\r\n"),
             ECHOED("\b\177\025a\b\b\bb\r", "b", "a\b \bb\r\n"),
             ECHOED("abc\025xy\r", "xy", "abc\b \b\b \b\b \bxy\r\n"),
             ECHOED("solve\t8\r", "solve 8", "solve 8\r\n"),
             ECHOED("a\001\002\004\005\006\007\013\014\016\037b\r", "ab", "ab\r\n"),
             ECHOED("a\033[Ab\033[1;5Cc\033OPd\033[15~e\033[3~f\r", "abcdef", "abcdef\r\n"),
             LINE("\xc3\xa4\xfe\x80\r", "\xc3\xa4\xfe\x80"))

/* Fails unless each of these bytes but the last is part of an escape sequence. */
static void assert_escapes(const char *bytes)
{
    for (; bytes[1]; bytes++)
        assert_true(console_escape((uint8_t)*bytes));
    assert_false(console_escape((uint8_t)*bytes));
}

TEST(a_single_escape_swallows_nothing_after_it)
{
    TAKE(LINE("\033a\033\033b\r", "ab"));
    assert_escapes("\033[15~~");
    assert_escapes("\033[2 qx"); /* the form of the cursor */
    assert_escapes("\033?");
    assert_escapes("?");
}

TEST(a_control_character_ends_an_escape_sequence_and_acts)
{
    TAKE(LINE("ab\033[1\r", "ab"), LINE("ab\033[\bc\r", "ac"));
    assert_escapes("\033O\003");
    TAKE(EVENT("a\033[\0b", TYPING), EVENT("\r", LOST));
}

CONSOLE_TEST(forty_characters_are_a_line_and_one_more_is_too_long, LINE(FORTY "\r", FORTY),
             EVENT(FORTY "4\r", TOO_LONG), LINE("help\r", "help"))

CONSOLE_TEST(what_is_rubbed_out_again_was_not_too_long, LINE(FORTY "4567\b\b\b\b\r", FORTY),
             LINE(FORTY "4567\b\b\b\b\bx\r", "0123456789abcdefghijklmnopqrstuvwxyz012x"),
             LINE(FORTY FORTY "\025help\r", "help"))

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

CONSOLE_TEST(input_lost_within_a_line_spoils_it_alone_even_if_it_was_erased_or_too_long,
             EVENT("so\0lve", TYPING), EVENT("\r", LOST), LINE("solve\n", "solve"), EVENT("\0\r", LOST),
             LINE("\r", ""), EVENT("a\0\025help\r", LOST), EVENT(FORTY "45\0", TYPING), EVENT("\r", LOST))

TEST(with_echo_off_only_the_line_end_is_sent)
{
    settings.echo = false;
    TAKE(ECHOED("solv\b\025solve 8\r", "solve 8", "\r\n"));
}

TEST(a_torn_line_is_shown_again_with_the_next_character_and_rubbed_out_there)
{
    take("sol");
    console_interrupt();
    print_flash("15863724");
    print_end();
    assert_sent("sol\r\n15863724\r\n");
    TAKE(SENDS("v", "> solv"));
    console_interrupt();
    TAKE(SENDS("\b", "> solv\b \b"));
    console_interrupt();
    TAKE(ECHOED("\r", "sol", "> sol\r\n"));
}

TEST(while_quiet_characters_are_stored_and_shown_later)
{
    take("a");
    console_quiet(true);
    TAKE(SENDS("bc\b", ""));
    console_quiet(false);
    print_end();
    TAKE(ECHOED("d\r", "abd", "> abd\r\n"));
}

TEST(a_word_alone_on_the_line_is_known_while_it_is_typed)
{
    static const char *const typed[] = {" ORIEN", "T", "  ", "5", "\025"};
    for (unsigned i = 0; i < sizeof typed / sizeof *typed; i++) {
        take(typed[i]);
        assert_int_equal(console_holds("orient"), i == 1 || i == 2);
        assert_int_equal(console_holds("orien"), i == 0);
    }
    assert_false(console_typing());
}

CONSOLE_TEST(one_nul_after_a_cr_belongs_to_it_but_no_second_one_and_no_loss, LINE("help\r", "help"),
             EVENT("\0\0\r", LOST), EVENT("\xff\r", LOST) /* UART_LOST */, EVENT("\n", TYPING),
             EVENT("\0\r", LOST))

CONSOLE_TEST(a_utf_8_character_is_rubbed_out_as_one,
             ECHOED("a\xc3\xa4\b\xe2\x82\xac\x7fz\xf0\x9f\x91\x91\b\r", "az",
                    "a\xc3\xa4\b \b\xe2\x82\xac\b \bz\xf0\x9f\x91\x91\b \b\r\n"),
             EVENT("x\xc3\xa4y", TYPING), ECHOED("\x15\r", "", "\b \b\b \b\b \b\r\n"))

/* Also one that crosses the end of the stored characters. */
CONSOLE_TEST(beyond_forty_bytes_a_utf_8_character_is_rubbed_out_as_one_too,
             EVENT(FORTY "\xc3\xa4\xe2\x82\xac", TYPING), ECHOED("\b\b\r", FORTY, "\b \b\b \b\r\n"),
             EVENT(FORTY "\b\xc3\xa4!", TYPING), SENDS("\b\b", "\b \b\b \b"), LINE("3\r", FORTY))

/* ---- Numbers ---- */

TEST(each_number_of_16_bits_is_right)
{
    for (uint32_t number = 0; number <= UINT16_MAX; number++) {
        print_number((uint16_t)number);
        assert_sent(text_of("%u", (unsigned)number));
    }
}

static void assert_big(uint64_t number, const char *text)
{
    print_big(&number, sizeof number);
    assert_sent(text);
}

TEST(each_power_of_ten_and_its_neighbours_are_exact)
{
    uint64_t power = 1;
    for (unsigned digits = 1; digits <= 20; digits++) {
        for (uint64_t number = power - 1; number <= power + 1; number++)
            assert_big(number, text_of("%llu", (unsigned long long)number));
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
