/* The RAM that a piece of code uses, found by painting it before and looking at it afterwards. */
#ifndef RAM_H
#define RAM_H

#include <stdint.h>

/*
 *   | .data .bss | variables marked RAM_PAINTED | free  . . . . . deepest | stack of the caller |
 *                                  painted ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *
 * A byte counts when it no longer has its paint: a variable of which only a part is written counts by that
 * part.  A byte that happens to be written in the colour of the paint is missed, so the figures can be low
 * by such a byte.  With interrupts on, their stack counts too.  All of these are for main only, to be called
 * by the same function.
 */

/* A static variable that ram_static counts.  Nothing sets it up: it holds paint until it is written. */
#define RAM_PAINTED __attribute__((section(".noinit.painted")))

void ram_paint(void);      /* paints the memory below the stack of the caller: 14,000 cycles */
uint16_t ram_static(void); /* bytes of RAM_PAINTED variables written since ram_paint */
uint16_t ram_stack(void);  /* bytes of stack that the caller's callees took since ram_paint */

#endif
