/* Time: a byte that counts milliseconds. */
#pragma once

/* ms between two ticks; on an ATtiny as long as 48 bits of its serial line. */
#if defined __AVR_ATtiny13A__ || defined __AVR_ATtiny85__
#define TICK 5
#else
#define TICK 1
#endif

#ifndef __ASSEMBLER__

#include <stdint.h>

/* Starts the timer that makes the ticks: Timer1, or an ATtiny's Timer0. */
void tick_init(void);

/*
 * Milliseconds since the start, modulo 256.  A byte, so that main can read it while the interrupt may write
 * it.  Differences are right if it is read at least every 255 ms.  Main or ISR.
 */
uint8_t tick_now(void);

#endif
