/* Functions that must not be inlined: the stack would be deeper, or the image larger. */
#pragma once

/*
 * If the compiler inlines a function into its only caller, the registers that it saves become part of the
 * caller's stack frame, and stay on the stack as long as the caller runs; in main, always.  Not inlined, it
 * needs them only while it runs.  Each use of this macro lowers the deepest path of the firmware (`make
 * stack` without it shows by how much), or leaves registers to the count (`make check-registers`).
 */
#define NOINLINE_FOR_STACK __attribute__((noinline))

/* For a function that the compiler would copy into each of its callers, which takes more flash than calls. */
#define NOINLINE_FOR_FLASH __attribute__((noinline))
