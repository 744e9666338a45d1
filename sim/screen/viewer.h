/* Draws the board on the user's terminal: matrix, serial session, status. */
#ifndef VIEWER_H
#define VIEWER_H

#include "sim/board/uno.h"
#include "sim/screen/scroll.h"

#include <stdbool.h>
#include <stdint.h>

struct viewer {
    double duty[UNO_LEDS]; /* of each LED, row by row of the picture: 0 .. 31/32 */
    int wide, high;        /* of the display, in modules */
    const struct scroll *scroll;
    size_t back;        /* rows scrolled back; viewer_draw() limits it to the rows that exist */
    const char *status; /* at the left of the last row; a list of the keys is at its right */
    const char *alarm;  /* a fault, shown instead of the status; NULL: none */
};

/* Draws the screen; only changed cells are sent to the terminal. */
void viewer_draw(struct viewer *viewer);

#endif
