/* Measures what a piece of code takes: cycles of the core, and bytes of RAM. */
#pragma once

#include <stdint.h>

/*
 * A stop-watch for code that runs for up to 2^32 cycles (268 s at 16 MHz), exact to the cycle.  The time of
 * its own interrupt, every 65,536 cycles, is subtracted.  Interrupts must be enabled while it runs, and no
 * other one may occur.  It uses Timer1, as tick.h does: an image can have only one of the two.  All functions
 * of this file are for main only.
 */

/* Starts Timer1; measures the cost of its interrupt and of an empty measurement.  Takes 300 cycles. */
void cycles_init(void);

/* DIDR1 is 1 from cycles_start to cycles_stop, so that a simulator can measure with a clock of its own. */
void cycles_start(void);
uint32_t cycles_stop(void);

/*
 * RAM is painted before the code runs, and the overwritten bytes are counted afterwards:
 *
 *   | .data .bss | variables marked RAM_PAINTED | free  . . . . . deepest | stack of the caller |
 *                                  painted ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *
 * A byte that is written with the value of the paint is missed.  The stack of interrupts counts, too.  The
 * same function must call all three.
 */

/* A static variable that ram_static counts.  It is not initialized: it contains paint until it is written. */
#define RAM_PAINTED __attribute__((section(".noinit.painted")))

void ram_paint(void);      /* paints the memory below the stack of the caller: 14,000 cycles */
uint16_t ram_static(void); /* bytes of RAM_PAINTED variables written since ram_paint */
uint16_t ram_stack(void);  /* bytes of stack that the caller's callees took since ram_paint */
