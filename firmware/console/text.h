/* Texts in flash, several one behind the other. */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

/*
 * Text n of several, each ended by a NUL: they need no table of pointers.  Takes 8 cycles a character passed
 * over.
 */
const char *text_nth(const char *texts, uint8_t n);

#endif
