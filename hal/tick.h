/* Time: a byte that counts milliseconds. */
#ifndef TICK_H
#define TICK_H

#include <stdint.h>

/* Starts Timer1 with an interrupt every millisecond, exact at 16 MHz. */
void tick_init(void);

/*
 * Milliseconds since the start, modulo 256.  A byte, so that main can read it while the interrupt may write
 * it.  Differences are right if it is read at least every 255 ms.  Main or ISR.
 */
uint8_t tick_now(void);

#endif
