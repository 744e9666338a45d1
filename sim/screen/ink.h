/* The colours of the terminal's cells. */
#ifndef INK_H
#define INK_H

#include <stdbool.h>

#define INK_LEVELS 24 /* of an LED that is lit, INK_LIT the dimmest */

enum ink { INK_PLAIN, INK_FRAME, INK_STATUS, INK_ALARM, INK_UNLIT, INK_LIT, INKS = INK_LIT + INK_LEVELS };

/* Chooses the inks by TERM and COLORTERM; by NO_COLOR (no-color.org) without colours. */
void inks_make(void);
bool inks_have_colour(void);
const char *ink_style(enum ink ink); /* the escape sequence, at most 47 characters */
/*
 * That for a cell whose lower half has a colour of its own, of an LED; at most 47 characters, good until the
 * next.
 */
const char *ink_halves(enum ink upper, enum ink lower);

#endif
