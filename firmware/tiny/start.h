/* The start of both editions: initializes the hardware and trims the clock. */
#ifndef START_H
#define START_H

#include <stdbool.h>

/* Initializes the pins and the tick.  Call it once, before all others; it enables interrupts. */
void start_parts(void);

/*
 * Applies the saved trim of the oscillator, or trims it: the oscillator sweeps in steps, and prints lines at
 * each step.  `trim A` is the slowest, `trim N` the factory's value, `trim Z` the fastest.  Repeats until a
 * short press saves the current step.
 */
void start_clock(bool is_trim_wanted);

#endif
