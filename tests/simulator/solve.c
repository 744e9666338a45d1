/* Solve on the simulated Uno: the output on the serial line, the pictures on the matrix, and their times. */
#define _GNU_SOURCE
#include "tests/support/line.h"
#include "tests/support/words.h"

/* Cycles that a frame may be late: a tick, and the search for the next solution. */
#define MOST_DELAY (UNO_MS(3) / 2)

static bool whole; /* also the long waits: `solve all`, as `make bench` calls it */

/* ---- what the serial line prints ---- */

/* All that `solve n` prints in this format, but for the time in its closing line; to be freed. */
static char *expected(const char *format, unsigned n)
{
    const struct reference *all;
    size_t count = reference_solve(n, &all), size = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (size_t i = 0; i < count; i++)
        reference_print(out, format, &all[i], i + 1);
    if (!strcmp(format, "table") && count % 8 != 0)
        fputs("\r\n", out);
    fprintf(out, "%zu solutions, %lu queens placed, ", count, reference_counts(n).placed);
    fclose(out);
    return text;
}

static void is_as_expected(struct uno *uno, const char *format, unsigned n)
{
    char *text = expected(format, n);
    size_t length = strlen(text);
    line_setf(uno, "format %s", format);
    const char *answer = line_askf(uno, "solve %u", n);
    if (strncmp(answer, text, length) != 0)
        assert_string_equal(answer, text);
    assert_matches(answer + length, "#.# s\r\nok\r\n> ");
    free(text);
}

QUIET_TEST(all_92_solutions_are_printed_in_order_in_every_format)
{
    for (size_t i = 0; i < FORMAT_WORDS; i++)
        is_as_expected(uno, format_words[i], 8);
}

/* The time is the chip's: from the command to the closing line, to a few ms. */
QUIET_TEST(the_closing_line_contains_the_running_time)
{
    line_set(uno, "pace 100");
    uint64_t start = uno_cycle(uno);
    const char *answer = line_ask(uno, "solve 6");
    double elapsed = (double)(uno_cycle(uno) - start) / UNO_HZ;
    double reported = strtod(strstr(answer, "placed, ") + strlen("placed, "), NULL);
    if (reported > elapsed || reported < elapsed - 0.02)
        fail_msg("reported %.3f s, elapsed %.3f s", reported, elapsed);
    assert_in_range(reported * 1000, 400, 420);
}

/* ---- what the matrix shows ---- */

static void shows(const struct uno_frame *frame, const struct reference *board)
{
    uint8_t rows[8];
    reference_picture(board, rows);
    assert_memory_equal(frame->rows, rows, 8);
}

QUIET_TEST(the_matrix_shows_each_of_the_92_solutions_that_the_line_prints)
{
    size_t count = 0;
    line_set(uno, "pace 20");
    const char *answer = line_ask(uno, "solve 8");
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_int_equal(count, 92);
    for (size_t i = 0; i < count; i++, answer += 10) {
        struct reference board = reference_read(answer, 8);
        assert_true(reference_sound(&board));
        shows(&frames[i], &board);
    }
}

/* The first `wanted` solutions, as printed, are what the frames show. */
static void first_frames_match(struct uno *uno, const char *command, unsigned n, size_t wanted)
{
    size_t before = 0, count = 0;
    uint8_t last[8] = {0};
    uno_frames(uno, &before);
    line_set(uno, "pace 30");
    uno_type(uno, command);
    line_run_to(uno, "\r\n", 50);
    while (line_times(uno_unread(uno), "\r\n") < wanted)
        line_run(uno, UNO_MS(1));
    line_run(uno, UNO_MS(3));
    const struct uno_frame *frames = uno_frames(uno, &count);
    const char *text = uno_unread(uno);
    for (size_t i = 0; i < wanted; i++, text += n + 2) {
        struct reference board = reference_read(text, n);
        uint8_t rows[8];
        assert_true(reference_sound(&board));
        reference_picture(&board, rows);
        if (!memcmp(rows, last, 8)) /* two solutions can have the same picture: then there is no new one */
            continue;
        memcpy(last, rows, 8);
        while (before < count && memcmp(frames[before].rows, rows, 8) != 0)
            before++; /* a long search shows itself */
        assert_true(before < count);
    }
    line_stop(uno);
}

QUIET_TEST(beyond_8_rows_an_led_shows_k_by_k_squares)
{
    first_frames_match(uno, "solve 9\r", 9, 20);
    first_frames_match(uno, "solve 12\r", 12, 10);
    first_frames_match(uno, "solve 16\r", 16, 5);
    first_frames_match(uno, "solve 17\r", 17, 5);
    first_frames_match(uno, "solve 25\r", 25, 2);
}

QUIET_TEST(bright_sets_the_brightness_at_once)
{
    line_ask(uno, "check 15863724");
    for (unsigned bright = 0; bright < 16; bright++) {
        line_setf(uno, "bright %u", bright);
        line_run(uno, UNO_MS(5));
        assert_int_equal(max7219_brightness(uno_matrix(uno)), bright);
    }
    line_set(uno, "bright");
    line_run(uno, UNO_MS(5));
    assert_int_equal(max7219_brightness(uno_matrix(uno)), 4);
}

/* ---- when ---- */

/* The largest deviation of a frame from its time, in cycles. */
static uint64_t greatest_delay(struct uno *uno, unsigned pace, size_t wanted)
{
    size_t count = 0;
    uint64_t low = UINT64_MAX, high = 0;
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) {
        uint64_t delay = frames[i].cycle - i * UNO_MS(pace);
        low = delay < low ? delay : low;
        high = delay > high ? delay : high;
    }
    return high - low;
}

static void check_delays_over_92_frames(struct uno *uno, unsigned pace)
{
    uno_forget_logs(uno);
    line_setf(uno, "pace %u", pace);
    line_ask_for(uno, "solve 8", 120000);
    uint64_t off = greatest_delay(uno, pace, 92);
    line_measured("pace %u: 92 frames in time to %.2f ms", pace, (double)off / UNO_MS(1));
    assert_in_range(off, 0, MOST_DELAY);
}

QUIET_TEST(at_pace_20_and_500_every_frame_comes_in_time)
{
    check_delays_over_92_frames(uno, 20);
    check_delays_over_92_frames(uno, 500);
}

/* From the typed line to the answer, or to the first solution.  `make bench` also checks the long ones. */
QUIET_TEST(no_user_waits_longer_than_these_times)
{
    static const struct {
        const char *format, *line, *end;
        double seconds;
    } waits[] = {
        {"format none", "solve 12\r", "\nok\r\n> ", 10.8},
        {"format digits", "solve 12\r", "\nok\r\n> ", 18.8},
        {"format digits", "solve 22\r", "\n13524aehkdjmi8lc96g7bf\r\n", 13.51},
        {"format digits", "solve 28\r", "\n135249bdfhnpmsqor7cgi8aek6lj\r\n", 23.79},
        {"format digits", "count 8\r", "\nok\r\n> ", 0.0156},
    };
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        if (waits[i].seconds > 11 && !whole)
            continue;
        line_set(uno, waits[i].format);
        uint64_t start = uno_cycle(uno);
        uno_type(uno, waits[i].line);
        line_run_to(uno, waits[i].end, 30000);
        double seconds = (double)(uno_cycle(uno) - start) / UNO_HZ;
        line_measured("%s, %.8s: %.4f s", waits[i].format, waits[i].line, seconds);
        assert_true(seconds <= waits[i].seconds * (AVR_GCC_5_4 ? 1 : 1.05));
        if (strcmp(waits[i].end, "\nok\r\n> "))
            line_stop(uno);
    }
}

/* ---- glitches ---- */

static void heals_within_a_second(struct uno *uno, const char *when)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        uint8_t rows[8], lit[8];
        uno_rows(uno, rows);
        if (seed < 4)
            max7219_scramble(uno_matrix(uno), seed);
        else
            max7219_power_up(uno_matrix(uno)); /* its supply was cut */
        line_run(uno, UNO_MS(999));
        uno_rows(uno, lit);
        if (memcmp(lit, rows, 8) != 0 || max7219_brightness(uno_matrix(uno)) != 4)
            fail_msg("not healed: %s", when);
    }
}

QUIET_TEST(a_scrambled_matrix_heals_within_a_second)
{
    line_ask(uno, "check 15863724");
    line_run(uno, UNO_MS(100));
    heals_within_a_second(uno, "idle");
    line_set(uno, "pace 10000");
    line_type(uno, "solve 5\r", 200);
    heals_within_a_second(uno, "while a solution stays");
    line_type(uno, "!", 100);
    heals_within_a_second(uno, "paused");
}

QUIET_TEST(at_every_pace_a_scrambled_matrix_shows_sound_pictures_again_within_a_second)
{
    line_set(uno, "pace 100");
    line_type(uno, "solve 8\r", 500);
    max7219_scramble(uno_matrix(uno), 77);
    line_run(uno, UNO_MS(1000));
    size_t from = 0, to = 0;
    uno_frames(uno, &from);
    line_run(uno, UNO_MS(3000));
    const struct uno_frame *frames = uno_frames(uno, &to);
    assert_int_equal(to - from, 30);
    const struct reference *all;
    reference_solve(8, &all);
    size_t first = 0;
    uint8_t rows[8];
    do
        reference_picture(&all[first++], rows);
    while (first < 92 && memcmp(rows, frames[from].rows, 8) != 0);
    for (size_t i = from; i < to; i++)
        shows(&frames[i], &all[first - 1 + i - from]);
}

void test_words(int count, char **words)
{
    whole = count > 1 && strcmp(words[1], "all") == 0;
    if (whole)
        cmocka_set_test_filter("no_user*");
}
