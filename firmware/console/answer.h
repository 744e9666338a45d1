/* Answers of several lines. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum __attribute__((packed)) answer { ANSWER_NONE, ANSWER_SETTINGS, ANSWER_HELP, ANSWER_INFO };

/* Starts an answer; answer_run prints it. */
void answer_start(enum answer answer);

/*
 * Prints the next line of the answer, so that live keys act between lines; returns false if there was none.
 * `ok` and the prompt follow the last line.  Waits at most 8 ms for the serial line at 115200 baud.
 */
bool answer_run(void);

/* Returns whether an answer is being printed.  Meanwhile input waits, except live keys. */
bool answer_runs(void);

/* Prints `nqueens VERSION (MCU, MHZ MHz)`, how to get help, and the prompt. */
void answer_banner(void);
