/* A picture of the matrix as PNG. */
#ifndef PNG_H
#define PNG_H

#include "sim/board/uno.h"

/* False: errno is the reason. */
bool png_save(const char *path, const struct uno_frame *frame);

#endif
