/* Turns typed bytes and button presses into actions on the ATtiny85. */
#include "firmware/tiny/85/input.h"

#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/debounce.h"
#include "firmware/storage/settings.h"
#include "firmware/tiny/85/job.h"
#include "firmware/version.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/mcu.h"
#include "hal/uart.h"

#define CTRL_C ('C' & 0x1f)

static void ok(void)
{
    print_ensure_newline();
    print_flash(FLASH_TEXT("ok\r\n"));
    console_prompt();
}

static void stop(void)
{
    job_stop();
    ok();
}

/* A byte takes 1 ms: resets the watchdog between the lines. */
static void help(void)
{
    for (uint8_t row = 0; row < COMMANDS; row++) {
        command_print_help(row);
        cpu_watchdog_feed();
    }
    print_flash(FLASH_TEXT("keys: ? status, ! pause, ~ resume, Ctrl-C stop\r\n"));
    ok();
}

static void pause(bool pause)
{
    console_ensure_newline();
    if (job_runs())
        job_pause(pause);
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
    case COMMAND_STOP: stop(); break;
    case COMMAND_HELP: help(); break;
    default:
        command_set(command->id, command->value);
        job_show();
        ok();
    }
}

/* Any line ends the demo. */
static void take_line(void)
{
    struct command command;
    char *line = command_begin(console_line());
    if (job_is_demo())
        job_stop();
    if (*line && command_read(line, &command))
        execute(&command);
    else
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
    if (event == CONSOLE_LINE) {
        take_line();
    } else if (event != CONSOLE_TYPING) {
        command_report_fault(event == CONSOLE_LOST ? COMMAND_LOST : COMMAND_LINE_TOO_LONG);
        console_prompt();
    }
}

void input_run(void)
{
    while (uart_waiting()) {
        uint8_t byte = uart_peek(0);
        uart_drop();
        take_byte(byte);
        cpu_watchdog_feed();
    }
}

void input_elapse(uint8_t ms)
{
    switch (debounce_poll(button_is_down(), ms)) {
    case PRESS_SHORT:
        pause(!job_is_paused());
        restore_prompt();
        break;
    case PRESS_LONG_REACHED: job_start_over_and_over(job_next_size()); break;
    default: break;
    }
}

void input_begin(void)
{
    print_flash(FLASH_TEXT("nqueens " VERSION " (" MCU_NAME ", " CLOCK_MHZ " MHz)\r\n"
                           "help lists commands, ? shows the status\r\n"));
    console_prompt();
    job_start_over_and_over(8);
}
