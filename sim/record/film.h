/* The pictures of the matrix one after another, as an animated SVG. */
#ifndef FILM_H
#define FILM_H

#include "sim/board/uno.h"

/*
 * The frames one after another, each as long as it stood, without end, as SVG.  `end` is the cycle when it
 * starts anew, of `hz` a second.  With an output (else NULL) the serial session runs beside the matrix.
 */
bool film_save(const char *path, const struct uno_frame *frames, size_t count,
               const struct uno_output *output, uint64_t end, uint32_t hz);

#endif
