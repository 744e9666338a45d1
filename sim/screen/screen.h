/* The user's terminal: its keys, the serial line as its text, the display in its last rows. */
#pragma once

#include "sim/board/uno.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 *   +--------------------+
 *   | 15863724           |  The text of the serial line.  It scrolls in a region of the terminal, which
 *   | > _                |  wraps it, keeps its history and shows its cursor.
 *   | o o o o o o o o    |  The picture: its rows are reserved, so that the text never reaches them.
 *   | o o o o o o o o    |
 *   | status      keys   |  The last row.
 *   +--------------------+
 */

extern volatile sig_atomic_t ended_by; /* the signal that ends the program; 0: none yet */

/* ---- raw mode while the program runs, the size and the keys (tty.c) ---- */

/* Keys for the serial line are bytes; the other keys are above 0xff. */
enum key {
    KEY_NONE = -1,
    KEY_BUTTON = 256,
    KEY_LONG,
    KEY_RESET,
    KEY_PLUG,
    KEY_STEP,
    KEY_BACK,
    KEY_REDRAW,
    KEY_SUSPEND,
    KEY_LEAVE
};

/* Starts raw mode.  At the end of the program, even after a crash, the terminal is restored. */
void tty_open(void);
/* Restores the terminal and clears its reserved rows; has no effect if it is not open. */
void tty_close(void);
/* Stops the program as Ctrl-Z does in a shell; returns when the shell continues it. */
void tty_suspend(void);

/* Returns true and the new size after each change of the size, and when the terminal was just opened. */
bool tty_resized(int *rows, int *columns);
/* Reserves the last `height` of all `rows`, and clears them.  The text scrolls in the rows above them. */
void tty_reserve(int rows, int height);
/* The terminal shows Unicode characters. */
extern bool tty_is_unicode;
/* It shows colours: unless NO_COLOR is set (no-color.org). */
bool tty_coloured(void);
/*
 * Writes text to stdout as it is; waits while its reader does not accept it, unless the program ends.  False:
 * an error, see errno.
 */
bool tty_send(const char *text, size_t length);
/* Writes bytes of the serial line, which it changes: they control only the cursor: CR, LF, backspace, tab. */
void tty_serial(char *bytes, size_t count);
/* The next key, or KEY_NONE.  Does not wait, except up to 30 ms for the rest of an escape sequence. */
int tty_key(void);

/* ---- display and status in the last rows (picture.c) ---- */

/*
 * Draws the picture and the status, which may be a fault, if they have changed.  A list of the keys is at the
 * right of the status.
 */
void picture_draw(const struct uno_frame *frame, const char *status, bool is_fault);
/* Draws all of it the next time: something else has written on the screen. */
void picture_redraw(void);
