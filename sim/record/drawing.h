/* Pictures of the matrix: PNG, SVG, a film as SVG. */
#ifndef DRAWING_H
#define DRAWING_H

#include "sim/board/uno.h"
#include "sim/screen/scroll.h"

/* Each writes a file.  False: errno says why. */

/* What the matrix shows, by the ending of the name: .png or .svg (anything else: EINVAL). */
bool drawing_save(const char *path, const struct uno_frame *frame);
/* The matrix beside the end of the serial session, as SVG. */
bool drawing_scene(const char *path, const struct uno_frame *frame, const struct scroll *scroll);
/*
 * The frames one after another, each as long as it stood, without end, as SVG.  `end` is the cycle when it
 * starts anew.  With an output (else NULL) the serial session runs beside the matrix.
 */
bool drawing_film(const char *path, const struct uno_frame *frames, size_t count,
                  const struct uno_output *output, uint64_t end);

#endif
