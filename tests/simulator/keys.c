/* The live keys on the simulated Uno, answered at once whatever runs; the button, without a serial line. */
#include "tests/support/line.h"

/* While this job runs: every key, and then Ctrl-C, which ends it. */
static void every_key_is_answered(struct uno *uno, const char *job)
{
    static const char *const keys[][2] = {
        {"?", " queens placed, "}, {"!", "paused\r\n"}, {"?", ", paused\r\n"},
        {"~", "resumed\r\n"},      {"+", "pace "},      {"-", "pace "},
    };
    line_type(uno, text_of("%s\r", job), 100);
    for (uint64_t round = 0; round < 4; round++)
        EACH(key, keys) {
            line_key(uno, (*key)[0], (*key)[1]);
            line_run(uno, UNO_MS(3) + 4567 * round);
        }
    uno_mark(uno);
    uno_type(uno, "\003");
    const char *answer = line_answer(uno, LINE_AT_ONCE), *closing = strstr(answer, "stopped: ");
    if (!closing || !strstr(closing, " queens placed, ") || !strstr(closing, " s\r\nok\r\n> "))
        fail_msg("%s: Ctrl-C is answered with: %s", job, answer);
    assert_string_equal(line_type(uno, "", 200), ""); /* and it is over */
}

QUIET_TEST(every_key_is_answered_within_50_ms_whatever_runs)
{
    EACH_TEXT(job, "solve 32", "count 32", "search 32", "fundamental 14", "usaco 20",
              "complete ..........................1.")
        every_key_is_answered(uno, job);
    line_set(uno, "format board"); /* boards of 17 rows fill the line */
    every_key_is_answered(uno, "solve 17");
}

QUIET_TEST(a_key_is_answered_within_50_ms_within_an_answer_also_after_a_typed_character)
{
    static const char *const typed[] = {"x\003", "solve 8\r\003", "help\r?", "help\rx!"};
    static const char *const answers[] = {"stopped: ", "stopped: ", "check 32: ", "paused\r\n"};
    for (unsigned i = 0; i < 8; i++) {
        line_type(uno, "help\r", 4 + 9 * i);
        line_key(uno, "?", "idle\r\n");
        assert_lacks(line_type(uno, "", 300), ">  "); /* each line of help is a line of its own */
        line_answer(uno, 300);
    }
    for (unsigned i = 0; i < 4; i++) {
        line_type(uno, "check 11111111111111111111111111111111\r", 300);
        line_type_to(uno, typed[i], answers[i], 50);
        line_stop(uno);
        line_run(uno, UNO_MS(50));
    }
}

PLAY_TEST(
    keys_without_a_job_say_so,
    {"?!~,.\003", 100,
     "\r\nidle\r\n> \r\nnothing runs\r\n> \r\nnothing runs\r\n> \r\nnothing runs\r\n> \r\nnothing runs\r\n> "
     "\r\n> "})

QUIET_TEST(input_and_the_button_end_an_open_line_of_a_table)
{
    PLAY(uno, {"format table\rpace 100\rsolve 6\r", 150, NULL}, {" brig", 100, "\r\n>  brig\r\n415263"},
         {"ht 3\r", 100, "\r\n>  bright 3\r\nok\r\n> \r\n531642"}, {"\003pace 3000\rsolve 8\r", 100, NULL},
         {"\b", 20, ""});
    uno_mark(uno);
    line_press(uno, 1100);
    assert_matches(uno_unread(uno), "\r\nstopped: 1 solution, @");
}

LINE_TEST(a_line_before_the_demo_starts_keeps_it_away)
{
    PLAY(uno, {"", 400, ""}, {"\r", 5000, "\r\n> "});
}

/* Of the count, the checkpoint is being written for a quarter of a second. */
PLAY_TEST(ctrl_c_drops_what_waits_for_an_answer_or_for_a_count_to_be_saved,
          {"check 11111111111111111111111111111111\r", 300, NULL},
          {"bright 9\rx\003", 1000, "@same column\r\nstopped: # attacking pairs\r\nok\r\n> "},
          {"settings", 0, "@\r\nbright 4\r\n@"}, {"count 16\r", 50, NULL},
          {"check 15863724\r", 50, "check 15863724\r\n"}, {"?", 20, "@count 16: @"},
          {"\003", 1000, "@stopped: # solutions, # queens placed, #.# s\r\nok\r\n> "})

QUIET_TEST(a_parked_count_resumes_after_a_save_unless_ctrl_c_a_press_or_another_count_comes)
{
    PLAY(uno, {"count 16\rcheck 2413\r", 500, NULL},
         {"?", 50, "@idle, a count is parked; ~ resumes it\r\n> "},
         {"save\r~", 200, "save\r\nok\r\n> \r\ncount 16 resumed: @"}, {"check 2413\r", 500, NULL},
         {"bright 5\rsave\r~\003", 300, "@save\r\n> \r\nok\r\n> "},
         {"echo off\rsettings\rbright 5\rimages 2413\r~", 600, /* in that order, however fast they come */
          "@count 16 resumed: @stopped: @; ~ resumes it\r\n2413\r\n3142\r\n2 images\r\nok\r\n> "},
         {"echo on\r", 50, NULL});
    uno_button(uno, true);
    line_run(uno, UNO_MS(1005));
    assert_lacks(line_type(uno, "bright 6\rsave\r~", 300), "resumed");
    uno_button(uno, false);
    PLAY(uno, {"\003count 4\r", 1000, NULL}, {"~", 50, "\r\nnothing runs\r\n> "},
         {"count 16\rcheck 2413\r", 500, NULL});
    memset(uno_eeprom(uno, NULL), 0xff, 1024);
    PLAY(uno, {"~", 50, "\r\nnothing runs\r\n> "});
}

/* ---- pause, step, pace ---- */

QUIET_TEST(a_pause_stops_line_matrix_and_clock_until_the_job_resumes)
{
    size_t before = 0, after = 0;
    PLAY(uno, {"pace 50\rsolve 8\r", 500, NULL}, {"!", 80, "@paused\r\n"});
    uno_frames(uno, &before);
    PLAY(uno, {"", 5000, ""});
    uno_frames(uno, &after);
    assert_int_equal(before, after);
    PLAY(uno, {"~", 6000, "resumed\r\n@\r\n84136275\r\n92 solutions, 2056 queens placed, 4.# s\r\nok\r\n> "});
    assert_int_equal(text_times(uno_output(uno).text, "\r\n84136275\r\n"), 1);
}

QUIET_TEST(a_new_pace_is_that_of_the_shown_solution_too_but_delays_no_answer)
{
    line_type(uno, "check 11111111\r", 20);
    line_type_to(uno, "----------", "\r\npace 10000\r\n", 300);
    line_type_to(uno, "", "\r\nnot a solution: 28 attacking pairs\r\nok\r\n> ", 1000);
    PLAY(uno, {"solve 8\r", 500, "@\r\n15863724\r\n"}, {"pace 1000\r", 400, "@\r\n> "},
         {"", 200, "\r\n16837425\r\n"}, {"pace 10000\rdefaults\r", 250, NULL}, {"", 600, "@17468253\r\n"});
}

PLAY_TEST(plus_and_minus_climb_the_ladder_of_paces, {"pace 500\r", 50, NULL},
          {"-----", 100,
           "\r\npace 1000\r\n> \r\npace 2000\r\n> \r\npace 5000\r\n> "
           "\r\npace 10000\r\n> \r\npace 10000\r\n> "},
          {"++++++++++", 200,
           "\r\npace 5000\r\n> \r\npace 2000\r\n> \r\npace 1000\r\n> \r\npace 500\r\n> \r\npace 200\r\n> "
           "\r\npace 100\r\n> \r\npace 50\r\n> \r\npace 20\r\n> \r\npace 10\r\n> \r\npace 0\r\n> "},
          {"+-", 50, "\r\npace 0\r\n> \r\npace 10\r\n> "}, {"pace 333\r+", 100, "@\r\npace 200\r\n> "},
          {"pace 333\r-", 100, "@\r\npace 500\r\n> "}, {"save\r-", 300, "@pace 1000\r\n@ok\r\n> "})

QUIET_TEST(a_step_shows_just_the_next_solution_and_pauses)
{
    const struct reference *all = reference_solve(8, NULL);
    line_type(uno, "pace 10000\rsolve 8\r", 100);
    for (size_t i = 1; i < 10; i++) {
        PLAY(uno, {".", LINE_AT_ONCE, text_of("@%s\r\n", reference_text(&all[i]))});
        line_shows(uno, &all[i]);
    }
    PLAY(uno, {"", 20000, ""});
}

/* Starts a paused job, types the keys with so many ms after each one, and returns the solutions so far. */
static uint64_t solutions_after(struct uno *uno, const char *job, const char *keys, unsigned ms)
{
    line_type(uno, text_of("%s\r", job), 100);
    for (; *keys; keys++)
        line_type(uno, (char[]){*keys, '\0'}, ms);
    line_run(uno, UNO_MS(5000));
    uint64_t solutions = line_number(line_type(uno, "?", LINE_AT_ONCE), "solution");
    line_type(uno, "\003", 100);
    return solutions;
}

QUIET_TEST(steps_that_come_faster_than_they_are_done_are_all_done_unless_it_resumes)
{
    line_set(uno, "pace 10000");
    assert_int_equal(solutions_after(uno, "solve 8", "..........", 0), 11);
    assert_int_equal(solutions_after(uno, "solve 8", "..........,,,,,,,,", 0), 3);
    assert_int_equal(solutions_after(uno, "solve 8", ".....!....!", 0), 10);
    assert_int_equal(solutions_after(uno, "solve 14", "............,,,,,,,,", 33), 5);
    assert_int_equal(solutions_after(uno, "complete ........", "......,,,", 0), 4);
    for (unsigned i = 0; i < 2; i++) /* the first queen, and two attacked squares of the second row */
        PLAY(uno, {"search 5\r", 100, NULL}, {"...,", 200, NULL}, {".", 50, "place 2 3\r\n"},
             {"\003", 100, NULL});
    /* The lines of a step take 12 ms: the next keys are taken together, at their end. */
    PLAY(uno, {"format board\rsolve 8\r", 100, NULL}, {".", 3, NULL}, {"...~!", 500, NULL},
         {"?", 50, "solve 8: 2 solutions, @"});
}

QUIET_TEST(a_count_that_was_saved_two_seconds_ago_resumes_where_it_was_parked)
{
    line_type(uno, "count 14\r", 4000); /* saved after 2 s */
    const char *totals = strstr(line_type(uno, "check 2413\r", 500), "stopped: ") + strlen("stopped: ");
    totals = text_of("@count 14 resumed: %.*s@", (int)strcspn(totals, "p"), totals); /* to `placed` */
    PLAY(uno, {"~", 500, totals});
}

QUIET_TEST(a_hundred_steps_wait_and_the_start_ends_those_back)
{
    line_set(uno, "pace 10000");
    char keys[230];
    memset(keys, '.', 229);
    keys[229] = '\0';
    assert_in_range(solutions_after(uno, "solve 12", keys, 0), 101, 140);
    assert_int_equal(solutions_after(uno, "solve 8", ".,,,,.", 100), 2);
    uno_settings(uno)->flow = false;
    keys[100] = '\0'; /* a slice of this board takes as long as twelve of them */
    assert_int_equal(solutions_after(uno, "solve 17", keys, 0), 101);
    line_type(uno, "search 8\r", 100);
    for (unsigned back = 0; back < 2; back++) {
        memset(keys, back ? ',' : '.', 100);
        assert_int_equal(text_times(line_type(uno, keys, 1000), "\r\n"), 100);
    }
    PLAY(uno, {"\003pace 0\rsolve 12\r", 500, NULL}, {"!", 50, NULL});
    uint64_t from = line_number(line_type(uno, "?", 50), "solution");
    memset(keys, ',', 229);
    line_type(uno, keys, 3000);
    assert_in_range(from - line_number(line_type(uno, "?", 50), "solution"), 100, 140);
}

QUIET_TEST(a_step_back_of_a_search_is_answered_within_50_ms)
{
    line_type(uno, "pace 1000\rsearch 32\r", 100);
    for (int i = 0; i < 60; i++) {
        line_key(uno, ".", "\r\n");
        line_run(uno, UNO_MS(5));
    }
    for (int i = 0; i < 61; i++)
        line_key(uno, ",", "back: ");
    line_run(uno, UNO_MS(5));
    line_key(uno, ",", "at the start\r\n");
}

QUIET_TEST(a_search_goes_back_move_by_move_to_the_start_and_forwards_again)
{
    char *text = reference_search(6), *moves[300];
    unsigned count = 0;
    for (char *line = strtok(text, "\r\n"); count < 300; line = strtok(NULL, "\r\n"))
        if (*line > '9') /* no solution */
            moves[count++] = line;
    PLAY(uno, {"format none\rpace 500\rsearch 6\r", 50, "@\r\nplace 1 1\r\n"});
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 1; i < count; i++)
            line_key(uno, ".", text_of("%s\r\n", moves[i]));
        for (unsigned i = count; i--;)
            line_key(uno, ",", text_of("back: %s\r\n", moves[i]));
        line_key(uno, ",", "at the start\r\n");
        line_key(uno, ".", "place 1 1\r\n");
    }
    PLAY(uno, {"?", 50, "@search 6: row 2 of 6, 0 solutions, 1 queen placed, 0 lifted, @, paused\r\n"});
    free(text);
}

/* ---- the button ---- */

/* Boards of 17 rows fill the line: most presses come within one. */
QUIET_TEST(every_bounce_of_many_presses_counts_as_one)
{
    line_type(uno, "format board\rsolve 17\r", 300);
    for (unsigned i = 1; i <= 40; i++) {
        line_press(uno, 60 + 11 * i);
        line_run(uno, 777777);
        assert_int_equal(text_times(uno_output(uno).text, "paused"), (i + 1) / 2);
        assert_int_equal(text_times(uno_output(uno).text, "resumed"), i / 2);
    }
    line_boards_are_whole(uno_output(uno).text, 17);
}

QUIET_TEST(a_spike_is_no_press_and_a_press_while_nothing_runs_prints_nothing)
{
    line_type(uno, "pace 10000\rsolve 8\r", 100);
    for (unsigned i = 0; i < 50; i++) {
        uno_button(uno, true);
        line_run(uno, UNO_MS(15));
        uno_button(uno, false);
        line_run(uno, UNO_MS(31) + 5000); /* each time elsewhere between two looks at the pin */
    }
    uno_type(uno, "x");
    line_press(uno, 100);
    assert_matches(uno_unread(uno), "@> solve 8\r\n15863724\r\nx\r\npaused\r\n> x");
    line_type(uno, "\003", 100);
    uno_mark(uno);
    line_press(uno, 100);
    assert_string_equal(uno_unread(uno), "");
}

LINE_TEST(info_reports_a_button_that_is_down_since_a_reset_which_has_no_other_effect)
{
    assert_lacks(line_ask(uno, "info"), "button");
    uno_button(uno, true);
    uno_reset(uno, UNO_EXTERNAL);
    line_run(uno, UNO_MS(5000));
    assert_lacks(uno_output(uno).text, "paused");
    assert_has(line_ask(uno, "info"), "\r\nbutton: down\r\n");
    uno_button(uno, false);
    assert_lacks(line_ask(uno, "info"), "button");
}

QUIET_TEST(the_wait_before_a_count_after_a_reset_or_a_number_after_a_press_is_no_running_time)
{
    PLAY(uno, {"auto count 11", 0, "ok@"}, {"save", 0, "ok@"});
    uno_reset(uno, UNO_EXTERNAL);
    PLAY(uno, {"", 1000, "@2680 solutions, 11269 queens placed, 0.09# s, @"});
    uno_mark(uno);
    line_press(uno, 1100);
    line_run(uno, UNO_MS(4000));
    assert_has(uno_unread(uno), "\r\n2413\r\n3142\r\n2 solutions, 16 queens placed, 0.00");
}

LINE_TEST(a_long_press_starts_the_next_size_from_4_to_8_and_round)
{
    line_run(uno, UNO_MS(1200));
    EACH_TEXT(first, "2413", "13524", "246135", "1357246", "15863724", "2413", "13524") {
        uno_mark(uno);
        line_press(uno, 1100);
        line_run(uno, UNO_MS(3000));
        assert_has(uno_unread(uno), text_of("\r\n%s\r\n", first));
    }
    assert_in_range(text_times(uno_output(uno).text, "\r\n2413\r\n"), 4, 10); /* in two times 3 s */
    PLAY(uno, {"!...........", 500, NULL},
         {"?", 50, "solve 5: # solution@, paused\r\n"}); /* also when it starts over */
}

enum { FIRST_COUNT = 96 }; /* the address of the first record of a count that is written */

LINE_TEST(a_held_button_opens_a_menu_of_sizes_and_jobs_whose_choice_is_saved)
{
    static const uint8_t seven[8] = {0, 0x1c, 0x04, 0x04, 0x08, 0x08},
                         co[8] = {0, 0x77, 0x45, 0x45, 0x45, 0x77},
                         saved_se[8] = {0, 0x77, 0x44, 0x77, 0x14, 0x77, 0, 0xff};
    line_run(uno, UNO_MS(1200));
    line_press(uno, 3100); /* solve 4 after a second, the menu after three */
    line_press(uno, 100);
    line_press(uno, 100);
    PLAY(uno, {"?", 50, "@menu 7: @"}, {"", 3000, NULL});
    line_lit(uno, seven, "the size");
    line_key(uno, "!", "paused\r\n");
    line_press(uno, 1100);
    line_press(uno, 100);
    line_lit(uno, co, "count");
    for (unsigned i = 0; i < 4; i++)
        line_press(uno, 100);
    line_lit(uno, saved_se, "search, to be saved");
    line_press(uno, 1100);
    PLAY(uno, {"?", 50, "@search 7: @"}, {"", 500, NULL}, {"\003", 100, NULL},
         {"settings", 0, "@\r\nauto search 7\r\n@"});
    assert_int_equal(text_times(uno_output(uno).text, "ok\r\n"), 1);
    uno_reset(uno, UNO_EXTERNAL);
    PLAY(uno, {"", 1000, NULL}, {"?", 50, "@search 7: @"});
}

LINE_TEST(a_menu_that_nobody_touches_starts_what_it_shows_and_a_typed_job_leaves_it)
{
    line_run(uno, UNO_MS(1200));
    line_press(uno, 3100);
    PLAY(uno, {"-----", 39000, NULL}, {"?", 50, "@menu 5: @"},
         {"", 3000, NULL}, /* the pace is none of its times */
         {"?", 50, "@solve 5: @"});
    line_press(uno, 3100);
    PLAY(uno, {"bright 3", 0, "ok@"}, {"?", 50, "@menu 7: @"},
         {"check 2413", 0, "solution: class 2413, size 2@"}, {"?", 50, "@idle@"});
}

/* A dot is a short press. */
static void choose(struct uno *uno, unsigned presses)
{
    while (presses--)
        line_type(uno, ".", 100);
}

QUIET_TEST(a_typed_menu_goes_round_its_sizes_and_its_words_and_its_count_comes_once)
{
    static const uint8_t thirty_two[8] = {0, 0x77, 0x11, 0x77, 0x14, 0x77},
                         so[8] = {0, 0x77, 0x45, 0x75, 0x15, 0x77};
    line_type(uno, "menu 31\r", 50);
    choose(uno, 1);
    line_lit(uno, thirty_two, "32");
    choose(uno, 5);
    PLAY(uno, {"?", 50, "@menu 5: @"}, {"", 21000, NULL});
    line_lit(uno, so, "solve");
    choose(uno, 6);
    line_lit(uno, so, "solve again");
    PLAY(uno, {".", 500, NULL}, {"", 42000, "10 solutions, @\r\n> "}, {"?", 50, "@idle@"},
         {"complete ...24...\r", 20, NULL}, {"menu 32\r", 50, NULL}, {"\003", 500, NULL});
    line_lit(uno, (const uint8_t[8]){0}, "nothing");
    line_type(uno, "menu\r", 21000);
    choose(uno, 4);
    line_run(uno, UNO_MS(19850)); /* the menu saves while a save is being written */
    assert_int_equal(text_times(line_type(uno, "save\r", 1000), "ok\r\n"), 1);
    PLAY(uno, {"settings", 0, "@\r\nauto count\r\n@"});
    assert_int_equal(uno_eeprom(uno, NULL)[FIRST_COUNT], 0xff); /* nothing else is saved */
    line_type(uno, "menu\r", 21000);
    choose(uno, 3);
    PLAY(uno, {"", 20000, NULL}, {"\003", 100, NULL}, {"settings", 0, "@\r\nauto on\r\n@"});
}
