/* The output of the serial line, as lines that wrap at any width. */
#ifndef SCROLL_H
#define SCROLL_H

#include <stddef.h>
#include <stdint.h>

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

#endif
