/* How the modules of a display are mounted: where each LED of each is seen. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "sim/board/types.h"

/*
 * `chain` and `orient` are what the user must set for the picture to stand upright: the order of the modules
 * and each module's own LEDs are those of 0, 0, then turned by so many quarter turns anticlockwise (bits 0,
 * 1), then mirrored at the diagonal from the top left (bit 2).
 */
struct layout {
    uint8_t wide, high; /* modules, 1 .. 8 */
    uint8_t chain, orient;
};

uint8_t layout_modules(const struct layout *layout);
/* Where module 0 .. of the chain is: row by row from the top left. */
uint8_t layout_place(const struct layout *layout, uint8_t module);
/* What is seen of a module whose digit registers hold `digits`. */
void layout_turn(const struct layout *layout, const uint8_t digits[8], uint8_t seen[8]);

#endif
