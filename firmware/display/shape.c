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

uint8_t shape_after(uint8_t shape, uint8_t extent, uint8_t row, uint8_t column)
{
    uint8_t rows = 0; /* of modules with a part of the board, below this one */
    if (row / 8 < extent) {
        if (column / 8 < extent)
            return SHAPE_BOARD;
        rows = (uint8_t)(extent - 1 - row / 8);
    }
    return (uint8_t)((shape_high(shape) - row / 8) * shape_wide(shape) - 1 - column / 8 - rows * extent);
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

void shape_find(uint8_t shape, uint8_t path, uint8_t module, uint8_t *row, uint8_t *column)
{
    *row = *column = 0;
    if (!shape)
        return;
    uint8_t line = 0, length = path & SHAPE_DOWN ? shape_high(shape) : shape_wide(shape);
    for (; module >= length; module -= length)
        line++;
    *row = 8 * (path & SHAPE_DOWN ? module : line);
    *column = 8 * (path & SHAPE_DOWN ? line : module);
    if (path & SHAPE_LAST)
        *row = (uint8_t)(8 * (shape_high(shape) - 1) - *row);
    if (path & SHAPE_BACK)
        *column = (uint8_t)(8 * (shape_wide(shape) - 1) - *column);
}
