/* The button on the simulated Uno: it needs no serial line. */
#include "tests/support/line.h"

static void press(struct uno *uno, uint32_t ms)
{
    uno_button_bounce(uno, true);
    line_run(uno, UNO_MS(ms));
    uno_button_bounce(uno, false);
    line_run(uno, UNO_MS(60));
}

/* How many pictures came within this time. */
static size_t pictures(struct uno *uno, uint32_t ms)
{
    size_t before = 0, after = 0;
    uno_frames(uno, &before);
    line_run(uno, UNO_MS(ms));
    uno_frames(uno, &after);
    return after - before;
}

LINE_TEST(a_short_press_pauses_the_demo_and_the_next_one_resumes_it)
{
    line_run(uno, UNO_MS(1800));
    assert_in_range(pictures(uno, 3000), 6, 6);
    press(uno, 100);
    assert_int_equal(pictures(uno, 5000), 0);
    press(uno, 100);
    assert_in_range(pictures(uno, 3000), 5, 6);
}

LINE_TEST(every_bounce_of_many_presses_counts_as_one)
{
    line_run(uno, UNO_MS(700));
    for (unsigned i = 1; i <= 40; i++) {
        press(uno, 60 + 11 * i);
        line_run(uno, 777777);
        assert_int_equal(line_times(uno_output(uno).text, "paused"), (i + 1) / 2);
        assert_int_equal(line_times(uno_output(uno).text, "resumed"), i / 2);
    }
}

LINE_TEST(info_reports_a_button_that_is_down_which_since_a_reset_has_no_other_effect)
{
    assert_null(strstr(line_ask(uno, "info"), "button"));
    uno_button(uno, true);
    uno_reset(uno, UNO_EXTERNAL);
    line_run(uno, UNO_MS(5000));
    assert_null(strstr(uno_output(uno).text, "paused"));
    assert_non_null(strstr(line_ask(uno, "info"), "\r\nbutton: down\r\n"));
    uno_button(uno, false);
    assert_null(strstr(line_ask(uno, "info"), "button"));
}

/* The first picture of a board of n rows comes, and all that follow, at the pace. */
static void shows_size(struct uno *uno, unsigned n, size_t from)
{
    const struct reference *all;
    size_t solutions = reference_solve(n, &all), count = 0, matched = 0;
    const struct uno_frame *frames = uno_frames(uno, &count);
    for (; from < count && matched < solutions; from++) {
        uint8_t rows[8];
        reference_picture(&all[matched], rows);
        if (!memcmp(rows, frames[from].rows, 8))
            matched++;
    }
    if (matched < 2)
        fail_msg("no two solutions for %u rows on the matrix", n);
}

LINE_TEST(a_long_press_starts_the_next_size_from_4_to_8_and_round)
{
    static const unsigned sizes[] = {4, 5, 6, 7, 8, 4, 5};
    line_run(uno, UNO_MS(1200));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t from = 0;
        uno_frames(uno, &from);
        press(uno, 1100);
        line_run(uno, UNO_MS(3000));
        shows_size(uno, sizes[i], from);
    }
}

LINE_TEST(a_job_that_the_button_started_repeats)
{
    line_run(uno, UNO_MS(700));
    press(uno, 1100);
    line_run(uno, UNO_MS(6000));
    assert_true(line_times(uno_output(uno).text, "\r\n2413\r\n") >= 3);
}
