/* The MAX7219 LED driver with its 8x8 matrix, as the wires see it. */
#include "sim/board/displays.h"

#include "sim/board/basics.h"

#include <string.h>

/* Segments of the code-B font, bit 6 is A, bit 0 is G (MAX7219 datasheet, table 5). */
static const uint8_t code_b[16] = {0x7e, 0x30, 0x6d, 0x79, 0x33, 0x5b, 0x5f, 0x70,
                                   0x7f, 0x7b, 0x01, 0x4f, 0x37, 0x0e, 0x67, 0x00};

enum { DECODE = 9, INTENSITY, SCAN, SHUTDOWN, TEST = 15 };

void max7219_power_up(struct max7219 *matrix, uint64_t *chance)
{
    for (int i = 0; i < 8; i++)
        matrix->digit[i] = (uint8_t)chance_next(chance);
    matrix->decode = 0;
    matrix->intensity = 0;
    matrix->scan = 0;
    matrix->on = false;
    matrix->test = false;
    matrix->shift = 0;
}

bool max7219_clock(struct max7219 *matrix, bool din)
{
    bool out = matrix->shift >> 15;
    if (matrix->disturbing && chance_next(&matrix->chance) % matrix->disturbing == 0)
        din = !din;
    matrix->shift = (uint16_t)(matrix->shift << 1 | din);
    if (matrix->cs)
        matrix->stray++;
    else if (matrix->bits < UINT16_MAX)
        matrix->bits++;
    return out;
}

static bool register_write(struct max7219 *matrix)
{
    uint8_t reg = matrix->shift >> 8 & 15;
    uint8_t value = (uint8_t)matrix->shift;
    if (reg >= 1 && reg <= 8)
        matrix->digit[reg - 1] = value;
    switch (reg) {
    case DECODE: matrix->decode = value; break;
    case INTENSITY: matrix->intensity = value & 15; break;
    case SCAN: matrix->scan = value & 7; break;
    case SHUTDOWN: matrix->on = value & 1; break;
    case TEST: matrix->test = value & 1; break;
    case 13:
    case 14: return false;
    }
    return true;
}

bool max7219_select(struct max7219 *matrix, bool level)
{
    bool rising = level && !matrix->cs;
    bool whole = true;
    if (!level && matrix->cs) {
        matrix->bits = 0;
        matrix->excused = false;
    }
    matrix->cs = level;
    if (rising) {
        matrix->latches++;
        whole = register_write(matrix) & (matrix->bits && matrix->bits % 16 == 0);
        whole |= matrix->excused;
        if (!whole)
            matrix->malformed++;
        matrix->excused = false;
    }
    return whole;
}

void max7219_rows(const struct max7219 *matrix, uint8_t rows[8])
{
    for (int i = 0; i < 8; i++) {
        uint8_t value = matrix->digit[i];
        if (matrix->decode >> i & 1)
            value = (uint8_t)((value & 0x80) | code_b[value & 15]);
        if (!matrix->on || i > matrix->scan)
            value = 0;
        rows[i] = matrix->test ? 0xff : value;
    }
}

uint8_t max7219_brightness(const struct max7219 *matrix)
{
    return matrix->test ? 15 : matrix->on ? matrix->intensity : 0;
}

void max7219_scramble(struct max7219 *matrix, uint64_t seed)
{
    uint64_t bits = chance_next(&seed);
    for (int i = 0; i < 8; i++)
        matrix->digit[i] = (uint8_t)(bits >> 8 * i);
    bits = chance_next(&seed);
    matrix->decode = (uint8_t)bits;
    matrix->intensity = bits >> 8 & 15;
    matrix->scan = bits >> 12 & 7;
    matrix->on = bits >> 15 & 1;
    matrix->test = bits >> 16 & 1;
}

void max7219_disturb(struct max7219 *matrix, uint32_t one_in, uint64_t seed)
{
    matrix->disturbing = one_in;
    matrix->chance = seed;
}
