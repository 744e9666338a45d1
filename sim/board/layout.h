/* The layout of a display's modules: where each LED of each module is. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "sim/board/types.h"

/*
 * `chain` and `orient` are the settings with which the firmware shows an upright picture: `chain` for the
 * order of the modules, `orient` for the LEDs of each.  Bits 0 and 1 are quarter turns anticlockwise, and bit
 * 2 is a reflection at the diagonal from the top left.
 */
struct layout {
    uint8_t wide, high; /* modules, 1 .. 8 */
    uint8_t chain, orient;
};

uint8_t layout_modules(const struct layout *layout);
/* The place of a module of the chain (from 0): row by row from the top left. */
uint8_t layout_place(const struct layout *layout, uint8_t module);
/* The LEDs that are lit on a module with these digit registers. */
void layout_turn(const struct layout *layout, const uint8_t digits[8], uint8_t seen[8]);

#endif
