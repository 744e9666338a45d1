/* Time: a byte that counts milliseconds. */
#ifndef TICK_H
#define TICK_H

#include <stdint.h>

/* Starts Timer1 with an interrupt every millisecond, exact at 16 MHz. */
void tick_init(void);

/*
 * Milliseconds since the start, modulo 256.  A byte, so that main reads it in one go while the interrupt may
 * write it; differences are right as long as it is looked at every 255 ms.  Main or ISR.
 */
uint8_t tick_now(void);

#endif
