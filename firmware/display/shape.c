/* The shape of the display: the number of modules, the size of a board on them, where each module is. */
#include "firmware/display/shape.h"

#include "firmware/noinline.h"
#include "firmware/queens/board.h"
#include "hal/flash.h"

static uint8_t least_side(uint8_t shape)
{
    uint8_t wide = shape_wide(shape), high = shape_high(shape);
    return wide < high ? wide : high;
}

/* How many spans of this length n rows take, at most `most`. */
static uint8_t spans_of(uint8_t n, uint8_t length, uint8_t most)
{
    uint8_t reach = length, spans = 1;
    for (; reach < n && spans < most; spans++)
        reach += length;
    return spans;
}

uint8_t shape_scale(uint8_t shape, uint8_t n)
{
    return spans_of(n, 8 * least_side(shape), QUEENS_MAX / 8);
}

uint8_t shape_extent(uint8_t shape, uint8_t n, uint8_t scale)
{
    return spans_of(n, 8 * scale, least_side(shape));
}

uint8_t shape_after(uint8_t shape, uint8_t extent, uint8_t position)
{
    uint8_t x = position & 7, y = position >> 3;
    if (x < extent && y < extent)
        return SHAPE_BOARD;
    uint8_t wide = shape_wide(shape), high = shape_high(shape);
    uint8_t right = (uint8_t)(wide - 1 - x);
    if (y >= extent)
        return (uint8_t)((high - 1 - y) * wide + right);
    return (uint8_t)((high - extent) * wide + (extent - 1 - y) * (wide - extent) + right);
}

NOINLINE_FOR_FLASH uint8_t shape_turn(uint8_t turn)
{
    static const uint8_t turns[8] FLASH = {0,
                                           SHAPE_DOWN | SHAPE_LAST,
                                           SHAPE_LAST | SHAPE_BACK,
                                           SHAPE_DOWN | SHAPE_BACK,
                                           SHAPE_DOWN,
                                           SHAPE_BACK,
                                           SHAPE_DOWN | SHAPE_LAST | SHAPE_BACK,
                                           SHAPE_LAST};
    return flash_byte(&turns[turn & 7]);
}

uint8_t shape_position(uint8_t shape, uint8_t turn, uint8_t index)
{
    if (!shape)
        return 0;
    uint8_t line = 0;
    uint8_t length = turn & SHAPE_DOWN ? shape_high(shape) : shape_wide(shape);
    for (; index >= length; index -= length)
        line++;
    uint8_t x = turn & SHAPE_DOWN ? line : index, y = turn & SHAPE_DOWN ? index : line;
    if (turn & SHAPE_BACK)
        x = (uint8_t)(shape_wide(shape) - 1 - x);
    if (turn & SHAPE_LAST)
        y = (uint8_t)(shape_high(shape) - 1 - y);
    return (uint8_t)(y << 3 | x);
}
