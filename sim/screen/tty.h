/* The user's terminal: raw while the program runs, restored at its end. */
#ifndef TTY_H
#define TTY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Raw mode and the alternate screen.  At the end of the program, even by a crash, the terminal is restored.
 * False: it is no terminal.
 */
bool tty_open(void);
void tty_close(void);
/* Stops the program as Ctrl-Z does in a shell; returns when it is brought back. */
void tty_suspend(void);

/* True once after each change of size, and at first: then the size is set. */
bool tty_resized(int *rows, int *columns);
bool tty_unicode(void);
void tty_send(const char *text, size_t length);

#endif
