/* Host tests of firmware/console/command.c: what each line means, and the error of a wrong one. */
#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
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

static void assert_reads(const char *text, uint8_t id, unsigned value)
{
    assert_true(reads(text));
    assert_int_equal(command.id, id);
    assert_int_equal(command.value, value);
    assert_sent("");
}

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
