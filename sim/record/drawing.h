/* Pictures of the matrix as files: PNG (png.c), SVG and animated SVG (svg.c). */
#ifndef DRAWING_H
#define DRAWING_H

#include "sim/board/uno.h"
#include "sim/screen/scroll.h"

/* Each function writes the file `path`.  On an error it returns false, and errno is the reason. */

/* The matrix as PNG. */
bool png_save(const char *path, const struct uno_frame *frame);
/* The matrix as SVG; with a scroll (otherwise NULL), the end of the serial session beside it. */
bool svg_save(const char *path, const struct uno_frame *frame, const struct scroll *scroll);
/*
 * The pictures one after another as an animated SVG, which repeats.  Each is shown as long as it was on the
 * matrix, the last one until the cycle `end`, at `hz` cycles per second.  With an output (otherwise NULL),
 * the serial session runs beside the matrix.
 */
bool film_save(const char *path, const struct uno_frame *frames, size_t count,
               const struct uno_output *output, uint64_t end, uint32_t hz);

/* ---- measures of drawn modules ---- */

#define PITCH  32 /* pixels from LED to LED */
#define RADIUS 12
#define EDGE   16

/* The size of a picture.  More than 8 LEDs in a row or column are drawn on a smaller scale. */
struct sheet {
    int columns, rows;           /* LEDs */
    int full_width, full_height; /* pixels at scale 1 */
    double scale;
    int width, height; /* pixels */
};

/* The size of the drawing of this picture. */
struct sheet sheet_of(const struct uno_frame *frame);

#endif
