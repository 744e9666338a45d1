/* The matrix as the eye sees it: pictures in fast succession blend. */
#ifndef EYE_H
#define EYE_H

#include "sim/board/uno.h"

struct eye {
    struct uno_frame now;   /* the current picture */
    uint64_t since;         /* cycle of the last glance */
    double light[UNO_LEDS]; /* of each LED since then: cycles times duty */
};

/* The picture changes. */
void eye_frame(struct eye *eye, const struct uno_frame *frame);
/*
 * A glance at this cycle: the mean duty of each LED since the last one, 0 .. 31/32, row by row of the
 * picture.
 */
void eye_glance(struct eye *eye, uint64_t cycle, double duty[UNO_LEDS]);

#endif
