/* How modules of 8 x 8 LEDs are mounted: which LEDs of the picture a digit register of a module lights. */
#ifndef MOUNTING_H
#define MOUNTING_H

#include "firmware/display/picture.h"

/* Digit register 0 .. 7 of module 0 .. of the chain, as the settings `chain` and `orient` mount it. */
uint8_t mounting_leds(const struct scene *scene, uint8_t module, uint8_t digit);

#endif
