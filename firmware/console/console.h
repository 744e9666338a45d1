/* The line editor: characters in, lines out. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define CONSOLE_LINE_MAX 40 /* characters of a line, its end not counted */

enum __attribute__((packed)) console_event {
    CONSOLE_TYPING,   /* the line is not complete */
    CONSOLE_LINE,     /* a line is complete: console_line() */
    CONSOLE_TOO_LONG, /* a line with more than CONSOLE_LINE_MAX characters has ended */
    CONSOLE_LOST      /* a line in which input was lost has ended */
};

/*
 * Takes a byte from uart_peek: a character, CR, LF, backspace, Ctrl-U, NUL, or UART_LOST.  Echoes it if echo
 * is on.  If other output has interrupted the typed line, prints the line again first.  Waits at most 4 ms.
 */
enum console_event console_take(uint8_t byte);

/* While quiet, characters are not echoed; they are printed with the next character after that. */
void console_quiet(bool quiet);

/* Returns whether `byte` is part of an escape sequence, such as a cursor key sends: drop it then. */
bool console_escape(uint8_t byte);

/* Returns whether no byte of the line was lost, and it is not too long so far. */
bool console_is_whole(void);

/* The complete line, in lower case; valid until console_prompt. */
char *console_line(void);

void console_clear(void); /* discards the line */

/* Returns whether the line so far is this word (in flash, in lower case) and spaces. */
bool console_holds(const char *word);

bool console_typing(void); /* a line has been begun */

/* Starts a new line for other output if a prompt or typed text is on the current one. */
void console_interrupt(void);

/* The same, and also ends any other line that was begun. */
void console_ensure_newline(void);

/* Starts a new line with the prompt and the typed characters. */
void console_prompt(void);

/* Prints the line that ends an answer, `ok`, then the prompt. */
void console_ok(void);
