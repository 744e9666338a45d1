/* The oscillator in the chip, +-10 % off from the factory, and the value in the EEPROM that trims it. */
#ifndef OSCILLATOR_H
#define OSCILLATOR_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Takes over the value that was kept, if one was, step by step.  For main only, once, before the line is
 * used.
 */
void oscillator_start(void);

/*
 * Faster by 1 to 2 %, or slower with -1: the datasheets want no more at a time.  False: that would leave the
 * range in which neighbouring values are neighbouring rates, and nothing has changed.
 */
bool oscillator_step(int8_t step);

/* Keeps the value of now in the EEPROM, over resets and power cuts: 3.4 ms.  For main only. */
void oscillator_keep(void);

#endif
