/* The serial line of the simulated Uno, and of each image: losses, full rate. */
#include "tests/support/line.h"

/* The output after the mark when all is answered. */
static const char *rest(struct uno *uno)
{
    uno_run(uno, UNO_MS(300));
    return uno_unread(uno);
}

static void has_setting(struct uno *uno, const char *line)
{
    uno_settings(uno)->flow = true;
    line_has(line_ask(uno, "settings"), line);
}

/* ---- losses ---- */

QUIET_TEST(a_framing_error_within_a_line_refuses_it)
{
    for (uint8_t is_break = 0; is_break < 2; is_break++) {
        uno_mark(uno);
        uno_type(uno, "pace 4");
        uno_send_broken(uno, is_break ? 0 : '1');
        uno_type(uno, "2\r");
        assert_int_equal(text_times(rest(uno), "error: input lost"), 1);
        has_setting(uno, "pace 0");
    }
    line_set(uno, "pace 43");
}

/* Help is printed while more arrives than fits into ring and receiver: the hardware sets DOR0. */
QUIET_TEST(an_overrun_is_detected_and_reported_and_changes_nothing)
{
    uno_settings(uno)->flow = false;
    uno_mark(uno);
    line_type(uno, "help\r", 5);
    uno_type(uno, "bright 11   bright 12   bright 13   bright 14   bright 15   \r");
    const char *out = rest(uno);
    assert_true(uno_status(uno).overruns > 0);
    assert_has(out, "ok\r\n> ");
    assert_int_equal(text_times(out, "\r\nerror: input lost; allowed: the line again\r\n> "), 1);
    has_setting(uno, "bright 4");
}

/*
 * The receiver keeps a, b and the last byte; the flag of a allows a gap before a, after a and after b.  Each
 * round begins at another byte of the ring.
 */
QUIET_TEST(each_possible_gap_of_an_overrun_has_a_mark_and_no_other)
{
    enum { UCSR0B = 0xc1, RXCIE0 = 0x80 };
    uint16_t ring = line_address(uno, "uart_rx");
    unsigned starts = 0;
    uno_settings(uno)->flow = false;
    for (unsigned round = 0; round < 16; round++) {
        uint8_t at = uno_peek(uno, line_address(uno, "uart_rx_head")) % 16, bytes[7];
        starts |= 1U << at;
        uno_poke(uno, UCSR0B, uno_peek(uno, UCSR0B) & (uint8_t)~RXCIE0); /* main enables it again */
        line_type(uno, "abcd", 10);
        line_type(uno, "z", 1);
        for (uint8_t i = 0; i < sizeof bytes; i++)
            bytes[i] = uno_peek(uno, (uint16_t)(ring + (uint8_t)(at + i) % 16));
        assert_memory_equal(bytes, ((uint8_t[]){0xff, 'a', 0xff, 'b', 0xff, 'd', 'z'}), sizeof bytes);
    }
    assert_int_equal(starts, 0xffff);
}

/* ---- full rate ---- */

/* The 496 pairs of `check` take 2.2 s: in that time 2,500 settings arrive. */
QUIET_TEST(settings_at_full_rate_within_an_answer_are_all_answered_after_it)
{
    enum { SENT = 2500 };
    line_set(uno, "echo off");
    uno_mark(uno);
    uno_type(uno, "check 123456789abcdefghijklmnopqrstuvw\r");
    line_run(uno, UNO_MS(10));
    uno_settings(uno)->flow = false;
    for (int i = 0; i < SENT; i++)
        uno_type(uno, "bright 3\r");
    const char *end = strstr(line_type(uno, "format\r", 8000), "496 attacking pairs\r\n");
    assert_int_equal(uno_status(uno).overruns, 0);
    assert_int_equal(end ? text_times(end, "ok\r\n") : 0, 1 + SENT);
    assert_int_equal(text_times(strstr(end, "error: "), "ok\r\n"), 0);
}

QUIET_TEST(settings_that_are_shorter_than_their_answers_are_all_answered)
{
    enum { SENT = 1000 };
    line_set(uno, "echo off");
    uno_mark(uno);
    uno_settings(uno)->flow = false;
    for (int i = 0; i < SENT; i++)
        uno_type(uno, "pace 0\r");
    const char *answers = line_type(uno, "", 800);
    assert_int_equal(uno_status(uno).overruns, 0);
    assert_int_equal(text_times(answers, "\r\nok\r\n> "), SENT);
}

/* ---- full rate without flow control and echo: whatever job runs on whatever image ---- */

#define LINES 300

/* The lines that start a job, and how long it runs, in ms, before the settings arrive. */
static const struct begun {
    const char *lines;
    unsigned ms;
} jobs[] = {
    {"stop\r", 5},
    {"solve 20\r", 100},
    {"pace 0\rsolve 8\r", 5},
    {"pace 0\rsolve 16\r", 600},
    {"pace 0\rformat list\rfundamental 12\r", 5},
    {"pace 0\rformat table\rsolve 18\r", 600},
    {"pace 0\rformat coords\rsolve 8\r", 33},
    {"pace 0\rformat coords\rsolve 14\r", 150},
    {"pace 0\rformat board\rfundamental 12\r", 60},
    {"format array\rimages 2468acegikmoqsuw13579bdfhjlnprtv\r", 20},
    {"format grid\rimages 2468acegikmoqsuw13579bdfhjlnprtv\r", 100},
    {"count 12\r", 20},
    {"count 12 2/3\r", 5},
    {"count 16\r", 100},
    {"count 17\r", 149},
    {"count 17 3/64\r", 100},
    {"count 18\r", 1900}, /* it is saved after 2 s */
    {"count 19\r", 100},
    {"count 20 3/64\r", 101},
    {"count 32\r", 100},
    {"usaco 16\r", 100},
    {"search 8\r", 500},
    {"pace 0\rsearch 32\r", 100},
    {"complete ...24...\r", 500},
    {"complete 13579bdf................\r", 100},
    {"pace 0\rcomplete 1..............................\r", 100},
    {"test\r", 100},
    {"orient ?\r", 5},
    {"orient ?\r", 38},
};

/* Words that take longer to find, and pictures that take longer to compute; 13 bytes on average. */
static const char *const settings[] = {
    "bright 7\r", "echo off\r",  "echo off\r", "orient 1\r",
    "chain 1\r",  "bright 15\r", "echo off\r", "bright                                 7\r"};

enum { SETTINGS = sizeof settings / sizeof *settings };

static bool loses(const char *elf, const struct uno_options *options, const char *setting, struct begun job)
{
    struct uno *uno = line_board_with(elf, options);
    line_run_to(uno, "\n> ", 5000);
    PLAY(uno, {"echo off", 0, NULL}, {setting, 0, "ok@"}, {job.lines, job.ms, NULL});
    uno_settings(uno)->flow = false;
    uno_mark(uno);
    for (unsigned k = 0; k < LINES; k++)
        uno_type(uno, settings[k % SETTINGS]);
    line_run(uno, LINES * 13 * LINE_BYTE);
    size_t done = 0;
    /* Only an answer ends after the input; a line of a solution ends soon, and the `ok`s follow it. */
    for (unsigned k = 0; k < (*job.lines == 'o' ? 30 : 1) && done < LINES; k++) {
        line_run(uno, UNO_MS(30));
        done = text_times(uno_unread(uno), "ok\r\n");
    }
    unsigned lost = uno_status(uno).overruns;
    bool fails = lost || done < LINES || strstr(uno_unread(uno), "error");
    if (fails)
        line_measured("%s, %u ms: %u bytes lost, %zu lines done", job.lines, job.ms, lost, done);
    uno_free(uno);
    return fails;
}

static void all_jobs(const char *elf, const struct uno_options *options, const char *setting)
{
    unsigned failed = 0;
    EACH(job, jobs)
        failed += loses(elf, options, setting, *job);
    assert_int_equal(failed, 0);
}

#define RATE_TEST(name, elf, setting, ...)                                                                   \
    TEST(no_job_loses_a_byte_at_full_rate_on_##name)                                                         \
    {                                                                                                        \
        all_jobs(BUILD elf "/nqueens.elf", &(struct uno_options){.seed = 1, __VA_ARGS__}, setting);          \
    }

RATE_TEST(an_uno, "/uno", "auto off", .mcu = NULL)
RATE_TEST(an_uno_with_16_modules, "/uno", "modules 4x4", .display = {.wide = 4, .high = 4})
RATE_TEST(an_uno_with_an_ht16k33, "/uno-ht16k33", "auto off", .display = {.kind = UNO_HT16K33})
RATE_TEST(a_nano, "/nano", "auto off", .mcu = NULL)
RATE_TEST(a_leonardo, "/leonardo", "auto off", .mcu = "atmega32u4")
RATE_TEST(a_mega, "/mega", "auto off", .mcu = "atmega2560")
RATE_TEST(a_nano_with_a_strip_of_1024_leds, "/nano-ws2812", "modules 4x4",
          .display = {.kind = UNO_WS2812, .wide = 4, .high = 4})
RATE_TEST(an_uno_with_a_strip, "/uno-ws2812", "auto off", .display = {.kind = UNO_WS2812})
RATE_TEST(an_uno_with_an_oled, "/uno-ssd1306", "auto off", .display = {.kind = UNO_SSD1306})

/* A step of a frame of 16 modules takes as long as 15 bytes. */
TEST(no_job_loses_a_byte_on_16_modules_wherever_in_its_line_the_settings_begin)
{
    struct uno_options options = {.seed = 1, .display = {.wide = 4, .high = 4}};
    struct begun job = {"pace 0\rformat coords\rsolve 14\r", 0};
    unsigned failed = 0;
    for (job.ms = 20; job.ms < 100; job.ms++)
        failed += loses(BUILD "/uno/nqueens.elf", &options, "modules 4x4", job);
    assert_int_equal(failed, 0);
}
