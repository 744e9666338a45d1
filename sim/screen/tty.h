/* The user's terminal: raw mode while the program runs, its size and its keys. */
#ifndef TTY_H
#define TTY_H

#include <stdbool.h>
#include <stddef.h>

/* Keys for the serial line are bytes; the other keys are above 0xff. */
enum key {
    KEY_NONE = -1,
    KEY_BUTTON = 256,
    KEY_LONG,
    KEY_RESET,
    KEY_PLUG,
    KEY_STEP,
    KEY_BACK,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_REDRAW,
    KEY_SUSPEND,
    KEY_LEAVE
};

/*
 * Starts raw mode on the alternate screen.  At the end of the program, even after a crash, the terminal is
 * restored.  Returns false if stdin or stdout is not a terminal.
 */
bool tty_open(void);
/* Restores the terminal; has no effect if it is not open. */
void tty_close(void);
/* Stops the program as Ctrl-Z does in a shell; returns when the shell continues it. */
void tty_suspend(void);

/* Returns true and the new size after each change of the size, and at the first call. */
bool tty_resized(int *rows, int *columns);
/* The terminal shows Unicode characters. */
bool tty_unicode(void);
/* Writes text with escape sequences; waits while the terminal does not accept it. */
void tty_send(const char *text, size_t length);
/* The next key, or KEY_NONE.  Does not wait, except up to 30 ms for the rest of an escape sequence. */
int tty_key(void);

#endif
