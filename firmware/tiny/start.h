/* The start of both editions: their parts, and the clock that is trimmed or taken as it was. */
#ifndef START_H
#define START_H

#include <stdbool.h>

/* Everything at the pins, and the tick.  Once, before all else; interrupts are on behind it. */
void start_parts(void);

/* Trims the oscillator now, until the button is pressed, or sets it as it was trimmed before. */
void start_clock(bool is_trim_wanted);

#endif
