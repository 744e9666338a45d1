/* Host tests of the whole application on the fake hardware: lines, live keys, jobs, button, time. */
#include "host.h"
#include "unit.h"

#include "job.h"
#include "settings.h"

static int begin(void **state)
{
    (void)state;
    host_reset();
    fake_uart_clear();
    return 0;
}

/* How often a text occurs in what was sent. */
static unsigned sent_count(const char *text)
{
    unsigned count = 0;
    for (const char *p = fake_uart_sent(); (p = strstr(p, text)) != NULL; p++)
        count++;
    return count;
}

/* Sends a line without a look at the answer. */
static void set(const char *line)
{
    host_type(line);
    host_type("\r");
    fake_uart_clear();
}

static void after_a_reset_come_the_version_and_where_to_get_help(void **state)
{
    (void)state;
    host_reset();
    assert_sent("nqueens " VERSION " (host, 16 MHz)\r\nhelp lists the commands, ? says what runs\r\n> ");
}

static void solve_6_prints_four_solutions_and_what_they_took(void **state)
{
    (void)state;
    set("pace 0");
    host_type("solve 6\r");
    assert_sent("solve 6\r\n246135\r\n362514\r\n415263\r\n531642\r\n"
                "4 solutions, 152 queens placed, 0.000 s\r\nok\r\n> ");
}

static void an_empty_line_gets_a_prompt_alone(void **state)
{
    (void)state;
    host_type("\r");
    assert_sent("\r\n> ");
    host_type("  \r");
    assert_sent("  \r\n> ");
}

/* Each ms in which a solution begins to be sent, from that of the first. */
static void a_solution_stays_for_the_pace_to_the_ms(void **state)
{
    unsigned seen = 0, first = 0;
    (void)state;
    set("pace 20");
    fake_uart_paced = true;
    host_type("solve\r");
    for (unsigned ms = 0; ms < 1860; ms++) {
        unsigned solutions = (unsigned)job.total.solutions;
        if (job.kind == COMMAND_SOLVE && solutions > seen) {
            assert_int_equal(solutions, seen + 1);
            if (!seen)
                first = ms;
            assert_int_equal(ms, first + 20 * seen);
            seen = solutions;
        }
        host_elapse(1);
    }
    assert_int_equal(seen, 92);
    assert_int_equal(sent_count("92 solutions, 2056 queens placed, 1.8"), 1);
}

static void the_last_solution_stays_for_the_pace_too(void **state)
{
    (void)state;
    set("pace 100");
    host_type("solve 1\r");
    assert_sent("solve 1\r\n1\r\n");
    host_elapse(99);
    assert_sent("");
    host_elapse(1);
    assert_sent("1 solution, 1 queens placed, 0.100 s\r\nok\r\n> ");
}

static void a_pause_stops_solutions_and_clock_and_goes_on_where_it_was(void **state)
{
    (void)state;
    set("pace 100");
    host_type("solve 6\r");
    host_elapse(60);
    fake_uart_clear();
    host_type("!");
    assert_sent("paused\r\n");
    host_elapse(5000);
    assert_sent("");
    host_type("?");
    assert_non_null(strstr(fake_uart_sent(), "solve 6: 1 solution, "));
    assert_non_null(strstr(fake_uart_sent(), ", 0.060 s, "));
    assert_non_null(strstr(fake_uart_sent(), " %, paused\r\n"));
    fake_uart_clear();
    host_type("~");
    assert_sent("goes on\r\n");
    host_elapse(39);
    assert_sent("");
    host_elapse(1);
    assert_sent("362514\r\n");
}

static void each_step_shows_just_one_more_solution(void **state)
{
    (void)state;
    set("pace 500");
    host_type("solve 6\r");
    fake_uart_clear();
    host_type(".");
    host_elapse(1000);
    assert_sent("362514\r\n");
    host_type(".");
    host_elapse(1000);
    assert_sent("415263\r\n");
    host_type("..");
    host_elapse(1000);
    assert_sent("531642\r\n4 solutions, 152 queens placed, 0.000 s\r\nok\r\n> ");
}

static void steps_owe_no_time_to_what_goes_on_after_them(void **state)
{
    (void)state;
    set("pace 10000");
    host_type("solve 8\r");
    for (unsigned i = 0; i < 8; i++)
        host_type("."), host_elapse(10);
    fake_uart_clear();
    host_type("~");
    assert_sent("goes on\r\n");
    host_elapse(9999);
    assert_sent("");
    host_elapse(1);
    assert_int_equal(strlen(fake_uart_sent()), 10);
}

static void a_step_of_a_count_is_a_slice_of_it(void **state)
{
    (void)state;
    host_type("count 32\r.");
    host_elapse(100);
    uint64_t placed = job.total.placed;
    host_elapse(100);
    assert_int_equal(job.total.placed, placed);
    host_type(".");
    host_elapse(100);
    assert_true(job.total.placed > placed);
}

static void a_search_steps_move_by_move(void **state)
{
    (void)state;
    set("pace 500");
    host_type("search 4\r");
    assert_sent("search 4\r\nplace 1 1\r\n");
    host_type(".");
    assert_sent("attack 2 1 1 1\r\n");
    host_type(".");
    host_type(".");
    assert_sent("attack 2 2 1 1\r\nplace 2 3\r\n");
}

static void a_line_of_a_solution_is_never_torn_by_what_is_typed(void **state)
{
    (void)state;
    set("pace 0");
    set("format coords");
    fake_uart_paced = true;
    host_type("solve 9\r");
    for (unsigned ms = 0; ms < 200; ms++) {
        fake_uart_type(ms % 7 ? "x" : "?");
        host_elapse(1);
    }
    host_type("\003");
    fake_uart_paced = false;
    host_elapse(10);
    for (const char *line = fake_uart_sent(); (line = strchr(line, '\n')) != NULL;) {
        line++;
        if (strncmp(line, "(1, 1)(", 7) != 0)
            continue;
        unsigned queens = 0;
        for (; *line != '\r'; line++)
            queens += *line == '(';
        assert_int_equal(queens, 9);
    }
    assert_true(sent_count("\r\n(1, 1)(") >= 10);
    assert_true(sent_count("\r\nsolve 9: ") >= 20);
}

static void a_picture_goes_on_in_the_first_column_after_an_answer(void **state)
{
    (void)state;
    set("pace 0");
    set("format board");
    fake_uart_paced = true;
    host_type("solve 9\r");
    for (unsigned ms = 0; ms < 300; ms++) {
        if (ms % 20 == 0)
            fake_uart_type("bright 3\r");
        host_elapse(1);
    }
    assert_true(sent_count("bright 3\r\nok\r\n> ") >= 10);
    assert_true(sent_count("\r\n*") > 10);
    assert_int_equal(sent_count("> *"), 0);
}

static void the_ok_of_a_save_tears_no_line_of_a_solution(void **state)
{
    (void)state;
    set("pace 0");
    set("format board");
    fake_uart_paced = fake_nv_paced = true;
    host_type("solve 9\r");
    for (unsigned ms = 0; ms < 2000; ms++) {
        if (ms % 100 == 0)
            fake_uart_type(ms % 200 ? "pace 0\rsave\r" : "pace 1\rsave\r");
        host_elapse(1);
    }
    assert_true(sent_count("\r\nok\r\n> \r\n") > 15);
    for (const char *line = fake_uart_sent(); (line = strstr(line, "\r\n*")) != NULL && strlen(line) > 20;
         line++)
        assert_memory_equal(line + 12, "*\r\n", 3);
}

static void a_pace_that_changes_while_it_is_saved_is_saved_whole(void **state)
{
    (void)state;
    for (unsigned ms = 0; ms < 70; ms++) {
        begin(state);
        set("pace 500");
        fake_nv_paced = true;
        host_type("save\r");
        host_elapse(ms);
        uint16_t saved = sent_count("\r\nok\r\n") ? 500 : 1000;
        host_type("-");
        host_elapse(200);
        assert_int_equal(settings.pace, 1000);
        assert_int_equal(sent_count("\r\nok\r\n"), 1);
        settings.pace = 0;
        app_begin();
        assert_int_equal(settings.pace, saved);
    }
}

static void a_table_has_no_space_where_a_line_begins(void **state)
{
    (void)state;
    set("pace 0");
    set("format table");
    host_type("solve 6\r");
    assert_sent(
        "solve 6\r\n246135 362514 415263 531642\r\n4 solutions, 152 queens placed, 0.000 s\r\nok\r\n> ");
    set("pace 100");
    host_type("solve 6\r");
    host_elapse(150);
    host_type("?");
    host_elapse(300);
    assert_int_equal(sent_count("\r\n "), 0);
    assert_int_equal(sent_count("246135 362514\r\nsolve 6: 2 solutions, "), 1);
    assert_int_equal(sent_count(" %\r\n415263 531642\r\n4 solutions, "), 1);
}

static void an_answer_to_a_live_key_leaves_the_help_in_lines(void **state)
{
    (void)state;
    fake_uart_type("help\r");
    for (unsigned i = 0; i < 3; i++)
        app_run();
    for (unsigned i = 0; i < 3; i++) {
        fake_uart_type(&"?\003+"[i]);
        app_run();
    }
    host_work();
    assert_int_equal(sent_count(">   "), 0);
    assert_int_equal(sent_count("\r\nidle\r\n"), 1);
    assert_int_equal(sent_count("\r\npace 200\r\n"), 1);
}

static void after_a_check_the_line_goes_on(void **state)
{
    (void)state;
    host_type("check 15863724\rcheck 15863725\r");
    assert_sent("check 15863724\r\nsolution: class 15863724, size 8\r\nok\r\n> check 15863725\r\n"
                "row 2 column 5 and row 8 column 5: same column\r\n"
                "row 6 column 7 and row 8 column 5: same diagonal\r\n"
                "not a solution: 2 attacking pairs\r\nok\r\n> ");
    host_type("bright 4\r");
    assert_sent("bright 4\r\nok\r\n> ");
}

static void a_check_that_is_paused_takes_what_is_typed(void **state)
{
    (void)state;
    fake_uart_type("check 1111111111\r");
    app_run();
    fake_uart_type("!x");
    host_work();
    host_type("~");
    assert_int_equal(sent_count("paused\r\n"), 1);
    assert_int_equal(sent_count("goes on\r\n"), 1);
    assert_int_equal(sent_count("not a solution: 45 attacking pairs\r\nok\r\n> x"), 1);
}

static void ctrl_c_works_in_the_middle_of_an_escape_sequence(void **state)
{
    (void)state;
    host_type("solve 8\r");
    fake_uart_clear();
    host_type("\033[1\003");
    assert_non_null(strstr(fake_uart_sent(), "stopped: 1 solution, "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_a_reset_come_the_version_and_where_to_get_help, begin),
        cmocka_unit_test_setup(solve_6_prints_four_solutions_and_what_they_took, begin),
        cmocka_unit_test_setup(an_empty_line_gets_a_prompt_alone, begin),
        cmocka_unit_test_setup(a_solution_stays_for_the_pace_to_the_ms, begin),
        cmocka_unit_test_setup(the_last_solution_stays_for_the_pace_too, begin),
        cmocka_unit_test_setup(a_pause_stops_solutions_and_clock_and_goes_on_where_it_was, begin),
        cmocka_unit_test_setup(each_step_shows_just_one_more_solution, begin),
        cmocka_unit_test_setup(steps_owe_no_time_to_what_goes_on_after_them, begin),
        cmocka_unit_test_setup(a_step_of_a_count_is_a_slice_of_it, begin),
        cmocka_unit_test_setup(a_search_steps_move_by_move, begin),
        cmocka_unit_test_setup(a_line_of_a_solution_is_never_torn_by_what_is_typed, begin),
        cmocka_unit_test_setup(a_picture_goes_on_in_the_first_column_after_an_answer, begin),
        cmocka_unit_test_setup(the_ok_of_a_save_tears_no_line_of_a_solution, begin),
        cmocka_unit_test_setup(a_pace_that_changes_while_it_is_saved_is_saved_whole, begin),
        cmocka_unit_test_setup(a_table_has_no_space_where_a_line_begins, begin),
        cmocka_unit_test_setup(an_answer_to_a_live_key_leaves_the_help_in_lines, begin),
        cmocka_unit_test_setup(after_a_check_the_line_goes_on, begin),
        cmocka_unit_test_setup(a_check_that_is_paused_takes_what_is_typed, begin),
        cmocka_unit_test_setup(ctrl_c_works_in_the_middle_of_an_escape_sequence, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
