/* The jobs of the ATtiny85: every solution, or only their number. */
#include "firmware/tiny/85/job.h"

#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/queens/queens.h"
#include "firmware/storage/settings.h"
#include "firmware/tiny/tiny.h"
#include "hal/cpu.h"
#include "hal/flash.h"

#define SLICE 16 /* queens of a count between two polls of serial line and button */

struct job job;

static const char solution[] FLASH = " solution";

void job_show(void)
{
    picture_show(&job.board, settings.bright);
}

static void start(enum job_kind kind, uint8_t n)
{
    job.kind = kind;
    job.solutions = 0;
    job.left = 0;
    queens_start(&job.board, n);
    if (kind == JOB_COUNT)
        job.board.col[0] = (int8_t)(n / 2 - 1); /* the other half of the row leads to mirror images */
}

void job_start(enum job_kind kind, uint8_t n)
{
    job_stop();
    job.is_demo = job.is_paused = false;
    start(kind, n);
}

void job_start_demo(uint8_t n)
{
    job_start(JOB_SOLVE, n);
    job.is_demo = true;
}

static void print_solutions(void)
{
    uint64_t solutions = job.solutions;
    print_count(&solutions, solution);
}

void job_stop(void)
{
    if (!job_runs())
        return;
    job.kind = JOB_NONE;
    console_ensure_newline();
    print_flash(FLASH_TEXT("stopped: "));
    print_solutions();
    print_end();
}

bool job_runs(void)
{
    return job.kind != JOB_NONE;
}

void job_print_status(void)
{
    static const char kinds[] FLASH = "nothing runs\0"
                                      "solve \0"
                                      "count ";
    console_ensure_newline();
    print_nth(kinds, job.kind);
    if (job_runs()) {
        print_number(job.board.n);
        print_flash(FLASH_TEXT(": "));
        print_solutions();
        print_flash(FLASH_TEXT(" so far"));
        if (job.is_paused)
            print_flash(FLASH_TEXT(", paused"));
    }
    print_end();
}

void job_elapse(uint8_t ms)
{
    if (job.left > 0 && !job.is_paused)
        job.left = (int16_t)(job.left - ms);
}

/* Shows a solution and prints all of its lines.  A table has eight solutions in a line. */
static void present(void)
{
    enum format format = (enum format)settings.format;
    struct format_number number = {&job.solutions, sizeof job.solutions};
    job.solutions++;
    job_show();
    console_interrupt();
    for (uint8_t line = 0; line < format_lines(format, job.board.n); line++) {
        uint8_t chunk = 0;
        if (format == FORMAT_TABLE && print_is_begun())
            print_char(' ');
        while (!format_chunk(format, &job.board, &number, line, &chunk))
            ;
        if (format != FORMAT_TABLE || job.solutions % 8 == 0)
            print_end();
        cpu_watchdog_feed(); /* 16 pairs of coordinates take 0.13 s */
    }
    job.left = (int16_t)settings.pace;
}

static void end(void)
{
    console_ensure_newline();
    print_solutions();
    print_end();
    if (job.is_demo) {
        start(JOB_SOLVE, job.board.n);
        return;
    }
    job.kind = JOB_NONE;
    console_ok();
}

static void solve(void)
{
    enum queens_event event = queens_step(&job.board);
    if (event == QUEENS_SOLVED)
        present();
    else if (event == QUEENS_DONE)
        end();
}

/* Solutions with the first queen in the middle column are not doubled. */
static void count(void)
{
    uint16_t budget = SLICE;
    enum queens_event event = queens_run_plain(&job.board, &budget);
    if (event == QUEENS_SOLVED)
        job.solutions += job.board.n % 2 && job.board.col[0] == (int8_t)(job.board.n / 2) ? 1 : 2;
    else if (event == QUEENS_DONE)
        end();
}

bool job_run(void)
{
    /* Only a flipped bit leads outside these bounds, where the search would leave its array or never end. */
    if ((uint8_t)(job.board.n - 1) >= QUEENS_MAX || job.board.row > job.board.n)
        cpu_fail(0);
    if (!job_runs() || job.is_paused || job.left > 0)
        return false;
    if (job.kind == JOB_COUNT)
        count();
    else
        solve();
    return true;
}
