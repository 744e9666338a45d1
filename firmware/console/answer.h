/* Answers of several lines, and the word that ends every answer. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stdbool.h>
#include <stdint.h>

enum __attribute__((packed)) answer { ANSWER_NONE, ANSWER_SETTINGS, ANSWER_HELP, ANSWER_INFO };

/* Starts an answer; answer_run prints it. */
void answer_start(enum answer answer);

/*
 * Prints the next line of the answer, so that live keys act in between; false when there was none to print.
 * The last line is followed by `ok` and the prompt.  Waits for the line at most 8 ms at 115200 baud.
 */
bool answer_run(void);

/* Is an answer being printed?  What is typed meanwhile waits, live keys aside. */
bool answer_runs(void);

/* `ok`, then the prompt. */
void answer_ok(void);

/* `nqueens VERSION (MCU, MHZ MHz)`, how to get help, the prompt. */
void answer_banner(void);

#endif
