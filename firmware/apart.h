/* How a function is kept apart from its caller. */
#ifndef APART_H
#define APART_H

/*
 * A function that the compiler puts into its only caller leaves its registers on the caller's stack frame for
 * as long as that lives: in main, for ever.  Kept apart, it takes them only while it runs.
 *
 * Small ones are kept apart for flash, where the compiler would put a copy into each caller; each was measured both
 * ways.
 */
#define APART __attribute__((noinline))

#endif
