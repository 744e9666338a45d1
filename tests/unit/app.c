/* Host tests of the whole application on the fake hardware: lines, live keys, jobs, button, time. */
#include "tests/support/reference.h"
#include "tests/support/words.h"
#include "tests/unit/host.h"
#include "tests/unit/unit.h"

#include <sys/time.h>

#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/display/shape.h"
#include "firmware/display/show.h"
#include "firmware/display/view.h"
#include "firmware/job/integrity.h"
#include "firmware/job/job.h"
#include "firmware/job/persist.h"
#include "firmware/job/scene.h"
#include "firmware/job/state.h"
#include "firmware/queens/queens.h"
#include "firmware/storage/settings.h"

BEFORE_EACH(begin)
{
    host_reset();
    fake_uart_clear();
}

/* How often a text occurs in what was sent. */
static unsigned sent_count(const char *text)
{
    unsigned count = 0;
    for (const char *p = fake_uart_sent(); (p = strstr(p, text)) != NULL; p++)
        count++;
    return count;
}

static void type_for(const char *typed, unsigned ms)
{
    host_type(typed);
    host_elapse(ms);
}

/* Types this, and lets all that it starts come to its end. */
static void run(const char *typed)
{
    host_type(typed);
    for (unsigned i = 0; i < 100; i++)
        host_work();
}

/* What is typed, the ms that pass then, and all that is sent then, for assert_matches; NULL: anything. */
struct act {
    const char *typed;
    unsigned ms;
    const char *sent;
};

static void play(const struct act *acts)
{
    for (; acts->typed; acts++) {
        fake_uart_clear();
        run(acts->typed);
        host_elapse(acts->ms);
        if (acts->sent)
            assert_matches(fake_uart_sent(), acts->sent);
    }
}

#define PLAY(...) play((const struct act[]){__VA_ARGS__, {NULL, 0, NULL}})
#define SESSION(name, ...)                                                                                   \
    TEST(name)                                                                                               \
    {                                                                                                        \
        PLAY(__VA_ARGS__);                                                                                   \
    }

/* Passes if this text was sent exactly once. */
#define assert_sent_once(text) assert_int_equal(sent_count(text), 1)

/* Passes if the matrix shows these rows after so many ms. */
#define assert_matrix_after(ms, rows)                                                                        \
    do {                                                                                                     \
        host_elapse(ms);                                                                                     \
        assert_memory_equal(fake_spi_register + 1, rows, 8);                                                 \
    } while (0)

/* Lets time pass until no job runs, for so many ms at most. */
static void finish(unsigned ms)
{
    while (job_runs() && ms--)
        host_elapse(1);
}

/* Sends lines without a look at the answers: set("pace %u", ms) */
#define set(...)                                                                                             \
    do {                                                                                                     \
        run(text_of(__VA_ARGS__));                                                                           \
        host_type("\r");                                                                                     \
        fake_uart_clear();                                                                                   \
    } while (0)

SESSION(steps_leave_no_debt_of_time_to_the_resumed_job, {"pace 10000\rsolve 8\r.", 10, NULL}, {".", 10, NULL},
        {".", 10, NULL}, {"~", 9999, "resumed\r\n"}, {"", 1, "#\r\n"})

TEST(a_solution_that_comes_late_does_not_delay_those_after_it)
{
    unsigned ms = 0;
    set("pace 20");
    host_type("solve\r");
    for (; job.total.found < 92 && ms < 3000; ms += 7)
        host_elapse_by(7, 7);
    assert_in_range(ms, 91 * 20, 91 * 20 + 7);
}

TEST(a_step_of_a_count_is_a_slice_of_it)
{
    type_for("count 32\r.", 100);
    uint64_t placed = job.total.placed;
    host_elapse(100);
    assert_int_equal(job.total.placed, placed);
    type_for(".", 100);
    assert_true(job.total.placed > placed);
}

TEST(no_key_no_answer_and_no_ok_of_a_save_tears_a_line_of_a_solution)
{
    static const char *const typed[][3] = {{"x", "?", "\r\nsolve 9: "},
                                           {"bright 3\r", "bright 4\r", "\r\nok\r\n> "},
                                           {"pace 0\rsave\r", "pace 1\rsave\r", "\r\nok\r\n> "}};
    for (unsigned i = 0; i < 3; i++) {
        begin();
        set("pace 0\rformat board");
        fake_uart_is_paced = fake_nv_is_paced = true;
        host_type("solve 9\r");
        for (unsigned ms = 0; ms < 2000; ms++) {
            if (ms % 50 == 0)
                fake_uart_type(typed[i][ms / 50 % 2]);
            host_elapse(1);
        }
        assert_true(sent_count(typed[i][2]) > 15);
        assert_true(sent_count("\r\n(1, ") >= 10);
        assert_int_equal(sent_count("> *") + sent_count("> ("), 0);
        for (const char *line = fake_uart_sent(); (line = strchr(line, '\n')) != NULL && strlen(line) > 60;)
            if (*++line == '*' || *line == '(')
                assert_int_equal(strcspn(line, "\r"), *line == '*' ? 11 : 9 * strlen("(1, 1)"));
    }
}

/* The board ends within the line when it has been parsed. */
SESSION(a_torn_line_with_a_board_and_a_space_is_printed_again_as_typed, {"pace 500\rsolve 6\r", 0, NULL},
        {"check 2413 ", 501, "check 2413 \r\n362514\r\n"},
        {"\r", 0, "@> check 2413 \r\n@solution: class 2413@"})

TEST(a_pace_that_changes_while_it_is_saved_is_saved_whole)
{
    for (unsigned ms = 0; ms < 70; ms++) {
        begin();
        set("pace 500");
        fake_nv_is_paced = true;
        type_for("save\r", ms);
        uint16_t saved = sent_count("\r\nok\r\n") ? 500 : 1000;
        type_for("-", 200);
        assert_int_equal(settings.pace, 1000);
        assert_sent_once("\r\nok\r\n");
        settings.pace = 0;
        app_begin();
        assert_int_equal(settings.pace, saved);
    }
}

TEST(an_answer_to_a_live_key_leaves_the_help_in_lines)
{
    fake_uart_type("help\r");
    for (unsigned i = 0; i < 3; i++)
        app_run();
    for (unsigned i = 0; i < 3; i++) {
        fake_uart_type(&"?\003+"[i]);
        app_run();
    }
    host_work();
    assert_int_equal(sent_count(">   "), 0);
    assert_sent_once("\r\nidle\r\n");
    assert_sent_once("\r\npace 200\r\n");
}

TEST(a_check_that_is_paused_takes_what_is_typed)
{
    fake_uart_type("check 1111111111\r");
    app_run();
    fake_uart_type("!x");
    host_work();
    type_for("~", 9);
    assert_sent_once("paused\r\n");
    assert_sent_once("resumed\r\n");
    assert_sent_once("not a solution: 45 attacking pairs\r\nok\r\n> x");
}

SESSION(plus_and_minus_climb_the_ladder_of_paces, {"\r", 0, NULL},
        {"-----", 0,
         "\r\npace 1000\r\n> \r\npace 2000\r\n> \r\npace 5000\r\n> \r\npace 10000\r\n> \r\npace 10000\r\n> "},
        {"++++++++++", 0,
         "\r\npace 5000\r\n> \r\npace 2000\r\n> \r\npace 1000\r\n> \r\npace 500\r\n> \r\npace 200\r\n> "
         "\r\npace 100\r\n> \r\npace 50\r\n> \r\npace 20\r\n> \r\npace 10\r\n> \r\npace 0\r\n> "},
        {"+-", 0, "\r\npace 0\r\n> \r\npace 10\r\n> "}, {"pace 333\r", 0, NULL},
        {"+", 0, "\r\npace 200\r\n> "}, {"pace 333\r", 0, NULL}, {"-", 0, "\r\npace 500\r\n> "})

SESSION(ctrl_c_stops_the_job_and_forgets_the_line, {"solve 6\r", 100, NULL},
        {"sett\003", 3000, "sett\r\nstopped: 1 solution, # queens placed, 0.100 s\r\nok\r\n> "},
        {"ings\r", 0, "ings\r\nerror: unknown command 'ings'; allowed: the commands that help lists\r\n> "})

SESSION(a_new_job_stops_the_one_before_and_a_wrong_line_does_not, {"pace 10000\rsolve 6\r", 0, NULL},
        {"solve 99\r", 0, "solve 99\r\nerror: out of range: '99'; allowed: solve [n], 1 to 32\r\n> "},
        {"usaco 4\r", 0, "usaco 4\r\nstopped: 1 solution, # queens placed, #.# s\r\nok\r\n> \r\n2 4 1 3\r\n"})

SESSION(what_is_typed_between_solutions_is_shown_again, {"pace 100\rsolve 6\r", 0, NULL},
        {"inf", 100, "inf\r\n362514\r\n"}, {"o", 0, "> info"},
        {"\r", 0,
         "\r\nnqueens " VERSION " (host, 16 MHz)\r\nstatic RAM: @\r\nlast reset: power-on\r\nok\r\n> "})

TEST(any_line_ends_the_demo)
{
    EACH_TEXT(line, "\r", "bright 3\r", "nonsense\r", "solve 4\r", "\003") {
        begin();
        host_elapse(700);
        assert_true(job_runs() && job.repeats);
        host_type(line);
        assert_int_equal(sent_count("stopped: 1 solution, 8"), 0);
        assert_sent_once("stopped: 1 solution, ");
        assert_false(job_runs() && job.repeats);
    }
}

SESSION(a_line_before_the_demo_starts_keeps_it_away, {"", 400, ""}, {"\r", 5000, "\r\n> "})

TEST(a_status_is_that_of_the_state_of_the_job)
{
    static const struct {
        const char *line;
        uint64_t found, placed;
        uint32_t seconds;
        uint16_t ms;
        int8_t row, first, second; /* queens on the board, the columns of the first two */
        const char *status;
    } rows[] = {
        {"search 8", 3, 100, 7, 5, 3, 2, 4,
         "row 4 of 8, 3 solutions, 100 queens placed, 97 lifted, 7.005 s, 31 %"},
        {"search 8", 1, 9, 0, 50, 8, 7, 7,
         "row 8 of 8, 1 solution, 9 queens placed, 1 lifted, 0.050 s, 98 %"},
        {"search 8", 0, 1, 0, 10, 1, 0, -1,
         "row 2 of 8, 0 solutions, 1 queen placed, 0 lifted, 0.010 s, 0 %"},
        {"solve 8", 0, 2, 59, 500, 0, 5, 7, "0 solutions, 2 queens placed, 59.500 s, 62 %"},
        {"solve 1", 1, 1, 0, 99, 1, 0, 1, "1 solution, 1 queen placed, 0.099 s, 0 %"},
        {"solve 2", 0, 2, 0, 99, 1, 0, 1, "0 solutions, 2 queens placed, 0.099 s, 25 %"},
        {"solve 25", 0, 2, 1, 100, 2, 24, 18, "0 solutions, 2 queens placed, 1.100 s, 98 %"},
        {"solve 26", 0, 2, 1, 9, 2, 13, 13, "0 solutions, 2 queens placed, 1.009 s, 51 %"},
        {"solve 32", 0, 2, 1, 0, 2, 31, 31, "0 solutions, 2 queens placed, 1.000 s, 99 %"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin();
        run("pace 10000\r");
        run(text_of("%s\r!", rows[i].line));
        job.total = (struct count){rows[i].found, rows[i].placed};
        job.seconds = rows[i].seconds;
        job.ms = rows[i].ms & 0x3ffU;
        job.board.row = (uint8_t)rows[i].row;
        job.board.col[0] = rows[i].first;
        job.board.col[1] = rows[i].second;
        fake_uart_clear();
        run("?");
        assert_string_equal(fake_uart_sent(), text_of("%s: %s, paused\r\n", rows[i].line, rows[i].status));
    }
}

/* 18,769,831 queens are placed in all. */
TEST(the_time_left_of_a_count_is_in_proportion_to_the_queens_that_are_not_placed)
{
    host_slices = 1;
    run("count 16\r!");
    for (uint64_t placed = 100; placed < 18769831; placed += placed / 2)
        for (uint32_t seconds = 1; seconds < 300000; seconds = seconds * 5 + 1) {
            unsigned percent = 0, left = 0;
            job.total.placed = placed;
            job.seconds = seconds;
            job.ms = 250;
            double wanted = (seconds + 0.25) * (18769831.0 / (double)placed - 1);
            fake_uart_clear();
            run("?");
            const char *at = strstr(fake_uart_sent(), " s, ");
            assert_non_null(at);
            int read = sscanf(at, " s, %u %%, about %u s left", &percent, &left);
            assert_true(percent <= 1e2 * (double)placed / 18769831 &&
                        percent + 1.3 > 1e2 * (double)placed / 18769831);
            if (read == 1)
                assert_true(wanted > 0.98 * (1U << 30)); /* quarters of a second would not fit */
            else
                assert_true(left + 1 > 0.98 * wanted &&
                            left < 1.02 * (wanted + seconds) - 0.98 * seconds + 1);
        }
    job.total.placed = 19000000; /* more than there are */
    fake_uart_clear();
    run("?");
    assert_non_null(strstr(fake_uart_sent(), "about 0 s left"));
    job.seconds = 0;
    fake_uart_clear();
    run("?");
    assert_null(strstr(fake_uart_sent(), "left"));
}

TEST(a_count_that_has_ended_lights_every_led)
{
    static const uint8_t all[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    run("count 8\r");
    finish(1000);
    assert_matrix_after(1000, all);
}

TEST(a_job_that_resumes_forgets_the_steps_that_wait)
{
    set("pace 10000");
    type_for("solve 8\r", 10);
    job_step();
    job_step();
    assert_int_equal(job.steps, 2);
    host_type("~!");
    host_elapse(100);
    assert_int_equal(job.total.found, 1);
}

TEST(a_demo_that_is_stepped_past_its_end_stays_paused)
{
    host_elapse(500);
    for (unsigned i = 0; i < 100; i++)
        host_type(".");
    assert_sent_once("92 solutions");
    PLAY({"", 0, NULL}, {"", 5000, ""}, {"?", 0, "@, paused\r\n@"});
}

TEST(a_short_press_while_nothing_runs_prints_nothing)
{
    set(" ");
    host_button = true;
    host_elapse(100);
    host_button = false;
    host_elapse(50);
    assert_sent("");
}

TEST(nothing_that_a_job_sends_waits_long_for_the_line)
{
    for (unsigned i = 0; i < FORMAT_WORDS; i++) {
        if (i == FORMAT_GRID) /* its title is longer than a chunk */
            continue;
        begin();
        set("pace 0\rformat %s", format_words[i]);
        fake_uart_is_paced = true;
        type_for("solve 12\r", 20);
        fake_uart_waits = 0;
        host_elapse(500);
        assert_int_equal(fake_uart_waits, 0);
    }
}

/* The F that `orient ?` shows. */
static const uint8_t letter[8] = {0x00, 0x7c, 0x40, 0x40, 0x78, 0x40, 0x40, 0x40};

/* The picture under each number is what is seen when the module needs that orient: turned by it, it is
 * upright. */
TEST(the_picture_of_each_number_is_upright_with_that_orient)
{
    run("orient ?\r");
    const char *line = strstr(fake_uart_sent(), "\r\n0 ");
    assert_non_null(line);
    for (unsigned block = 0; block < 2; block++) {
        uint8_t rows[4][8] = {{0}};
        line = strstr(line + 2, "\r\n");
        for (unsigned row = 0; row < 8; row++, line = strstr(line + 2, "\r\n"))
            for (unsigned picture = 0; picture < 4; picture++)
                for (unsigned column = 0; column < 8; column++)
                    if (line[2 + 10 * picture + column] == '#')
                        rows[picture][row] = (uint8_t)(rows[picture][row] | 0x80 >> column);
        for (unsigned picture = 0; picture < 4; picture++) {
            reference_turn(rows[picture], picture, block);
            assert_memory_equal(rows[picture], letter, 8);
        }
    }
    assert_int_equal(strncmp(line, "\r\nWhich of these", 15), 0);
}

/* The eight rows of each of four modules, from a frame that begins within a second. */
static void read_four_modules(uint8_t rows[4][8])
{
    uint8_t at = 0;
    fake_spi_clear();
    host_elapse(2000);
    while (fake_spi_words[at] >> 8 != 1)
        at++;
    for (unsigned row = 0; row < 8; row++)
        for (unsigned module = 4; module--; at++) { /* the last one is sent first */
            assert_int_equal(fake_spi_words[at] >> 8, row + 1);
            rows[module][row] = (uint8_t)fake_spi_words[at];
        }
}

/* Number 1 is on the module that the chain of this number calls the first one. */
static void assert_numbers_are_on_a_chain(uint8_t chain)
{
    uint8_t modules[4][8];
    read_four_modules(modules);
    for (uint8_t module = 0; module < 4; module++) {
        uint8_t row, column, shape = shape_of(2, 2);
        shape_find(shape, shape_turn(chain), module, &row, &column);
        for (uint8_t i = 0; i < 8; i++)
            assert_int_equal(modules[module][i], view_number(shape_module(shape, row, column) + 1, i));
    }
}

TEST(orient_numbers_the_modules_by_their_wires_until_it_knows_the_chain)
{
    for (unsigned chain = 0; chain < 8; chain++) {
        begin();
        set("modules 2x2\rchain %u\rorient ?", 7 - chain);
        run("0\r");
        assert_int_equal(sent_count("  1 at the "), 8);
        assert_numbers_are_on_a_chain(0);
        run(text_of("%u\r", chain));
        assert_numbers_are_on_a_chain((uint8_t)chain);
    }
}

/* Passes if what was sent ends a line whenever the job has begun another one. */
static void assert_each_line_is_ended(const char *typed)
{
    fake_uart_type(typed);
    for (unsigned i = 0; i < 100; i++) {
        uint64_t found = job.total.found;
        app_run();
        if (job.kind == KIND_ORIENT_ASK && job.total.found == found + 1)
            assert_string_equal(fake_uart_sent() + strlen(fake_uart_sent()) - 2, "\r\n");
    }
    assert_false(job_runs());
}

TEST(orient_ends_each_line_at_once)
{
    set("modules 2x2");
    assert_each_line_is_ended("orient ?\r");
    assert_each_line_is_ended("0\r");
}

TEST(in_a_millisecond_several_modules_get_one_step_of_a_frame)
{
    unsigned rows = 0, ends = 0;
    set("modules 4x4\rpace 0\rformat none\rsolve 16");
    for (unsigned ms = 0; ms < 300; ms++) {
        fake_spi_clear();
        host_elapse(1);
        rows += fake_spi_count == 16;
        ends += fake_spi_count == 5 * 16; /* all other registers */
        assert_true(fake_spi_count % 80 == 0 || fake_spi_count == 16);
    }
    assert_true(ends > 10 && rows >= 8 * (ends - 1));
}

SESSION(a_question_mark_in_any_other_line_is_a_live_key, {"\r", 0, NULL},
        {"or?ie?nt\x15", 0, "@idle\r\n@idle\r\n@"}, {"solve ?", 0, "@idle\r\n@"})

SESSION(a_paused_job_may_be_stopped_replaced_and_asked, {"pace 10000\rsolve 8\r!", 0, NULL},
        {"solve 5\r", 0, NULL}, {"?", 0, "solve 5: # solution, # queens placed, #.# s, # %\r\n"},
        {"!", 0, "paused\r\n"}, {"settings\r", 0, "@ok\r\n> "}, {"?", 0, "@ %, paused\r\n@"},
        {"\003", 0, NULL}, {"?", 0, "\r\nidle\r\n> "})

SESSION(keys_without_a_job_say_so, {"\r", 0, NULL}, {"?", 0, "\r\nidle\r\n> "},
        {"!", 0, "\r\nnothing runs\r\n> "}, {"~", 0, "\r\nnothing runs\r\n> "},
        {",", 0, "\r\nnothing runs\r\n> "}, {".\003", 0, "\r\n> \r\n> "})

/* Elapses `seconds` of a count that runs, and writes the seconds of its running time at which it is saved. */
static unsigned saves(unsigned seconds, uint32_t at[16])
{
    unsigned count = 0;
    for (unsigned i = 0; i < seconds * 8; i++) {
        app_elapse(125, false);
        if (persist_is_busy() && count < 16)
            at[count++] = job.seconds;
        while (persist_is_busy())
            app_run();
    }
    return count;
}

TEST(a_count_is_saved_after_2_64_128_and_256_s_then_every_256_s_and_sooner_after_a_resume)
{
    uint32_t at[16];
    host_slices = 1;
    host_type("count 32\r");
    assert_int_equal(saves(1200, at), 7);
    assert_memory_equal(at, ((uint32_t[]){2, 64, 128, 256, 512, 768, 1024}), 7 * sizeof *at);
    app_begin();
    app_run();
    assert_int_equal(saves(600, at), 10);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(at[i], 1024 + (1U << i));
}

TEST(the_test_takes_60_ms_for_each_led_and_300_for_each_row_for_each_column_and_for_all)
{
    unsigned ms = 0;
    set("test");
    for (; job_runs(); ms++)
        host_elapse(1);
    assert_in_range(ms, 64 * 60 + 17 * 300 - 2, 64 * 60 + 17 * 300);
}

TEST(a_step_of_the_test_lights_just_the_next_led)
{
    static const uint8_t third[8] = {0x20};
    set("test");
    type_for("..", 1000);
    assert_true(job_runs());
    assert_int_equal(job.total.found, 2);
    assert_matrix_after(10, third);
    type_for("~", 10000);
    assert_false(job_runs());
}

SESSION(defaults_applies_to_the_displayed_solution, {"pace 10000\rsolve 6\r", 100, NULL},
        {"defaults\r", 399, "defaults\r\nok\r\n> "}, {"", 1, "\r\n362514\r\n"})

TEST(paces_and_defaults_in_turn_add_up_to_nothing)
{
    set("solve 6");
    for (unsigned i = 0; i < 20; i++)
        set("pace 10000\rdefaults");
    PLAY({"", 499, ""}, {"", 1, "\r\n362514\r\n"});
}

TEST(a_pace_is_no_matter_of_the_test)
{
    set("test\rpace 10000");
    host_elapse(200);
    assert_int_equal(job.total.found, 3);
}

TEST(a_solution_keeps_the_format_in_which_it_was_begun)
{
    for (unsigned i = 0; i < FORMAT_WORDS; i++) {
        if (i == FORMAT_BOARD)
            continue;
        begin();
        set("format board\rpace 500");
        fake_uart_is_paced = true;
        type_for("solve 8\r", 8);
        assert_sent_once("**\r\n"); /* in the middle of it */
        run(text_of("format %s\r", format_words[i]));
        host_elapse(300);
        assert_int_equal(sent_count("********\r\n"), 2);
        assert_int_equal(sent_count("#"), 8);
        fake_uart_is_paced = false;
        fake_uart_clear();
        host_elapse(500);
        assert_int_equal(sent_count("*"), 0);
    }
}

SESSION(stop_does_what_ctrl_c_does, {"pace 500\rsolve 6\r", 0, NULL},
        {"stop\r", 0, "stop\r\nstopped: 1 solution, # queens placed, #.# s\r\nok\r\n> \r\nok\r\n> "},
        {"stop\r", 0, "stop\r\nok\r\n> "})
SESSION(stop_ends_the_demo_which_has_no_ok_of_its_own, {"", 700, NULL},
        {"stop\r", 0, "stop\r\nstopped: 1 solution, # queens placed, #.# s\r\nok\r\n> "},
        {"?", 0, "\r\nidle\r\n> "})

TEST(the_question_of_orient_is_asked_wherever_the_spaces_are)
{
    EACH_TEXT(line, "orient ?\r", " orient ?\r", "\torient ?\r", "orient  ?\r", "ORIENT ? \r") {
        begin();
        PLAY({"orient 3\r", 0, NULL}, {line, 0, "@Type its number.\r\nok\r\n> "});
        assert_int_equal(settings.orient, 3);
    }
    PLAY({"stop\r", 0, NULL}, {"orient?\r", 0, "@error: unknown command 'orient?'@"});
    assert_int_equal(settings.orient, 3);
}

SESSION(input_after_an_open_line_of_a_table_gets_its_own_line,
        {"pace 100\rformat table\rsolve 6\r", 150, NULL}, {"brig", 100, "\r\n> brig\r\n415263"},
        {"ht 3\r", 100, "\r\n> bright 3\r\nok\r\n> \r\n531642"})

/* A check of 496 pairs is begun, and this is typed in the middle of it; a few lines later. */
static void type_within_a_check(const char *typed)
{
    fake_uart_type("check 11111111111111111111111111111111\r");
    for (unsigned i = 0; i < 10; i++)
        app_run();
    fake_uart_clear();
    fake_uart_type(typed);
    for (unsigned i = 0; i < 10; i++)
        app_run();
}

TEST(ctrl_c_drops_what_waits_for_an_answer)
{
    type_within_a_check("bright 9\rx\003");
    host_elapse(1000);
    assert_sent_once("stopped: ");
    assert_int_equal(sent_count("bright"), 0);
    assert_int_equal(settings.bright, 4);
    assert_false(console_typing());
}

TEST(a_character_of_a_line_stays_one_if_it_waits_for_an_answer)
{
    settings.orient = 3;
    type_within_a_check("pace .5\rpace +1\r");
    host_elapse(1000);
    assert_int_equal(sent_count("error: not a number: "), 2);
    assert_int_equal(settings.pace, 500);
    EACH_TEXT(asked, "orient ?\r", "orient?\r") {
        type_within_a_check(asked);
        host_elapse(1000);
        assert_int_equal(settings.orient, 3);
    }
}

/* The picture with which a job ends; it is to stay, whatever the setting and however long. */
static void assert_picture_stays(const char *line)
{
    uint8_t last[8];
    host_type(line);
    for (unsigned ms = 0; ms < 60000; ms++) {
        host_elapse(1);
        if (ms && !job_runs())
            break;
        memcpy(last, fake_spi_register + 1, 8);
    }
    assert_false(job_runs());
    assert_true(last[0] | last[7]);
    assert_matrix_after(10, last);
    memset(fake_spi_register + 1, 0, 8); /* a glitch */
    assert_matrix_after(3000, last);
}

TEST(the_last_picture_of_a_job_stays_when_it_has_ended)
{
    EACH_TEXT(line, "solve 1\r", "solve 6\r", "solve 8\r", "solve 9\r", "fundamental 6\r", "fundamental 8\r",
              "solve 5\r", "check 15863724\r", "check 11111111\r", "images 15863724\r", "images 35281746\r",
              "test\r") {
        begin();
        set("pace 20");
        assert_picture_stays(line);
    }
    begin();
    set("pace 20\rformat none");
    assert_picture_stays("solve 6\r");
}

TEST(search_leaves_its_last_solution_and_no_lifted_queen)
{
    static const uint8_t last[8] = {0x20, 0x80, 0x10, 0x40}, dark[8] = {0};
    EACH_TEXT(pace, "pace 0", "pace 20") {
        begin();
        set("%s", pace);
        host_type("search 4\r");
        finish(3000);
        assert_matrix_after(10, last);
        host_type("search 3\r");
        finish(3000);
        assert_matrix_after(10, dark);
    }
}

TEST(the_last_solution_stays_when_a_job_is_stopped_in_the_search)
{
    set("pace 0");
    host_type("solve 14\r");
    while (job.total.found < 3 || job.board.row == job.board.n || job.board.row < 5)
        app_run();
    fake_uart_clear();
    host_type("\003");
    assert_sent_once("stopped: ");
    uint8_t last[8];
    host_elapse(1);
    memcpy(last, fake_spi_register + 1, 8);
    uint8_t leds = 0;
    for (unsigned row = 0; row < 7; row++) /* two rows an LED: each of the seven has a queen */
        leds = (uint8_t)(leds + (last[row] != 0));
    assert_int_equal(leds, 7);
    assert_matrix_after(3000, last);
}

/* Whatever memory holds: ASan sees what is written beside the picture, and a signal what never ends. */
TEST(what_draws_neither_hangs_nor_leaves_the_picture_at_any_content_of_memory)
{
    srand(11);
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_sec = 20}, NULL);
    for (unsigned i = 0; i < 200000; i++) {
        uint8_t *bytes = (uint8_t *)&job;
        for (size_t at = 0; at < sizeof job; at++)
            bytes[at] = (uint8_t)rand();
        bytes = (uint8_t *)&job.board;
        for (size_t at = 0; at < sizeof job.board; at++)
            bytes[at] = (uint8_t)rand();
        if (i % 2)
            job.board.n = (uint8_t)(job.board.n % 34);
        if (i % 4 > 1)
            job.board.row = (uint8_t)(job.board.row % 34);
        job.kind = (uint8_t)(rand() % (KINDS + 1));
        job.phase = i % 3 ? JOB_DWELLS : JOB_IDLE;
        settings.orient = (uint8_t)rand();
        settings.pace = (uint16_t)rand();
        show_changed();
        scene_run();
        show_elapse((uint8_t)(i % 3), scene_phase());
    }
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_sec = 0}, NULL);
}

TEST(a_preview_command_parks_a_count_which_resumes_where_it_was)
{
    static const char *const looks[] = {"check 15863724\r", "images 15863724\r", "test\r", "orient ?\r",
                                        " check 1\r"};
    for (unsigned i = 0; i < 2 * sizeof looks / sizeof *looks; i++) {
        begin();
        host_slices = 1;
        fake_nv_is_paced = true;
        PLAY({"pace 10\rcount 16\r", 50, NULL}, {i % 2 ? "!" : "", 0, NULL},
             {looks[i / 2], 20300, "@\r\nstopped: @ s; ~ resumes it\r\nok\r\n> @ok\r\n> "},
             {"?", 0, "@idle, a count is parked; ~ resumes it\r\n@"},
             {"~", 0, "\r\ncount 16 resumed: # solutions, # queens placed, #.# s\r\n@"});
        assert_true(job_runs() && !job.is_paused);
        assert_int_equal(job.kind, KIND_COUNT);
        /* Its line was answered when it was parked. */
        PLAY({"\003", 0, "@stopped: # solutions, # queens placed, #.# s\r\n> "},
             {"~", 0, "\r\nnothing runs\r\n> "});
    }
}

/* It was saved after 2 s: that is not where it is. */
TEST(a_count_that_was_saved_a_second_ago_resumes_where_it_was_parked)
{
    char totals[2][80];
    host_slices = 1;
    type_for("count 16\r", 3000);
    assert_true(job.has_checkpoint);
    type_for("check 1\r", 100);
    assert_int_equal(
        sscanf(strstr(fake_uart_sent(), "stopped: "), "stopped: %79[^,], %79[^,]", totals[0], totals[1]), 2);
    host_type("~");
    assert_sent_once(text_of("count 16 resumed: %s, %s, ", totals[0], totals[1]));
}

SESSION(a_preview_stops_a_job_that_is_no_count, {"pace 10000\rsolve 6\r", 10, NULL},
        {"check 1\r", 100, "check 1\r\nstopped: 1 solution, # queens placed, #.# s\r\nok\r\n> @"},
        {"~", 0, "\r\nnothing runs\r\n> "})

TEST(a_new_count_replaces_the_parked_one)
{
    host_slices = 1;
    PLAY({"count 16\r", 50, NULL}, {"check 1\r", 1000, "@; ~ resumes it\r\n@"},
         {"count 4\r", 1000, "@2 sol@"}, {"~", 0, "\r\nnothing runs\r\n> "});
}

/* The checkpoint takes 0.25 s; Ctrl-C comes while it is written. */
TEST(ctrl_c_discards_a_line_that_waits_for_the_count_to_be_saved)
{
    host_slices = 1;
    fake_nv_is_paced = true;
    PLAY({"count 16\r", 50, NULL}, {"check 15863724\r", 100, "check 15863724\r\n"}, {"?", 0, "@count 16: @"},
         {"\003", 1000, "@stopped: # solutions, # queens placed, #.# s\r\n@"});
    assert_false(job_runs());
    assert_int_equal(job.kind, KIND_COUNT);
    assert_int_equal(sent_count("solution: class"), 0);
}

TEST(only_a_valid_line_that_parks_a_count_saves_it)
{
    EACH_TEXT(line, "orient 3\r", "testx\r", "orient 9\r", "check\r", "check 9\r", "images 11\r", "test 1\r",
              "orient\r") {
        begin();
        host_slices = 1;
        type_for("count 16\r", 50);
        host_type(line);
        assert_int_equal(job.kind, KIND_COUNT);
        assert_false(persist_is_busy());
        assert_false(job.has_checkpoint);
    }
}

TEST(a_checkpoint_rounds_the_running_time_to_seconds)
{
    for (unsigned ms = 1400; ms <= 1600; ms += 200) {
        begin();
        host_slices = 1;
        type_for("count 18\r", ms);
        type_for("!", 500);
        fake_uart_clear();
        app_begin();
        app_run();
        assert_sent_once(ms < 1500 ? ", 1.000 s" : ", 2.000 s");
    }
}

/* A bit flips while the first line is on its way: that is reported, and the line is printed again. */
TEST(a_flipped_bit_of_the_format_is_corrected_within_the_line)
{
    for (unsigned bit = 0; bit < 8; bit++) {
        host_reset();
        fake_uart_clear();
        set("format coords");
        fake_uart_is_paced = true;
        host_type("solve 6\r");
        while (!job.chunk)
            host_elapse(1);
        job.format ^= (uint8_t)(1U << bit);
        for (unsigned ms = 0; ms < 300; ms++)
            host_elapse(1);
        assert_true(sent_count("a bit flipped in memory") > 0);
        assert_sent_once("\r\n(2, 1)(4, 2)(6, 3)(1, 4)(3, 5)(5, 6)\r\n");
        assert_int_equal(job.format, FORMAT_COORDS);
    }
}

/* As when a byte beside the board is written over: its parity may be right. */
TEST(an_error_follows_a_count_if_more_than_a_bit_of_its_part_changes)
{
    fake_uart_type("count 12\r");
    while (!job_runs() || !job.total.placed)
        app_run();
    job.part.of ^= 0xff00;
    for (unsigned j = 0; j < 10000 && job_runs(); j++)
        host_work();
    host_work();
    assert_sent_once("error: memory is corrupted");
}

/* The check digit of the totals is right; only the known number shows it. */
TEST(an_error_follows_a_count_whose_total_is_not_the_known_one_and_a_part_that_has_more)
{
    static const struct {
        const char *typed;
        int more;
    } counts[] = {{"count 12\r", 1}, {"count 12\r", -1}, {"count 12 2/3\r", 14200}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        begin();
        fake_uart_type(counts[i].typed);
        while (!job_runs() || !job.total.found)
            app_run();
        job.total.found += (uint64_t)counts[i].more;
        sum_restore(&job.seconds, sizeof job.seconds + sizeof job.total);
        for (unsigned j = 0; j < 10000 && job_runs(); j++)
            host_work();
        host_work();
        assert_sent_once("error: memory is corrupted");
    }
}

TEST(an_error_follows_if_more_than_a_bit_flips_while_a_picture_stays)
{
    EACH_TEXT(typed, "", ".", ",", "\r", "stop\r") {
        begin();
        type_for("search 6\r", 40);
        assert_int_equal(job.phase, JOB_DWELLS);
        job.total.placed ^= 0x11;
        type_for(typed, 2000);
        assert_sent_once("error: memory is corrupted");
    }
}

/* As if a bit of the board had flipped while the search computes with it. */
TEST(a_board_that_the_search_calls_solved_and_that_is_no_solution_is_not_printed)
{
    set("pace 0\rformat digits");
    host_type("solve 12\r");
    while (job.total.found < 3 || job.phase != JOB_WORKS || job.board.row < 3 || job.board.row == 12)
        app_run();
    uint64_t found = job.total.found;
    job.board.col[1] = job.board.col[0];
    for (unsigned i = 0; i < 10000 && job_runs(); i++)
        host_work();
    assert_int_equal(job.total.found, found + 1);
    assert_sent_once("error: memory is corrupted");
    unsigned lines = 0; /* also the one that was typed */
    for (const char *at = strstr(fake_uart_sent(), "error: "); at > fake_uart_sent(); at--)
        lines += at[-1] == '\n';
    assert_int_equal(lines, found + 1);
}

/* ---- Steps back ---- */

/* Types one key, and returns the line that it brings. */
static const char *line_after(const char *key)
{
    static char text[80];
    fake_uart_clear();
    type_for(key, 1);
    snprintf(text, sizeof text, "%s", fake_uart_sent());
    return text;
}

TEST(a_search_goes_back_move_by_move_to_the_start_and_forwards_through_the_same_moves)
{
    enum { MOVES = 300 };
    static char moves[MOVES][24];
    static uint64_t placed[MOVES], solutions[MOVES];
    set("pace 500\rformat none");
    snprintf(moves[0], sizeof moves[0], "%s", strchr(line_after("search 6\r"), '\n') + 1);
    for (unsigned i = 1; i < MOVES; i++) {
        placed[i - 1] = job.total.placed;
        solutions[i - 1] = job.total.found;
        snprintf(moves[i], sizeof moves[i], "%s", line_after("."));
    }
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = MOVES; --i;) {
            assert_string_equal(line_after(","), text_of("back: %s", moves[i]));
            assert_int_equal(job.total.placed, placed[i - 1]);
            assert_int_equal(job.total.found, solutions[i - 1]);
            assert_true(job.is_paused);
        }
        assert_string_equal(line_after(","), "back: place 1 1\r\n");
        assert_string_equal(line_after(","), "at the start\r\n");
        assert_int_equal(job.total.placed, 0);
        for (unsigned i = 0; i < MOVES; i++)
            assert_string_equal(line_after("."), moves[i]);
    }
}

TEST(solve_goes_back_to_the_solution_before_and_forwards_again)
{
    static const char *const solutions[] = {"246135\r\n", "362514\r\n", "415263\r\n", "531642\r\n"};
    uint64_t placed[4];
    EACH_TEXT(text, "solve 6\r", "complete ......\r") {
        begin();
        set("pace 500");
        host_type(text);
        for (unsigned i = 0; i < 4; i++) {
            placed[i] = job.total.placed;
            if (i < 3)
                assert_string_equal(line_after("."), solutions[i + 1]);
        }
        for (unsigned i = 3; i--;) {
            assert_string_equal(line_after(","), solutions[i]);
            assert_int_equal(job.total.found, i + 1);
            assert_int_equal(job.total.placed, placed[i]);
        }
        assert_string_equal(line_after(","), "at the start\r\n");
        for (unsigned i = 1; i < 4; i++)
            assert_string_equal(line_after("."), solutions[i]);
        type_for("~", 600);
        assert_sent_once("4 solutions, 152 queens placed");
    }
}

TEST(a_step_back_between_two_solutions_shows_the_one_before_the_last)
{
    set("pace 0\rformat digits");
    host_type("solve 12\r");
    while (job.total.found < 30 || job.phase != JOB_WORKS || job.board.row == 12)
        app_run();
    uint64_t last = job.total.found;
    fake_uart_clear();
    host_type(",");
    for (unsigned i = 0; i < 20; i++)
        host_work();
    assert_int_equal(job.total.found, last - 1);
    assert_int_equal(job.board.row, 12);
    assert_int_equal(strlen(fake_uart_sent()), 14);
    host_elapse(1000);
    assert_int_equal(job.total.found, last - 1);
}

TEST(a_step_back_while_a_solution_is_printed_follows_its_last_line)
{
    EACH_TEXT(start, "solve 8\r", "complete ........\r")
        for (unsigned wait = 0; wait < 60; wait++) {
            begin();
            set("pace 0\rformat board");
            host_type(start);
            while (job.total.found < 3 || job.phase != JOB_PRINTS)
                app_run();
            for (unsigned i = 0; i < wait && job.phase == JOB_PRINTS; i++)
                app_run();
            uint64_t last = job.total.found;
            type_for(",", 1000);
            assert_int_equal(job.total.found, last - 1);
            assert_true(job.is_paused);
            assert_int_equal(job.phase, JOB_DWELLS);
        }
}

TEST(a_job_that_cannot_step_back_reports_it)
{
    EACH_TEXT(text, "count 16", "fundamental 8", "usaco 8", "images 15863724", "test ") {
        begin();
        set("pace 500\r%s", text);
        assert_string_equal(line_after(","),
                            text_of("%.*s cannot step back\r\n", (int)strcspn(text, " "), text));
        assert_false(job.is_paused);
    }
}

/* ---- Given queens ---- */

TEST(given_queens_blink_while_the_others_are_found_and_stay_at_the_end)
{
    bool is_seen[2] = {false, false};
    set("pace 1000");
    host_type("complete ...24...\r");
    for (unsigned ms = 0; ms < 1900; ms++) {
        host_elapse(1);
        uint8_t row = fake_spi_register[4];
        assert_true(row == 0x40 || row == 0);
        is_seen[row != 0] = true;
        if (ms > 10 && ms < 900)
            assert_int_equal(fake_spi_register[1], 0x20);
    }
    assert_true(is_seen[0] && is_seen[1]);
    host_elapse(500);
    assert_false(job_runs());
    for (unsigned ms = 0; ms < 1000; ms++) {
        host_elapse(1);
        assert_int_equal(fake_spi_register[4], 0x40);
    }
}

TEST(complete_is_not_saved)
{
    type_for("complete ...24...............\r", 5000);
    assert_false(persist_is_busy());
    fake_uart_clear();
    app_begin();
    host_work();
    assert_int_equal(sent_count("resumed"), 0);
}

TEST(after_three_seconds_without_a_solution_solve_prints_when_the_first_is_expected)
{
    static const unsigned seconds[] = {13, 0, 3, 0, 3, 3, 23, 12, 426, 99, 660}; /* n = 22 to 32 */
    for (unsigned n = 21; n <= QUEENS_MAX; n++) {
        begin();
        set("format none");
        host_slices = 1;
        host_type(text_of("solve %u\r", n));
        job.seconds = 2;
        job.total.found = 0;
        type_for("", 999);
        assert_int_equal(sent_count("no solution yet"), 0);
        job.total.found = 0;
        host_elapse(1);
        assert_sent_once(
            n < 22 ? "no solution yet\r\n"
                   : text_of("no solution yet; the first is expected after about %u s\r\n", seconds[n - 22]));
    }
}

/* ---- what blinks, what waits ---- */

TEST(attacks_blink_and_are_gone_in_the_last_quarter_of_the_pace_and_a_lifted_queen_in_its_second_half)
{
    static const struct {
        enum queens_event event;
        uint16_t pace;
        int16_t wait;
        bool is_paused;
        enum scene_phase phase;
    } rows[] = {
        {QUEENS_ATTACKED, 400, 400, false, SCENE_LIT},   {QUEENS_ATTACKED, 400, 301, false, SCENE_LIT},
        {QUEENS_ATTACKED, 400, 300, false, SCENE_DARK},  {QUEENS_ATTACKED, 400, 300, true, SCENE_LIT},
        {QUEENS_ATTACKED, 400, 201, false, SCENE_DARK},  {QUEENS_ATTACKED, 400, 200, false, SCENE_LIT},
        {QUEENS_ATTACKED, 400, 101, false, SCENE_LIT},   {QUEENS_ATTACKED, 400, 100, false, SCENE_GONE},
        {QUEENS_ATTACKED, 1000, 876, false, SCENE_LIT},  {QUEENS_ATTACKED, 1000, 875, false, SCENE_DARK},
        {QUEENS_ATTACKED, 1000, 750, false, SCENE_LIT},  {QUEENS_ATTACKED, 1000, 251, false, SCENE_DARK},
        {QUEENS_ATTACKED, 1000, 250, false, SCENE_GONE}, {QUEENS_ATTACKED, 3, 1, false, SCENE_LIT},
        {QUEENS_ATTACKED, 4, 1, false, SCENE_GONE},      {QUEENS_ATTACKED, 4, -9, false, SCENE_GONE},
        {QUEENS_LIFTED, 400, 200, false, SCENE_LIT},     {QUEENS_LIFTED, 400, 199, true, SCENE_GONE},
        {QUEENS_LIFTED, 2, 0, false, SCENE_GONE},        {QUEENS_LIFTED, 2, -9, false, SCENE_GONE},
        {QUEENS_PLACED, 400, 1, false, SCENE_LIT},
    };
    set("pace 10000");
    host_type("search 8\r");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        job.search.event = rows[i].event;
        settings.pace = rows[i].pace;
        job.wait = rows[i].wait;
        job.is_paused = rows[i].is_paused;
        if (scene_phase() != rows[i].phase)
            fail_msg("row %zu: %d", i, scene_phase());
    }
}

/* Several ticks after the last character. */
TEST(while_a_line_is_typed_a_job_works_but_begins_no_line)
{
    host_slices = 1;
    run("count 32\rx");
    uint64_t placed = job.total.placed;
    fake_uart_type("y");
    for (unsigned i = 0; i < 10; i++)
        app_run();
    assert_true(job.total.placed > placed);
    host_type("\003");
    fake_uart_type("count 8\r");
    for (unsigned i = 0; i < 1000 && job.phase != JOB_ENDS; i++)
        app_run();
    fake_uart_type("x");
    for (unsigned i = 0; i < 10; i++)
        app_run();
    assert_int_equal(job.phase, JOB_ENDS);
    host_elapse(10);
    assert_false(job_runs());
}

/* An answered request does not lose its answer to one that nobody asked for. */
TEST(a_menu_that_saves_while_a_save_is_being_written_leaves_its_ok)
{
    fake_nv_is_paced = true;
    for (unsigned asked = 0; asked < 2; asked++) {
        host_type("menu 5\r");
        host_elapse(1);
        job.menu.shown = VIEW_WORDS + VIEW_WORDS_EACH;
        integrity_store();
        fake_uart_clear();
        if (asked)
            host_type("save\r");
        job.wait = 0;
        host_elapse(1);
        assert_false(persist_is_saving(PERSIST_COUNT));
        host_elapse(1000);
        assert_int_equal(sent_count("ok\r\n"), asked);
        assert_int_equal(settings_auto_n(settings.autostart), 5);
        host_type("\003");
    }
}
