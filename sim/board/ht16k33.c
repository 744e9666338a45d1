/* The HT16K33 LED driver on an 8x8 backpack, as the two-wire bus sees it (Holtek HT16K33 v1.10). */
#include "sim/board/displays.h"

#include "sim/board/basics.h"

#include <string.h>

/* A command, then data. */
static void byte_take(struct slave *slave, uint8_t byte)
{
    struct ht16k33 *display = (struct ht16k33 *)slave;
    if (slave->bytes == 1)
        switch (byte >> 4) {
        case 0: display->pointer = byte & 15; break;
        case 2: display->oscillator = byte & 1; break;
        case 8: display->on = byte & 1; break;
        case 14: display->dimming = byte & 15; break;
        }
    else if (display->oscillator)
        display->ram[display->pointer++ & 15] = byte;
}

void ht16k33_power_up(struct ht16k33 *display, uint64_t *chance)
{
    slave_start(&display->slave);
    display->slave.address = 0x70;
    display->slave.take = byte_take;
    for (int i = 0; i < 16; i++)
        display->ram[i] = (uint8_t)chance_next(chance);
    display->oscillator = display->on = false;
    display->dimming = 15;
}

void ht16k33_rows(const struct ht16k33 *display, uint8_t rows[8])
{
    memset(rows, 0, 8);
    for (int row = 0; row < 8 && display->slave.plugged && display->oscillator && display->on; row++)
        for (int column = 0; column < 8; column++)
            if (display->ram[2 * row] >> ((column + 7) % 8) & 1)
                rows[row] = (uint8_t)(rows[row] | 0x80 >> column);
}
