/* The data wire of a strip of LEDs with three colours each, such as WS2812B or SK6812. */
#pragma once

#include <stdint.h>

/* Makes D6 an output, low.  For main only, as all of these. */
void strip_init(void);

/*
 * Sends the colour of the next LED: 504 cycles; interrupts are handled after each bit.  A strip that gets no
 * further colour within 50 us may begin at its first LED again.
 */
void strip_send(uint8_t green, uint8_t red, uint8_t blue);
