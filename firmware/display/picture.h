/* The picture on the LEDs of the display: what the scene shows at each of them. */
#pragma once

#include "firmware/display/scene.h"

/* Eight LEDs side by side, from this row and column of the whole display on; bit 7 is the leftmost one. */
uint8_t picture_leds(const struct scene *scene, uint8_t row, uint8_t column);

/* One LED: SCENE_PLACED, ... or SCENE_OTHER, or 0 if it is dark.  */
uint8_t picture_led(const struct scene *scene, uint8_t row, uint8_t column);

/* Eight LEDs of line 0 .. 7 of module 0 .. of the chain, as `chain` and `orient` mount it. */
uint8_t picture_line(const struct scene *scene, uint8_t module, uint8_t line);
