/* How modules of 8 x 8 LEDs are mounted: which LEDs of the picture a digit register of a module lights. */
#include "firmware/display/mounting.h"

#include "firmware/display/shape.h"

static uint8_t reversed(uint8_t leds)
{
    leds = (uint8_t)(leds << 4 | leds >> 4);
    leds = (uint8_t)((leds & 0x33) << 2 | (leds >> 2 & 0x33));
    return (uint8_t)((leds & 0x55) << 1 | (leds >> 1 & 0x55));
}

uint8_t mounting_leds(const struct scene *scene, uint8_t module, uint8_t digit)
{
    uint8_t place = shape_place(scene->shape, scene->path, module);
    uint8_t row = place & 0x38, column = place << 3 & 0x38, turn = scene->turn;
    if (turn & SHAPE_LAST)
        digit = 7 - digit;
    uint8_t leds = turn & SHAPE_DOWN ? picture_column(scene, row, column + digit)
                                     : picture_leds(scene, row + digit, column);
    return turn & SHAPE_BACK ? reversed(leds) : leds;
}
