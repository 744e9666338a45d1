/* Full rate without flow control: no byte of the settings is lost, whatever job runs on whatever image. */
#define _GNU_SOURCE
#include "tests/support/line.h"

#define LINES 300

/* The lines that start a job, and how long it runs, in ms, before the settings arrive. */
static const struct {
    const char *lines;
    unsigned ms;
} jobs[] = {
    {"stop\r", 5},
    {"solve 12\r", 505},
    {"solve 20\r", 100},
    {"pace 0\rsolve 8\r", 5},
    {"pace 0\rsolve 12\r", 100},
    {"pace 0\rsolve 16\r", 600},
    {"pace 20\rfundamental 10\r", 100},
    {"pace 0\rformat list\rfundamental 12\r", 5},
    {"pace 0\rformat table\rsolve 18\r", 600},
    {"count 10\r", 5},
    {"count 12\r", 20},
    {"count 12 2/3\r", 5},
    {"count 16\r", 100},
    {"count 17\r", 149},
    {"count 17\r", 513},
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
    {"images 15863724\r", 500},
    {"test\r", 100},
};

enum { JOBS = sizeof jobs / sizeof *jobs };

static void all_jobs(const char *elf, const struct uno_options *options, const char *setting)
{
    unsigned failed = 0;
    for (unsigned i = 0; i < JOBS; i++) {
        struct uno *uno = line_board_with(elf, options);
        line_run_to(uno, "\n> ", 5000);
        line_set(uno, "echo off");
        line_set(uno, setting);
        uno_type(uno, jobs[i].lines);
        line_run(uno, UNO_MS(jobs[i].ms));
        uno_flow_control(uno, false);
        uno_mark(uno);
        for (unsigned k = 0; k < LINES; k++)
            uno_type(uno, k % 2 ? "bright 7\r" : "bright 3\r");
        line_run(uno, LINES * 9 * LINE_BYTE + UNO_MS(30));
        unsigned lost = uno_status(uno).overruns;
        size_t done = line_times(uno_unread(uno), "ok\r\n");
        if (lost || done < LINES || strstr(uno_unread(uno), "error")) {
            line_measured("%u: %u bytes lost, %zu lines done", i, lost, done);
            failed++;
        }
        uno_free(uno);
    }
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
