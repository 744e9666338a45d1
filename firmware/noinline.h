/* How a function keeps its frame apart from its caller's. */
#ifndef NOINLINE_H
#define NOINLINE_H

/*
 * A function that the compiler puts into its only caller leaves its registers on the caller's stack frame for
 * as long as that lives: in main, for ever.  Kept apart, it takes them only while it runs.  Each of these
 * lowers the deepest path of the firmware, measured with `make stack` by taking it away; none is there for
 * flash.
 */
#define NOINLINE_FOR_STACK __attribute__((noinline))

#endif
