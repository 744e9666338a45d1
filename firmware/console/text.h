/* Lists of texts in flash. */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

/*
 * Returns text n of a list of texts, each ended by a NUL, which need no table of pointers.  Takes 8 cycles
 * for each character before it.
 */
const char *text_nth(const char *texts, uint8_t n);

#endif
