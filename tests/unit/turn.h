/*
 * The eight turns and mirrors of eight rows of LEDs, done LED by LED: what the firmware's are compared with.
 */
#ifndef TURN_H
#define TURN_H

#include <stdint.h>
#include <string.h>

static inline unsigned turn_led(const uint8_t rows[8], unsigned row, unsigned column)
{
    return rows[row] >> (7 - column) & 1u;
}

/* turn & 3 quarter turns anticlockwise, then, for turn & 4, a mirror at the diagonal from the top left. */
static inline void turn_rows(uint8_t rows[8], uint8_t turn)
{
    for (unsigned step = 0; step < (turn & 3u) + (turn >> 2 & 1u); step++) {
        uint8_t turned[8] = {0};
        for (unsigned row = 0; row < 8; row++)
            for (unsigned column = 0; column < 8; column++) {
                unsigned from = step < (turn & 3u) ? 7 - row : row;
                turned[row] = (uint8_t)(turned[row] * 2u | turn_led(rows, column, from));
            }
        memcpy(rows, turned, 8);
    }
}

#endif
