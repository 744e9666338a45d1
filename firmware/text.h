/* Texts in flash, one behind the other. */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

/* Text n of several, each ended by a NUL: they need no table of pointers. */
const char *text_nth(const char *texts, uint8_t n);

#endif
