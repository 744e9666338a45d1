/* Drawings of the matrix as it stands. */
#ifndef DRAWING_H
#define DRAWING_H

#include "sim/board/uno.h"
#include "sim/screen/scroll.h"

/* Each writes a file.  False: errno says why. */

/* What the matrix shows, by the ending of the name: .png or .svg (anything else: EINVAL). */
bool drawing_save(const char *path, const struct uno_frame *frame);
/* The matrix beside the end of the serial session, as SVG. */
bool drawing_scene(const char *path, const struct uno_frame *frame, const struct scroll *scroll);
#endif
