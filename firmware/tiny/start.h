/* The start of both editions: their parts, and the clock that is trimmed or taken as it was. */
#ifndef START_H
#define START_H

/* Everything at the pins, and the tick.  Once, before all else; interrupts are on behind it. */
void start_parts(void);

/*
 * The oscillator as it was trimmed; with the button held down it is trimmed now.  Some time after
 * start_parts: the button's pull-up must have risen.
 */
void start_clock(void);

#endif
