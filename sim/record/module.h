/* The measures of a drawn module. */
#ifndef MODULE_H
#define MODULE_H

#include "sim/board/uno.h"

#define PITCH  32 /* pixels from LED to LED */
#define RADIUS 12
#define EDGE   16
#define SIZE   (2 * EDGE + 8 * PITCH)

static inline bool module_led(const struct uno_frame *frame, int row, int column)
{
    return frame->rows[row] >> (7 - column) & 1;
}

#endif
