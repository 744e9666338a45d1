/* The ATtiny85's edition: every solution, or only their number; typed bytes and presses become actions. */
#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/debounce.h"
#include "firmware/queens/queens.h"
#include "firmware/storage/settings.h"
#include "firmware/tiny/tiny.h"
#include "firmware/version.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/mcu.h"
#include "hal/tick.h"
#include "hal/uart.h"

#define SLICE    16 /* queens of a count between two polls of serial line and button */
#define CTRL_C   ('C' & 0x1f)
#define HELD_MAX 3000 /* ms that the button may be held at the start */

/* ---- Jobs ---- */

enum job_kind { JOB_NONE, JOB_SOLVE, JOB_COUNT };

/* The board sizes of the button, which returns to the first after the last. */
enum { JOB_FIRST = 4, JOB_LAST = 8 };

static struct job {
    struct board board;
    uint32_t solutions;
    uint16_t shown; /* ms that the solution on the matrix has stayed; counts to the pace, which may change */
    uint8_t kind;   /* enum job_kind */
    bool is_demo;   /* repeats until a line is typed */
    bool is_paused; /* main sets it */
} job;

static const char solution[] FLASH = " solution";

static bool job_runs(void)
{
    return job.kind != JOB_NONE;
}

static void print_solutions(void)
{
    uint64_t solutions = job.solutions;
    print_count(&solutions, solution);
}

static void job_stop(void)
{
    if (!job_runs())
        return;
    job.kind = JOB_NONE;
    console_ensure_newline();
    print_flash(FLASH_TEXT("stopped: "));
    print_solutions();
    print_end();
}

static void start(enum job_kind kind, uint8_t n)
{
    job.kind = kind;
    job.solutions = 0;
    job.shown = UINT16_MAX; /* none is shown */
    queens_start(&job.board, n);
    if (kind == JOB_COUNT)
        job.board.col[0] = (int8_t)(n / 2 - 1); /* the other half of the row leads to mirror images */
}

/* Starts a job for n = 1 .. QUEENS_MAX, instead of the one that runs. */
static void job_start(enum job_kind kind, uint8_t n)
{
    job_stop();
    job.is_demo = job.is_paused = false;
    start(kind, n);
}

/* Starts `solve n` and repeats it, as after a reset. */
static void job_start_demo(uint8_t n)
{
    job_start(JOB_SOLVE, n);
    job.is_demo = true;
}

static void job_print_status(void)
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

static void job_elapse(uint8_t ms)
{
    if (job.shown < settings.pace && !job.is_paused)
        job.shown = (uint16_t)(job.shown + ms);
}

/* Shows a solution and prints all of its lines.  A table has eight solutions in a line. */
static void present(void)
{
    enum format format = (enum format)settings.format;
    struct format_number number = {&job.solutions, sizeof job.solutions};
    job.solutions++;
    picture_show(&job.board, settings.bright);
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
    job.shown = 0;
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

/*
 * Does a step of the search, or 16 queens of a count: 1 ms at n = 8, 5 ms at n = 16.  Shows and prints a
 * solution, which waits for the serial line, 1 ms a byte.  False: there is nothing to do until time passes.
 */
static bool job_run(void)
{
    /* Only a flipped bit leads outside these bounds, where the search would leave its array or never end. */
    if ((uint8_t)(job.board.n - 1) >= QUEENS_MAX || job.board.row > job.board.n)
        cpu_fail(0);
    if (!job_runs() || job.is_paused || job.shown < settings.pace)
        return false;
    if (job.kind == JOB_COUNT)
        count();
    else
        solve();
    return true;
}

/* ---- Commands, keys and presses ---- */

/* A byte takes 1 ms: resets the watchdog between the lines. */
static void help(void)
{
    for (uint8_t row = 0; row < COMMANDS; row++) {
        command_print_help(row);
        cpu_watchdog_feed();
    }
    print_flash(FLASH_TEXT("keys: ? status, ! pause, ~ resume, Ctrl-C stop\r\n"));
    console_ok();
}

static void pause(bool pause)
{
    console_ensure_newline();
    job.is_paused = pause; /* the next job is not */
    print_nth(FLASH_TEXT("nothing runs\0"
                         "resumed\0"
                         "paused"),
              (uint8_t)(job_runs() ? 1 + pause : 0));
    print_end();
}

static void execute(const struct command *command)
{
    switch (command->id) {
    case COMMAND_SOLVE: job_start(JOB_SOLVE, (uint8_t)command->value); break;
    case COMMAND_COUNT: job_start(JOB_COUNT, (uint8_t)command->value); break;
    case COMMAND_STOP:
        job_stop();
        console_ok();
        break;
    case COMMAND_HELP: help(); break;
    default:
        command_set(command->id, command->value);
        picture_dim(settings.bright); /* of the last picture, which the search has left behind */
        console_ok();
    }
}

/* Any line ends the demo. */
static void take_line(void)
{
    struct command command;
    char *line = command_begin(console_line());
    if (job_runs() && job.is_demo)
        job_stop();
    if (*line) {
        enum command_error error = command_parse(command_find(line), line, &command);
        if (!error) {
            execute(&command);
            return;
        }
        command_refuse(error, &command);
    }
    console_prompt();
}

/* Prints the prompt after the answer to a live key, unless a job continues to print. */
static void restore_prompt(void)
{
    if (!job_runs() || console_typing())
        console_prompt();
}

/* Acts on a live key; returns false if the byte is none. */
static bool take_key(uint8_t key)
{
    switch (key) {
    case '?': job_print_status(); break;
    case '!': pause(true); break;
    case '~': pause(false); break;
    case CTRL_C:
        console_clear();
        job_stop();
        break;
    default: return false;
    }
    restore_prompt();
    return true;
}

static void take_byte(uint8_t byte)
{
    if (console_escape(byte) || take_key(byte))
        return;
    enum console_event event = console_take(byte);
    if (event == CONSOLE_LINE)
        take_line();
    else if (event != CONSOLE_TYPING)
        command_report_fault(event == CONSOLE_LOST ? COMMAND_LOST : COMMAND_LINE_TOO_LONG);
}

static void take_press(enum press press)
{
    if (press == PRESS_SHORT) {
        pause(!job.is_paused);
        restore_prompt();
    } else if (press == PRESS_LONG_REACHED) {
        uint8_t n = job.board.n;
        job_start_demo(n >= JOB_FIRST && n < JOB_LAST ? (uint8_t)(n + 1) : JOB_FIRST);
    }
}

/*
 * Waits while the button's pin is low, for HELD_MAX at most, with the tick running.  False if the pin has not
 * risen by then: it is also the serial input, and an adapter without power or USB pulls it low for ever.
 */
static bool was_button_held(void)
{
    uint16_t ms = 0;
    while (button_is_down() && ms < HELD_MAX) {
        uint8_t now = tick_now();
        cpu_watchdog_feed();
        while (tick_now() == now)
            cpu_sleep();
        ms += TICK;
    }
    return ms && ms < HELD_MAX;
}

__attribute__((OS_main)) int main(void)
{
    start_hardware();
    settings_default();
    job_start(JOB_NONE, JOB_LAST);
    picture_show(&job.board, settings.bright); /* dark; meanwhile the button's pull-up has raised the pin */
    start_clock(was_button_held());
    print_flash(FLASH_TEXT("nqueens " VERSION " (" MCU_NAME ", " CLOCK_MHZ " MHz)\r\n"
                           "help lists commands, ? shows the status\r\n"));
    console_prompt();
    job_start_demo(JOB_LAST);
    for (uint8_t seen = tick_now();;) {
        uint8_t ms = (uint8_t)(tick_now() - seen);
        seen = (uint8_t)(seen + ms);
        cpu_watchdog_feed();
        if (ms) {
            job_elapse(ms);
            take_press(debounce_poll(button_is_down(), ms));
        }
        while (uart_waiting()) {
            uint8_t byte = uart_peek(0);
            uart_drop();
            take_byte(byte);
            cpu_watchdog_feed();
        }
        if (!job_run())
            do
                cpu_sleep(); /* until the next bit at the latest */
            while (tick_now() == seen && !uart_waiting());
    }
}
