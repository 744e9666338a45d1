/* Time in cycles of the core, from Timer1. */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

/*
 * A stop-watch for code that runs for up to 2^32 cycles (268 s at 16 MHz), exact to the cycle: an interrupt
 * every 65,536 cycles extends the 16 bits of Timer1, and the time it takes itself is not in the figures.
 * Interrupts must be on while it runs, and only its own may come.  It takes Timer1 from tick.h: an image has
 * one or the other.  All of these are for main only.
 */

/* Starts Timer1; finds out what its interrupt and an empty measurement cost here.  Takes 300 cycles. */
void cycles_init(void);

/* GPIOR0 is 1 from cycles_start to cycles_stop, so that a simulator can measure with a clock of its own. */
void cycles_start(void);
uint32_t cycles_stop(void);

#endif
