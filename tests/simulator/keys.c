/* The live keys on the simulated Uno: answered at once whatever runs. */
#define _GNU_SOURCE
#include "tests/support/line.h"
#include "tests/support/reference.h"

#define AT_ONCE 50 /* ms from the key on the wire to its answer */

/* Sends a key; the answer must be there, complete, in time.  Returns how long it took in ms. */
static double answered(struct uno *uno, const char *key, const char *answer)
{
    uno_mark(uno);
    uint64_t start = uno_cycle(uno);
    uno_type(uno, key);
    enum uno_stop stop = uno_run_to(uno, answer, UNO_MS(AT_ONCE));
    if (stop != UNO_FOUND)
        fail_msg("'%s' not within %d ms, but: %s", answer, AT_ONCE, uno_unread(uno));
    return (double)(uno_cycle(uno) - start) / UNO_MS(1);
}

/* Every key but Ctrl-C, while this runs. */
static void every_key_is_answered(struct uno *uno, const char *job)
{
    static const char *const keys[][2] = {
        {"?", " queens placed, "}, {"!", "paused\r\n"},  {"?", ", paused\r\n"},
        {"~", "resumed\r\n"},      {"+", "pace "},       {"-", "pace "},
        {"!", "paused\r\n"},       {"~", "resumed\r\n"},
    };
    double worst = 0;
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            double took = answered(uno, keys[i][0], keys[i][1]);
            worst = took > worst ? took : worst;
            line_run(uno, UNO_MS(3) + 4567 * (uint64_t)round);
        }
    line_measured("%s: worst answer to a key after %.1f ms", job, worst);
}

static void within(struct uno *uno, const char *job, const char *closing)
{
    uno_type(uno, job);
    uno_type(uno, "\r");
    line_run(uno, UNO_MS(100));
    every_key_is_answered(uno, job);
    answered(uno, "\003", closing);
    line_run(uno, UNO_MS(30));
    assert_string_equal(strrchr(uno_output(uno).text, '\n'), "\n> ");
}

QUIET_TEST(every_key_is_answered_within_50_ms_while_solve_32_runs)
{
    within(uno, "solve 32", "stopped: 0 solutions, ");
}

QUIET_TEST(every_key_is_answered_within_50_ms_while_count_32_runs)
{
    within(uno, "count 32", "stopped: ");
}

QUIET_TEST(every_key_is_answered_within_50_ms_while_search_32_runs)
{
    within(uno, "search 32", "stopped: ");
}

QUIET_TEST(every_key_is_answered_within_50_ms_while_fundamental_14_runs)
{
    within(uno, "fundamental 14", "stopped: ");
}

QUIET_TEST(every_key_is_answered_within_50_ms_while_usaco_20_runs)
{
    within(uno, "usaco 20", "stopped: ");
}

QUIET_TEST(every_key_is_answered_within_50_ms_while_boards_of_17_rows_fill_the_line)
{
    line_set(uno, "format board");
    within(uno, "solve 17", "stopped: ");
}

QUIET_TEST(ctrl_c_stops_any_job_with_a_closing_line_and_ok)
{
    static const char *const jobs[] = {"solve 32", "count 32", "search 32", "fundamental 14", "usaco 20"};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        uno_type(uno, jobs[i]);
        uno_type(uno, "\r");
        line_run(uno, UNO_MS(77));
        uno_mark(uno);
        uno_type(uno, "\003");
        const char *answer = line_answer(uno, AT_ONCE);
        const char *closing = strstr(answer, "stopped: ");
        assert_non_null(closing);
        assert_non_null(strstr(closing, " queens placed, "));
        assert_non_null(strstr(closing, " s\r\nok\r\n> "));
        line_run(uno, UNO_MS(200));
        assert_string_equal(uno_unread(uno), ""); /* and it is over */
    }
}

QUIET_TEST(a_key_is_answered_within_50_ms_in_the_middle_of_a_long_answer)
{
    for (int i = 0; i < 8; i++) {
        uno_type(uno, "help\r");
        line_run(uno, UNO_MS(4 + 11 * i));
        answered(uno, "?", "idle\r\n");
        line_answer(uno, 300);
    }
}

QUIET_TEST(a_live_key_after_a_typed_character_is_answered_within_50_ms_in_the_middle_of_an_answer)
{
    static const char *const typed[] = {"x\003", "solve 8\r\003", "help\r?", "help\rx!"};
    static const char *const answers[] = {"stopped: ", "stopped: ", "check 32: ", "paused\r\n"};
    for (int i = 0; i < 4; i++) {
        uno_type(uno, "check 11111111111111111111111111111111\r");
        line_run(uno, UNO_MS(300));
        uno_type(uno, typed[i]);
        line_run_to(uno, answers[i], 50);
        uno_type(uno, "\003");
        line_answer(uno, 100);
        line_run(uno, UNO_MS(50));
    }
}

QUIET_TEST(the_status_line_shows_what_runs_and_its_progress)
{
    line_set(uno, "pace 200");
    uno_type(uno, "solve 6\r");
    line_run(uno, UNO_MS(300));
    uno_mark(uno);
    uno_type(uno, "?");
    line_run(uno, UNO_MS(20));
    line_matches(uno_unread(uno), "solve 6: 2 solutions, # queens placed, 0.# s, # %\r\n");
}

QUIET_TEST(percent_never_falls_and_reaches_the_end)
{
    unsigned last = 0, percent = 0;
    line_set(uno, "format none");
    line_set(uno, "pace 10");
    uno_type(uno, "solve 8\r");
    for (int i = 0; i < 23; i++) {
        line_run(uno, UNO_MS(30));
        uno_mark(uno);
        answered(uno, "?", " %\r\n");
        char *text = strrchr(uno_output(uno).text, ',');
        assert_int_equal(sscanf(text, ", %u %%", &percent), 1);
        assert_in_range(percent, last, 100);
        last = percent;
    }
    assert_true(last >= 70);
}

/* ---- pause, step, pace ---- */

QUIET_TEST(a_pause_stops_line_matrix_and_clock_until_the_job_resumes)
{
    size_t before = 0, after = 0;
    line_set(uno, "pace 50");
    uno_type(uno, "solve 8\r");
    line_run(uno, UNO_MS(500));
    answered(uno, "!", "paused\r\n");
    line_run(uno, UNO_MS(30));
    uno_mark(uno);
    uno_frames(uno, &before);
    line_run(uno, UNO_MS(5000));
    uno_frames(uno, &after);
    assert_int_equal(before, after);
    assert_string_equal(uno_unread(uno), "");
    answered(uno, "~", "resumed\r\n");
    const char *answer = line_answer(uno, 6000);
    line_matches(strstr(answer, "92 solutions"), "92 solutions, 2056 queens placed, 4.# s\r\nok\r\n> ");
    assert_int_equal(line_times(uno_output(uno).text, "\r\n84136275\r\n"), 1);
}

QUIET_TEST(a_step_shows_just_the_next_solution_and_pauses)
{
    const struct reference *all;
    reference_solve(8, &all);
    line_set(uno, "pace 10000");
    uno_type(uno, "solve 8\r");
    line_run(uno, UNO_MS(100));
    for (size_t i = 1; i < 10; i++) {
        uint8_t rows[8], lit[8];
        uno_mark(uno);
        uno_type(uno, ".");
        line_run(uno, UNO_MS(AT_ONCE));
        assert_non_null(strstr(uno_unread(uno), reference_text(&all[i])));
        assert_int_equal(line_times(uno_unread(uno), "\r\n"), 1);
        reference_picture(&all[i], rows);
        uno_rows(uno, lit);
        assert_memory_equal(lit, rows, 8);
    }
    uno_mark(uno);
    line_run(uno, UNO_MS(20000));
    assert_string_equal(uno_unread(uno), "");
}

/* ---- keys and the line that is being typed ---- */

QUIET_TEST(keys_without_a_job_say_so)
{
    answered(uno, "?", "idle\r\n> ");
    answered(uno, "!", "nothing runs\r\n> ");
    answered(uno, "~", "nothing runs\r\n> ");
    uno_mark(uno);
    uno_type(uno, "\003");
    line_run(uno, UNO_MS(20));
    assert_string_equal(uno_unread(uno), "\r\n> ");
}

/* ---- lines while a job runs ---- */

QUIET_TEST(a_step_back_of_a_search_is_answered_within_50_ms)
{
    line_set(uno, "pace 1000");
    uno_type(uno, "search 32\r");
    line_run(uno, UNO_MS(100));
    for (int i = 0; i < 60; i++) {
        answered(uno, ".", "\r\n");
        line_run(uno, UNO_MS(5));
    }
    for (int i = 0; i < 61; i++)
        answered(uno, ",", "back: ");
    line_run(uno, UNO_MS(5));
    answered(uno, ",", "at the start\r\n");
}

QUIET_TEST(every_key_is_answered_within_50_ms_while_complete_28_runs)
{
    within(uno, "complete ..........................1.", "stopped: ");
}

QUIET_TEST(complete_12_with_a_given_queen_takes_at_most_10_s)
{
    line_set(uno, "format none");
    line_has(line_ask_for(uno, "complete .....6......", 10000), "ok");
}
