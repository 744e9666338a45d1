/* A picture of the matrix as PNG. */
#ifndef PNG_H
#define PNG_H

#include "sim/board/uno.h"

/* False: errno says why. */
bool png_save(const char *path, const struct uno_frame *frame);

#endif
