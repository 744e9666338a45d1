/* Answers of several lines. */
#pragma once

#include "firmware/console/commands.h"

#include <stdbool.h>
#include <stdint.h>

/* The lines of all answers are numbered through; an answer is known by its first line. */
enum {
    ANSWER_SETTINGS = 1,
    ANSWER_HELP = ANSWER_SETTINGS + COMMANDS_SETTINGS,
    ANSWER_KEYS = ANSWER_HELP + COMMANDS,
    ANSWER_INFO,
    ANSWER_END = ANSWER_INFO + 7
};

/* Starts an answer; answer_run prints it. */
void answer_start(uint8_t answer);

/*
 * Prints the next line of the answer, so that live keys act between lines; returns false if there was none.
 * `ok` and the prompt follow the last line.  Waits at most 8 ms for the serial line at 115200 baud.
 */
bool answer_run(void);

/* Returns whether an answer is being printed.  Meanwhile input waits, except live keys. */
bool answer_runs(void);

/* Prints `nqueens VERSION (MCU, MHZ MHz)`, how to get help, and the prompt. */
void answer_banner(void);
