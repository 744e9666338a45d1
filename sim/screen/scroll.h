/* What came over the serial line, as lines that wrap at any width. */
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

/* Where a piece of a line stands on the screen. */
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
 * Lays out the last `height` rows of the width given, `back` rows up from the end.  The rows filled, from the
 * top, are returned; the cursor goes to *x, *y (outside if it is not to be seen).  *back is cut to what there
 * is.
 */
size_t scroll_rows(const struct scroll *scroll, size_t width, size_t height, size_t *back,
                   struct scroll_row *rows, size_t *x, size_t *y);

#endif
