/* Time in cycles of the core, from Timer1. */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

/*
 * A stop-watch for code that runs for up to 2^32 cycles (268 s at 16 MHz), exact to the cycle.  An interrupt
 * every 65,536 cycles extends the 16 bits of Timer1; its own time is subtracted.  Interrupts must be enabled
 * while the stop-watch runs, and no other one may occur.  It uses Timer1, as tick.h does: an image can have
 * only one of the two.  All functions are for main only.
 */

/* Starts Timer1; measures the cost of its interrupt and of an empty measurement.  Takes 300 cycles. */
void cycles_init(void);

/* PCMSK2 is 1 from cycles_start to cycles_stop, so that a simulator can measure with a clock of its own. */
void cycles_start(void);
uint32_t cycles_stop(void);

#endif
