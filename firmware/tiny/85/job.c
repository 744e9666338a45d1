/* The jobs of the ATtiny85: every solution, or only their number. */
#include "firmware/tiny/85/job.h"

#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/queens/queens.h"
#include "firmware/storage/settings.h"
#include "firmware/tiny/picture.h"
#include "hal/cpu.h"
#include "hal/flash.h"

#define FIRST 4 /* the button's first board size */
#define LAST  8

#define SLICE 16 /* queens of a count between two polls of serial line and button */

static struct {
    struct board board;
    uint32_t solutions;
    int16_t left; /* ms that the solution on the matrix still stays */
    uint8_t kind; /* enum job_kind */
    bool demo;    /* repeats until a line is typed */
    bool paused;
} job;

static const char solution[] FLASH = " solution";

void job_begin(void)
{
    queens_start(&job.board, LAST);
    job_show();
}

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
        job.board.col[0] =
            (int8_t)(n / 2 - 1); /* the other half of the first row leads to the mirror images */
}

void job_start(enum job_kind kind, uint8_t n)
{
    job_stop();
    job.demo = job.paused = false;
    start(kind, n);
}

void job_start_over_and_over(uint8_t n)
{
    job_start(JOB_SOLVE, n);
    job.demo = true;
}

uint8_t job_next_size(void)
{
    return job.board.n >= FIRST && job.board.n < LAST ? (uint8_t)(job.board.n + 1) : FIRST;
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

bool job_is_demo(void)
{
    return job_runs() && job.demo;
}

bool job_is_paused(void)
{
    return job.paused;
}

void job_pause(bool pause)
{
    job.paused = pause;
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
        if (job.paused)
            print_flash(FLASH_TEXT(", paused"));
    }
    print_end();
}

void job_elapse(uint8_t ms)
{
    if (job.left > 0 && !job.paused)
        job.left = (int16_t)(job.left - ms);
}

/* Prints all lines of a solution.  A table has eight solutions in a line. */
static void print_solution(void)
{
    enum format format = (enum format)settings.format;
    struct format_number number = {&job.solutions, sizeof job.solutions};
    console_interrupt();
    for (uint8_t line = 0; line < format_lines(format, job.board.n); line++) {
        uint8_t piece = 0;
        if (format == FORMAT_TABLE && print_is_begun())
            print_char(' ');
        while (!format_piece(format, &job.board, &number, line, &piece))
            ;
        if (format != FORMAT_TABLE || job.solutions % 8 == 0)
            print_end();
        cpu_watchdog_feed(); /* 16 pairs of coordinates take 0.13 s */
    }
}

static void found(void)
{
    job.solutions++;
    job_show();
    print_solution();
    job.left = (int16_t)settings.pace;
}

static void end(void)
{
    console_ensure_newline();
    print_solutions();
    print_end();
    if (job.demo) {
        start(JOB_SOLVE, job.board.n);
        return;
    }
    job.kind = JOB_NONE;
    print_flash(FLASH_TEXT("ok\r\n"));
    console_prompt();
}

static void solve(void)
{
    enum queens_event event = queens_step(&job.board);
    if (event == QUEENS_SOLVED)
        found();
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

/* Only a flipped bit leads outside these bounds, where the search would leave its array or never end. */
static void check(const struct board *board)
{
    if ((uint8_t)(board->n - 1) >= QUEENS_MAX || board->row > board->n)
        cpu_fail(0);
}

bool job_run(void)
{
    check(&job.board);
    if (!job_runs() || job.paused || job.left > 0)
        return false;
    if (job.kind == JOB_COUNT)
        count();
    else
        solve();
    return true;
}
