/* The colours of the terminal's cells. */
#ifndef INK_H
#define INK_H

#define INK_LEVELS 24 /* of an LED that is lit, INK_LIT the dimmest */

enum ink { INK_PLAIN, INK_FRAME, INK_STATUS, INK_ALARM, INK_UNLIT, INK_LIT, INKS = INK_LIT + INK_LEVELS };

/* By what the terminal can do. */
void inks_make(void);
const char *ink_style(enum ink ink); /* the escape sequence, at most 47 characters */
/*
 * That for a cell whose lower half has a colour of its own, of an LED; at most 47 characters, good until the
 * next.
 */
const char *ink_halves(enum ink upper, enum ink lower);

#endif
