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

struct scroll {
    struct scroll_line line[SCROLL_LINES]; /* a ring; the cursor is in the last one */
    size_t first, count;
    size_t column; /* of the cursor */
};

/* A row of the screen: all of a line, or what fits. */
struct scroll_row {
    const char *text;
    size_t length;
};

void scroll_start(struct scroll *scroll);
void scroll_end(struct scroll *scroll);
/* One byte as a terminal takes it: printable, CR, LF, backspace, tab; the bell and other controls do nothing.
 */
void scroll_byte(struct scroll *scroll, uint8_t byte);
/*
 * Lays out the last `height` rows of `width` characters, `back` rows above the end; lines wrap at spaces.
 * Returns the number of rows filled, from the top.  *x, *y is the cursor; *y is (size_t)-1 if it is not
 * visible.  *back is limited to the rows that exist.
 */
size_t scroll_rows(const struct scroll *scroll, size_t width, size_t height, size_t *back,
                   struct scroll_row *rows, size_t *x, size_t *y);

#endif
