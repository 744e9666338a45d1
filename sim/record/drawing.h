/* Drawings of the matrix as it is now. */
#ifndef DRAWING_H
#define DRAWING_H

#include "sim/board/uno.h"
#include "sim/screen/scroll.h"

/* Each writes a file.  False: errno is the reason. */

/* The matrix, as .png or .svg by the ending of the name (otherwise EINVAL). */
bool drawing_save(const char *path, const struct uno_frame *frame);
/* The matrix beside the end of the serial session, as SVG. */
bool drawing_scene(const char *path, const struct uno_frame *frame, const struct scroll *scroll);
#endif
