/* Host tests of firmware/console/command.c: what each line means, and the error of a wrong one. */
#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/display/shape.h"
#include "firmware/storage/settings.h"
#include "tests/support/words.h"
#include "tests/unit/unit.h"

static char line[CONSOLE_LINE_MAX + 1];
static struct command command;

BEFORE_EACH(begin)
{
    print_end();
    fake_uart_clear();
}

static bool reads(const char *text)
{
    assert_in_range(strlen(text), 0, CONSOLE_LINE_MAX);
    strcpy(line, text);
    char *begin = command_begin(line);
    enum command_error error = command_parse(command_find(begin), begin, &command);
    if (error)
        command_refuse(error, &command);
    return !error;
}

static bool is_empty(const char *text)
{
    strcpy(line, text);
    return !*command_begin(line);
}

static void assert_reads(const char *text, uint8_t id, unsigned value)
{
    assert_true(reads(text));
    assert_int_equal(command.id, id);
    assert_int_equal(command.value, value);
    assert_sent("");
}

static void assert_board(const char *text, uint8_t id, const char *board)
{
    assert_true(reads(text));
    assert_int_equal(command.id, id);
    assert_string_equal(command.word, board);
    assert_sent("");
}

#define assert_refused(text, error)                                                                          \
    do {                                                                                                     \
        assert_false(reads(text));                                                                           \
        assert_sent(error "\r\n");                                                                           \
    } while (0)

static void assert_fault(const char *text, const char *fault, const char *allowed)
{
    assert_false(reads(text));
    assert_sent(text_of("error: %s; allowed: %s\r\n", fault, allowed));
}

/* The first commands are jobs; these take a number. */
static const uint8_t jobs[] = {COMMAND_SOLVE, COMMAND_FUNDAMENTAL, COMMAND_COUNT, COMMAND_USACO,
                               COMMAND_SEARCH};

#define JOBS sizeof jobs

TEST(a_job_takes_one_to_32_rows_and_8_by_default)
{
    for (unsigned i = 0; i < JOBS; i++) {
        assert_reads(command_words[jobs[i]], jobs[i], 8);
        for (unsigned n = 1; n <= QUEENS_MAX; n++)
            assert_reads(text_of("%s %u", command_words[jobs[i]], n), jobs[i], n);
    }
}

TEST(a_size_out_of_range_is_refused_with_what_is_allowed)
{
    for (unsigned i = 0; i < JOBS; i++)
        EACH_TEXT(size, "0", "33", "255", "256", "264", "65535", "65536", "65544", "99999", "131080",
                  "4294967304", "99999999999", "18446744073709551624", "00000000000000000000033") {
            bool counts = jobs[i] == COMMAND_COUNT;
            assert_fault(text_of("%s %s", command_words[jobs[i]], size), text_of("out of range: '%s'", size),
                         text_of("%s [n%s], 1 to 32%s", command_words[jobs[i]], counts ? " [K/M]" : "",
                                 counts ? "; K to M, M to 65535" : ""));
        }
}

TEST(a_count_takes_part_k_of_m_and_all_by_default)
{
    static const struct {
        const char *text;
        uint16_t part, parts;
    } right[] = {{"count 16", 1, 1},
                 {"count 16 1/1", 1, 1},
                 {"count 16 3/64", 3, 64},
                 {"count 16 65535/65535", 65535, 65535},
                 {"count 16  064/064 ", 64, 64}};
    static const char allowed[] = "count [n [K/M]], 1 to 32; K to M, M to 65535";
    for (unsigned i = 0; i < sizeof right / sizeof *right; i++) {
        assert_reads(right[i].text, COMMAND_COUNT, 16);
        assert_int_equal(command.part, right[i].part);
        assert_int_equal(command.parts, right[i].parts);
    }
    EACH_TEXT(wrong, "3", "/", "3/", "/64", "0/64", "65/64", "3/0", "3/64x", "x3/64", "-1/3", "3//64",
              "3/65536", "65536/65536", "1/131073")
        assert_fault(text_of("count 16 %s", wrong), text_of("not a part: '%s'", wrong), allowed);
    assert_fault("count 16 3/64 5", "one word too many: '5'", allowed);
}

TEST(what_is_no_number_is_refused)
{
    assert_refused("solve x", "error: not a number: 'x'; allowed: solve [n], 1 to 32");
    assert_refused("solve 8x", "error: not a number: '8x'; allowed: solve [n], 1 to 32");
    assert_refused("solve 0x8", "error: not a number: '0x8'; allowed: solve [n], 1 to 32");
    assert_refused("solve 8,", "error: not a number: '8,'; allowed: solve [n], 1 to 32");
    assert_refused("solve :", "error: not a number: ':'; allowed: solve [n], 1 to 32");
    assert_refused("solve /", "error: not a number: '/'; allowed: solve [n], 1 to 32");
    assert_refused("pace 9999x", "error: not a number: '9999x'; allowed: pace [MS], 0 to 10000");
    assert_refused("bright \xb2", "error: not a number: '\xb2'; allowed: bright [B], 0 to 15");
}

TEST(a_shape_that_is_none_or_too_large_is_refused)
{
    static const struct {
        const char *line, *fault;
    } wrong[] = {{"modules 9x1", "out of range: '9x1'"},  {"modules 3x6", "out of range: '3x6'"},
                 {"modules 0x1", "out of range: '0x1'"},  {"modules 256x1", "out of range: '256x1'"},
                 {"modules 4", "out of range: '4'"},      {"modules 1x65537", "out of range: '1x65537'"},
                 {"modules 4 x 1", "out of range: '4'"},  {"modules 4x1x1", "not a number: '4x1x1'"},
                 {"modules wide", "not a number: 'wide'"}};
    assert_reads("modules", COMMAND_MODULES, shape_of(1, 1));
    assert_reads("modules 4x1", COMMAND_MODULES, shape_of(4, 1));
    assert_reads("modules 4x4", COMMAND_MODULES, shape_of(4, 4));
    assert_reads("modules 8x2", COMMAND_MODULES, shape_of(8, 2));
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_fault(wrong[i].line, wrong[i].fault, "modules [WxH], 1x1 to 8x8, at most 16");
}

TEST(each_format_has_its_word)
{
    for (uint16_t format = 0; format < FORMAT_WORDS; format++)
        assert_reads(text_of("format %s", format_words[format]), COMMAND_FORMAT, format);
}

static void assert_format_refused(const char *text, const char *fault)
{
    assert_fault(text, fault, text_of("format %s", FORMAT_CHOICE));
}

TEST(a_word_that_is_not_quite_one_is_refused)
{
    assert_refused("echo o", "error: unknown word 'o'; allowed: echo off|on");
    assert_refused("echo onn", "error: unknown word 'onn'; allowed: echo off|on");
    assert_refused("echo of", "error: unknown word 'of'; allowed: echo off|on");
    assert_refused("echo off|on", "error: unknown word 'off|on'; allowed: echo off|on");
    assert_refused("echo |", "error: unknown word '|'; allowed: echo off|on");
    assert_refused("auto 1", "error: unknown word '1'; allowed: auto off|on|count|search [n], 1 to 32");
    EACH_TEXT(n, "0", "33", "65535", "8x")
        assert_fault(text_of("auto count %s", n), text_of("out of range: '%s'", n),
                     "auto off|on|count|search [n], 1 to 32");
    assert_reads("auto count 1", COMMAND_AUTO, settings_auto(2, 1));
    assert_reads("auto search 32", COMMAND_AUTO, settings_auto(3, 32));
    assert_format_refused("format digit", "unknown word 'digit'");
    assert_format_refused("format nonee", "unknown word 'nonee'");
}

#define A_BOARD(command) "; allowed: " command " BOARD (a column per row: 1-9, a-w)"

TEST(a_word_that_is_missing_is_asked_for)
{
    assert_refused("echo", "error: a word is missing; allowed: echo off|on");
    assert_refused("auto ", "error: a word is missing; allowed: auto off|on|count|search [n], 1 to 32");
    assert_format_refused("format", "a word is missing");
    assert_refused("check", "error: a board is missing" A_BOARD("check"));
    assert_refused("images  ", "error: a board is missing" A_BOARD("images"));
}

TEST(a_board_is_passed_on_as_it_was_typed)
{
    assert_board("check 15863724", COMMAND_CHECK, "15863724");
    assert_board("images  2413 ", COMMAND_IMAGES, "2413");
    assert_board("check 1", COMMAND_CHECK, "1");
    assert_board("check 11", COMMAND_CHECK, "11");
    assert_board("images 123456789abcdefghijklmnopqrstuvw", COMMAND_IMAGES,
                 "123456789abcdefghijklmnopqrstuvw");
}

TEST(each_fault_of_a_board_is_reported)
{
    assert_refused("check 12x4", "error: not a column: 'x'" A_BOARD("check"));
    assert_refused("check 0", "error: not a column: '0'" A_BOARD("check"));
    assert_refused("check 1239", "error: board too short for column '9'" A_BOARD("check"));
    assert_refused("check 1111111111111111111111111111111111",
                   "error: board too long: '1111111111111111111111111111111111'" A_BOARD("check"));
    assert_refused("images 2442", "error: two queens in column '4'" A_BOARD("images"));
    assert_refused("check 1.", "error: not a column: '.'" A_BOARD("check"));
    assert_refused("complete ..x.", "error: not a column: 'x'" A_BOARD("complete"));
    assert_refused("complete ..9.", "error: board too short for column '9'" A_BOARD("complete"));
    assert_refused("complete", "error: a board is missing" A_BOARD("complete"));
}

#define A_COMMAND "; allowed: the commands that help lists"

TEST(an_unknown_command_is_named)
{
    assert_refused("solv", "error: unknown command 'solv'" A_COMMAND);
    assert_refused("solvee 8", "error: unknown command 'solvee'" A_COMMAND);
    assert_refused("fundamentals", "error: unknown command 'fundamentals'" A_COMMAND);
    assert_refused("8", "error: unknown command '8'" A_COMMAND);
    assert_refused("0123456789012345678901234567890123456789",
                   "error: unknown command '0123456789012345678901234567890123456789'" A_COMMAND);
}

TEST(one_word_too_many_is_refused)
{
    assert_refused("solve 8 8", "error: one word too many: '8'; allowed: solve [n], 1 to 32");
    assert_refused("help me", "error: one word too many: 'me'; allowed: help");
    assert_refused("settings  x  y", "error: one word too many: 'x'; allowed: settings");
    assert_refused("echo on off", "error: one word too many: 'off'; allowed: echo off|on");
    assert_refused("check 1 2", "error: one word too many: '2'" A_BOARD("check"));
}

TEST(spaces_before_between_and_after_words_are_ignored)
{
    assert_reads("   solve    6   ", COMMAND_SOLVE, 6);
    assert_reads("help     ", COMMAND_HELP, 0);
    assert_true(is_empty(""));
    assert_true(is_empty("    "));
    assert_false(is_empty("  x "));
}

TEST(each_command_reads_back_as_it_is_named)
{
    for (uint8_t id = 0; id < COMMANDS; id++) {
        char name[CONSOLE_LINE_MAX + 1];
        command_print_name(id);
        strcpy(name, fake_uart_sent());
        fake_uart_clear();
        reads(name);
        fake_uart_clear();
        assert_int_equal(command.id, id);
    }
}

TEST(no_line_of_help_is_wider_than_a_terminal)
{
    for (uint8_t id = 0; id < COMMANDS; id++) {
        command_print_help(id);
        assert_in_range(strlen(fake_uart_sent()), 10, 79 + strlen("\r\n"));
        assert_matches(fake_uart_sent(), text_of("  %s@: @\r\n", command_words[id]));
        fake_uart_clear();
    }
}
