/* Measures the RAM that code uses: paints it before, and counts the overwritten bytes afterwards. */
#ifndef RAM_H
#define RAM_H

#include <stdint.h>

/*
 *   | .data .bss | variables marked RAM_PAINTED | free  . . . . . deepest | stack of the caller |
 *                                  painted ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *
 * A byte counts when it no longer has the value of the paint.  So of a variable that is written in part, only
 * that part counts, and a byte that is written with the value of the paint is missed.  If interrupts are
 * enabled, their stack counts, too.  All functions are for main only, and must be called by the same
 * function.
 */

/* A static variable that ram_static counts.  It is not initialized: it contains paint until it is written. */
#define RAM_PAINTED __attribute__((section(".noinit.painted")))

void ram_paint(void);      /* paints the memory below the stack of the caller: 14,000 cycles */
uint16_t ram_static(void); /* bytes of RAM_PAINTED variables written since ram_paint */
uint16_t ram_stack(void);  /* bytes of stack that the caller's callees took since ram_paint */

#endif
