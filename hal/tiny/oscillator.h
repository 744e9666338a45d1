/* The chip's oscillator, up to 10 % off from the factory, and the value in the EEPROM that trims it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Applies the saved value, if there is one, step by step.  For main only, once, before the serial line is
 * used.
 */
void oscillator_start(void);

/*
 * Makes the clock faster by 1 to 2 %, or slower with -1: the datasheets allow no larger step.  Returns false,
 * and changes nothing, at the end of the range in which neighbouring values are neighbouring rates.
 */
bool oscillator_step(int8_t step);

/* Saves the current value in the EEPROM: 3.4 ms.  For main only. */
void oscillator_keep(void);
