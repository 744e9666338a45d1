/* Host tests of the whole application on the fake hardware: lines, live keys, jobs, button, time. */
#include "tests/unit/host.h"
#include "tests/unit/unit.h"

#include <sys/time.h>

#include "firmware/display/show.h"
#include "firmware/job/job.h"
#include "firmware/job/persist.h"
#include "firmware/job/scene.h"
#include "firmware/job/state.h"
#include "firmware/storage/settings.h"

BEFORE_EACH(begin)
{
    host_reset();
    fake_uart_clear();
}

static size_t sent_count(const char *text)
{
    return text_times(fake_uart_sent(), text);
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

static const char *status(void)
{
    fake_uart_clear();
    run("?");
    return fake_uart_sent();
}

/* Passes if this text was sent exactly once. */
#define assert_sent_once(text) assert_int_equal(sent_count(text), 1)

/* Sends lines without a look at the answers: set("pace %u", ms) */
#define set(...)                                                                                             \
    do {                                                                                                     \
        run(text_of(__VA_ARGS__));                                                                           \
        host_type("\r");                                                                                     \
        fake_uart_clear();                                                                                   \
    } while (0)

TEST(a_step_of_a_count_is_a_slice_of_it)
{
    type_for("count 32\r.", 100);
    uint64_t placed = job.total.placed;
    host_elapse(100);
    assert_int_equal(job.total.placed, placed);
    type_for(".", 100);
    assert_true(job.total.placed > placed);
}

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
        {"solve 8", 0, 2, 59, 500, 0, 1, 7, "0 solutions, 2 queens placed, 59.500 s, 12 %"},
        {"solve 1", 1, 1, 0, 99, 1, 0, 1, "1 solution, 1 queen placed, 0.099 s, 0 %"},
        {"solve 2", 0, 2, 0, 99, 1, 0, 1, "0 solutions, 2 queens placed, 0.099 s, 25 %"},
        {"solve 25", 0, 2, 1, 100, 2, 24, 18, "0 solutions, 2 queens placed, 1.100 s, 98 %"},
        {"solve 26", 0, 2, 1, 9, 2, 13, 13, "0 solutions, 2 queens placed, 1.009 s, 51 %"},
        {"solve 32", 0, 2, 1, 0, 2, 31, 31, "0 solutions, 2 queens placed, 1.000 s, 99 %"},
    };
    EACH(row, rows) {
        begin();
        run(text_of("pace 10000\r%s\r!", row->line));
        job.total = (struct count){row->found, row->placed};
        job.seconds = row->seconds;
        job.ms = row->ms & 0x3ffU;
        job.board.row = (uint8_t)row->row;
        job.board.col[0] = row->first;
        job.board.col[1] = row->second;
        assert_string_equal(status(), text_of("%s: %s, paused\r\n", row->line, row->status));
    }
}

/* 18,769,831 queens are placed in all. */
TEST(the_time_left_of_a_count_is_that_for_the_queens_not_placed)
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
            const char *at = strstr(status(), " s, ");
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
    assert_has(status(), "about 0 s left");
    job.seconds = 0;
    assert_lacks(status(), "left");
}

/* So that nothing comes between: the job counts its lines.  The last prompt is that of a status. */
TEST(orient_begins_each_line_on_its_own_and_ends_it_at_once)
{
    set("echo off\rmodules 2x2");
    type_for("orient ?\rx?", 50);
    assert_has(fake_uart_sent(), "orient ?: 0 lines\r\n> \r\n0   ");
    run("\003");
    EACH_TEXT(typed, "orient ?\r", "0\r") {
        fake_uart_type(typed);
        for (unsigned i = 0; i < 100; i++) {
            uint64_t found = job.total.found;
            app_run();
            if (job.kind == KIND_ORIENT_ASK && job.total.found == found + 1)
                assert_string_equal(fake_uart_sent() + strlen(fake_uart_sent()) - 2, "\r\n");
        }
    }
}

/* Elapses `seconds` of a count that runs, and writes the seconds of its running time at which it is saved. */
static unsigned saves(unsigned seconds, uint32_t at[40])
{
    unsigned count = 0;
    for (unsigned i = 0; i < seconds * 8; i++) {
        app_elapse(125, false);
        if (i % 8 == 0)
            app_run();
        if (persist_is_busy() && count < 40)
            at[count++] = job.seconds;
        while (persist_is_busy())
            app_run();
    }
    return count;
}

TEST(a_count_is_saved_after_2_64_128_s_then_every_256_s_and_sooner_after_a_resume)
{
    uint32_t at[40];
    unsigned most = 0; /* writes of a cell of the EEPROM in two hours */
    host_slices = 1;
    memset(fake_nv_writes, 0, sizeof fake_nv_writes);
    host_type("count 32\r");
    assert_int_equal(saves(7200, at), 31);
    assert_memory_equal(at, ((uint32_t[]){2, 64, 128}), 3 * sizeof *at);
    for (unsigned i = 3; i < 31; i++)
        assert_int_equal(at[i], 256 * (i - 2));
    for (unsigned cell = 0; cell < sizeof fake_nv; cell++)
        most = fake_nv_writes[cell] > most ? fake_nv_writes[cell] : most;
    assert_int_equal(most, 3);
    app_begin();
    app_run();
    assert_int_equal(saves(600, at), 10);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(at[i], 256 * 28 + (1U << i));
}

/* Whatever memory holds: ASan sees what is written beside the picture, and a signal what never ends. */
TEST(what_draws_neither_hangs_nor_leaves_the_picture_whatever_is_in_memory)
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

/* ---- Steps back ---- */

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
            assert_int_equal(sent_count("\r\n**********\r\n"), 2 * sent_count("(1, "));
        }
}

TEST(after_three_seconds_solve_prints_when_its_first_solution_is_expected)
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

TEST(a_job_works_and_ends_three_ticks_after_the_last_character_typed)
{
    host_slices = 1;
    run("count 32\rx");
    uint64_t placed = job.total.placed;
    fake_uart_type("y");
    for (unsigned i = 0; i < 10; i++)
        app_run();
    /* At full rate, the next character would come within a tick. */
    assert_int_equal(job.total.placed, placed);
    host_elapse(4);
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
