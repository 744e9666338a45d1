/* Trims the oscillator: it sweeps in steps, and prints a letter at each step. */
#ifndef TRIM_H
#define TRIM_H

/*
 * Prints lines at each step: `trim A` is the slowest, `trim N` the factory's value, `trim Z` the fastest.
 * Repeats until a short press saves the current step.  For main only.
 */
void trim_run(void);

#endif
