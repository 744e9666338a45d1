/* The HT16K33 LED driver on an 8x8 backpack, as the two-wire bus sees it (Holtek HT16K33 v1.10). */
#include "sim/board/ht16k33.h"

#include <string.h>

#define ADDRESS 0x70

void ht16k33_power_up(struct ht16k33 *display)
{
    for (int i = 0; i < 16; i++)
        display->ram[i] = (uint8_t)(0x5a + 37 * i);
    display->oscillator = display->on = display->addressed = false;
    display->dimming = 15;
    display->bits = display->bytes = 0;
}

void ht16k33_condition(struct ht16k33 *display, uint64_t cycle, bool sda)
{
    *(sda ? &display->stops : &display->starts) += 1;
    display->bits = display->bytes = 0;
    display->addressed = false;
    ht16k33_data(display, cycle, sda);
}

/* Handles a whole byte: the address, then a command, then data.  Returns whether it is acknowledged. */
static bool byte_receive(struct ht16k33 *display, uint8_t byte)
{
    if (display->bytes == 0)
        display->addressed = byte == ADDRESS << 1;
    else if (display->addressed && display->bytes == 1)
        switch (byte >> 4) {
        case 0: display->pointer = byte & 15; break;
        case 2: display->oscillator = byte & 1; break;
        case 8: display->on = byte & 1; break;
        case 14: display->dimming = byte & 15; break;
        }
    else if (display->addressed && display->oscillator)
        display->ram[display->pointer++ & 15] = byte;
    if (display->bytes < 255)
        display->bytes++;
    return display->addressed;
}

void ht16k33_data(struct ht16k33 *display, uint64_t cycle, bool sda)
{
    if (sda != display->sda)
        display->sda_at = cycle;
    display->sda = sda;
}

bool ht16k33_clock(struct ht16k33 *display, uint64_t cycle)
{
    bool sda = display->sda;
    if (cycle - display->sda_at < display->setup)
        display->hasty++;
    if (display->stuck)
        return false;
    if (!display->plugged)
        return sda;
    if (display->bits < 8) {
        display->shift = (uint8_t)(display->shift << 1 | sda);
        display->bits++;
        return sda;
    }
    display->bits = 0;
    return sda && !byte_receive(display, display->shift);
}

void ht16k33_rows(const struct ht16k33 *display, uint8_t rows[8])
{
    memset(rows, 0, 8);
    for (int row = 0; row < 8 && display->plugged && display->oscillator && display->on; row++)
        for (int column = 0; column < 8; column++)
            if (display->ram[2 * row] >> ((column + 7) % 8) & 1)
                rows[row] = (uint8_t)(rows[row] | 0x80 >> column);
}
