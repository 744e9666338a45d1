/* The brightness of each LED as the eye sees it: pictures in fast succession blend. */
#ifndef EYE_H
#define EYE_H

#include "sim/board/uno.h"

struct eye {
    struct uno_frame now;   /* the current picture */
    uint64_t since;         /* the cycle of the last eye_glance() */
    double light[UNO_LEDS]; /* of each LED since then: cycles times duty */
};

/* The picture changes to `frame` at frame->cycle. */
void eye_frame(struct eye *eye, const struct uno_frame *frame);
/* Stores the mean duty of each LED since the last call, 0 .. 31/32, row by row of the picture. */
void eye_glance(struct eye *eye, uint64_t cycle, double duty[UNO_LEDS]);

#endif
