/* Draws the board on the user's terminal: matrix, serial session, status. */
#ifndef VIEWER_H
#define VIEWER_H

#include "sim/board/uno.h"
#include "sim/screen/scroll.h"

#include <stdbool.h>
#include <stdint.h>

struct viewer {
    double duty[UNO_LEDS]; /* of each LED, row by row of the picture: 0 .. 31/32 */
    int wide, high;        /* modules */
    const struct scroll *scroll;
    size_t back;        /* rows scrolled back; cut to what there is */
    const char *status; /* at the left of the last line; the keys are at its right */
    const char *alarm;  /* instead of the status; NULL: all is well */
};

/* Draws it; sends only what has changed. */
void viewer_draw(struct viewer *viewer);

#endif
