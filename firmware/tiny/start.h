/* The start of both editions: initializes the hardware and trims the clock. */
#ifndef START_H
#define START_H

#include <stdbool.h>

/* Initializes the pins and the tick.  Call it once, before all others; it enables interrupts. */
void start_parts(void);

/* Trims the oscillator until the button is pressed, or applies the saved value. */
void start_clock(bool is_trim_wanted);

#endif
