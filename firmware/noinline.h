/* Functions that must not be inlined: the stack would be deeper, or the image larger. */
#pragma once

/*
 * The registers that an inlined function saves stay on the stack as long as its caller runs; in main, always.
 * Each use lowers the deepest path (`make stack` shows by how much), or leaves registers to the count.
 */
#define NOINLINE_FOR_STACK __attribute__((noinline))

/* For a function that the compiler would copy into each of its callers, which takes more flash than calls. */
#define NOINLINE_FOR_FLASH __attribute__((noinline))
