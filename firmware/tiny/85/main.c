/* The ATtiny85's edition: its start and main loop; typed bytes and button presses become actions. */
#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/debounce.h"
#include "firmware/storage/settings.h"
#include "firmware/tiny/85/job.h"
#include "firmware/tiny/tiny.h"
#include "firmware/version.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/mcu.h"
#include "hal/tick.h"
#include "hal/uart.h"

#define CTRL_C   ('C' & 0x1f)
#define HELD_MAX 3000 /* ms that the button may be held at the start */

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
    if (job_runs())
        job.is_paused = pause;
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
        job_show();
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
    job_show(); /* the matrix is dark; meanwhile the button's pull-up has raised the pin */
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
