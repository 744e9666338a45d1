/* The HT16K33 LED driver on an 8x8 backpack, as the two-wire bus sees it (Holtek HT16K33 v1.10). */
#ifndef HT16K33_H
#define HT16K33_H

#include "sim/board/slave.h"

struct ht16k33 {
    struct slave slave; /* the first member */
    uint8_t ram[16];    /* a bit per LED */
    bool oscillator, on;
    uint8_t dimming; /* 0 .. 15 */
    uint8_t pointer; /* into the RAM */
};

/* Power-on: the display is dark, and the contents of the RAM are undefined. */
void ht16k33_power_up(struct ht16k33 *display);
/* The lit LEDs, as the backpack is wired: the left column is bit 7, the others are bits 0 to 6. */
void ht16k33_rows(const struct ht16k33 *display, uint8_t rows[8]);

#endif
