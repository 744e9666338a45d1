/* The screen of the program: the terminal with its keys, and what is drawn on it. */
#ifndef SCREEN_H
#define SCREEN_H

#include "sim/board/uno.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- the output of the serial line, as lines that wrap at any width (scroll.c) ---- */

#define SCROLL_LINES 4000

struct scroll_line {
    char *text;
    size_t length, room;
};

/* A ring of lines, at first one empty line: all members are 0. */
struct scroll {
    struct scroll_line line[SCROLL_LINES];
    size_t first, above; /* the oldest line, and how many are above the last one, where the cursor is */
    size_t column;       /* of the cursor */
};

/* A row of the screen: a line or a section of it; not terminated by '\0'. */
struct scroll_row {
    const char *text;
    size_t length;
};

/* Frees all lines. */
void scroll_end(struct scroll *scroll);
/* Adds a byte as a terminal does: a printable character, CR, LF, backspace or tab; others have no effect. */
void scroll_byte(struct scroll *scroll, uint8_t byte);
/*
 * Arranges the text in rows of `width` characters, with lines wrapped at spaces, and returns `height` rows of
 * it: those that end `back` rows above the last one.  Returns the number of rows that are filled, from the
 * top.  *x and *y are the position of the cursor; *y is (size_t)-1 if it is not visible.  *back is limited to
 * the rows that exist.
 */
size_t scroll_rows(const struct scroll *scroll, size_t width, size_t height, size_t *back,
                   struct scroll_row *rows, size_t *x, size_t *y);

/* ---- the user's terminal: raw mode while the program runs, its size and its keys (tty.c) ---- */

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

/* ---- a grid of coloured cells on the terminal (grid.c) ---- */

#define INK_LEVELS 24 /* brightness levels of a lit LED; INK_LIT is the dimmest */

/* The colours of a cell.  The levels of each set of enum uno_colour follow each other, from UNO_RED on. */
enum ink { INK_PLAIN, INK_FRAME, INK_STATUS, INK_ALARM, INK_UNLIT, INK_LIT, INKS = INK_LIT + 7 * INK_LEVELS };

/* Sets the colours for the terminal (TERM, COLORTERM); none if NO_COLOR is set (no-color.org). */
void inks_make(void);
/* The inks differ by colour; without colours, LEDs must differ by their characters. */
bool inks_have_colour(void);

/* Adapts the grid to the terminal.  Returns true after each change of its size, and at the first call. */
bool grid_resized(void);

/* Starts a picture: clears all cells, and returns the size of the grid in cells. */
void grid_clear(int *height, int *width);
/* Sets a cell to a Unicode character; a cell outside of the grid is ignored, as in the functions below. */
void grid_put(int row, int column, enum ink ink, uint32_t character);
/* Sets a cell to two LEDs, one above the other. */
void grid_halves(int row, int column, enum ink upper, enum ink lower);
/* Writes ASCII text into at most `width` cells of a row. */
void grid_text(int row, int column, enum ink ink, const char *text, int width);
/* Ends a picture: sends the changed cells and places the cursor; a cursor outside of the grid is hidden. */
void grid_show(int cursor_row, int cursor_column);
/* Sends all cells the next time: something else has written on the screen. */
void grid_redraw(void);

/* ---- matrix, serial session and status on that grid (viewer.c) ---- */

struct viewer {
    const struct eye *eye;
    double duty[UNO_PIXELS]; /* of each LED, row by row of the picture: 0 .. 31/32 */
    int wide, high;          /* of the display, in modules */
    const struct scroll *scroll;
    size_t back;        /* rows scrolled back; viewer_draw() limits it to the rows that exist */
    const char *status; /* at the left of the last row; a list of the keys is at its right */
    const char *alarm;  /* a fault, shown instead of the status; NULL: none */
};

/* Draws the screen; only changed cells are sent to the terminal. */
void viewer_draw(struct viewer *viewer);

/* ---- the brightness of each LED as the eye sees it: pictures in fast succession blend (viewer.c) ---- */

struct eye {
    struct uno_frame now;        /* the current picture */
    uint64_t since;              /* the cycle of the last eye_glance() */
    double light[UNO_PIXELS];    /* of each LED since then: cycles times duty */
    uint8_t colours[UNO_PIXELS]; /* of each LED, enum uno_colour, when it was lit last */
};

/* The picture changes to `frame` at frame->cycle. */
void eye_frame(struct eye *eye, const struct uno_frame *frame);
/* Stores the mean duty of each LED since the last call, 0 .. 31/32, row by row of the picture. */
void eye_glance(struct eye *eye, uint64_t cycle, double duty[UNO_PIXELS]);

#endif
