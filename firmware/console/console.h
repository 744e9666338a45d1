/* The line editor: characters in, lines out. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#define CONSOLE_LINE_MAX 40 /* characters of a line, its end not counted */

enum __attribute__((packed)) console_event {
    CONSOLE_TYPING,   /* the line goes on */
    CONSOLE_LINE,     /* a line is complete: console_line() */
    CONSOLE_TOO_LONG, /* a line ended that had more than CONSOLE_LINE_MAX characters */
    CONSOLE_LOST      /* a line ended in which input was lost */
};

/*
 * Takes a byte as it came from uart_peek: a character, CR, LF, backspace, Ctrl-U, NUL, or UART_LOST.  Echoes,
 * if echo is set, after the text that other output tore apart, if it did.  For main only; waits for the line
 * as print_char does, at most 4 ms.
 */
enum console_event console_take(uint8_t byte);

/* While quiet, characters are taken without echo; what was typed is shown with the next that is not. */
void console_quiet(bool quiet);

/* Is `byte` part of an escape sequence, such as a cursor key sends?  They are swallowed, live keys or not. */
bool console_escape(uint8_t byte);

/* The complete line, in lower case; good until console_prompt. */
char *console_line(void);

/* The line so far, in lower case, as it will be if its end comes next. */
char *console_begun_line(void);

/* Forgets the line: all of it. */
void console_clear(void);

/* Is this word, in flash, in lower case, all that the line holds so far?  Spaces do not matter. */
bool console_holds(const char *word);

/* Is something typed on the line? */
bool console_typing(void);

/* Gives other output a fresh line where prompt or typing stand; what is typed next gets a new prompt. */
void console_interrupt(void);

/* The same, and ends whatever other line was begun. */
void console_fresh(void);

/* Starts a fresh line with the prompt and what has been typed so far. */
void console_prompt(void);

#endif
