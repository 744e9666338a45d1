/* Trimming the oscillator by what the line shows: it goes up and down in steps, each with a letter. */
#ifndef TRIM_H
#define TRIM_H

/*
 * Prints a line for each step, `trim A` where the oscillator is slowest, `trim N` as it came from the
 * factory, `trim Z` where it is fastest, over and over, until a short press keeps the step of now.  For main
 * only.
 */
void trim_run(void);

#endif
