/* The measures of drawn modules. */
#ifndef MODULE_H
#define MODULE_H

#include "sim/board/uno.h"

#define PITCH  32 /* pixels from LED to LED */
#define RADIUS 12
#define EDGE   16

/* A picture's LEDs and, in pixels, its size: that of one module in full, of more in less. */
struct sheet {
    int columns, rows;
    int full_width, full_height;
    double scale;
    int width, height;
};

static inline struct sheet sheet_of(const struct uno_frame *frame)
{
    struct sheet sheet = {.columns = (int)uno_frame_width(frame), .rows = (int)uno_frame_height(frame)};
    int longer = sheet.columns > sheet.rows ? sheet.columns : sheet.rows;

    sheet.full_width = 2 * EDGE + sheet.columns * PITCH;
    sheet.full_height = 2 * EDGE + sheet.rows * PITCH;
    sheet.scale = longer <= 8 ? 1 : longer <= 16 ? 0.75 : 0.5;
    sheet.width = (int)(sheet.full_width * sheet.scale);
    sheet.height = (int)(sheet.full_height * sheet.scale);
    return sheet;
}

#endif
