/* The picture on the LEDs of the display: what the scene shows at each of them. */
#include "firmware/display/picture.h"

#include "firmware/display/shape.h"
#include "firmware/noinline.h"

/*
 * How many modules without a part of the board come after the one with this LED; SHAPE_BOARD if the LED
 * belongs to the board, or if the content has no part of its own beside it.
 */
static uint8_t modules_after(const struct scene *scene, uint8_t row, uint8_t column)
{
    if (scene->content > SCENE_PROGRESS || !scene->shape)
        return SHAPE_BOARD;
    return shape_after(scene->shape, scene->extent, row, column);
}

static uint8_t digits_of(const struct scene *scene, uint8_t after)
{
    return view_pair_of(scene->digits, after, shape_room(scene->shape, scene->extent));
}

/* Eight LEDs of a content that replaces the board, or fills all modules. */
static uint8_t leds_of(const struct scene *scene, uint8_t row, uint8_t column)
{
    uint8_t module = scene->shape ? shape_module(scene->shape, row, column) : 0;
    switch (scene->content) {
    case SCENE_BARS: return view_bars(scene->board, scene->scale, row, column);
    case SCENE_PROGRESS: return view_progress(scene->done, scene->extent, row, column);
    case SCENE_NUMBER: return module ? 0 : view_number(scene->shown, row);
    case SCENE_INDEXES: return view_number((uint8_t)(module + 1), row);
    case SCENE_TEST: return view_test(scene->step, shape_modules(scene->shape), module, row);
    default: return view_letter(row);
    }
}

uint8_t picture_row(const struct scene *scene, uint8_t row, uint8_t column)
{
    uint8_t after = modules_after(scene, row, column);
    if (after != SHAPE_BOARD)
        return view_pair(digits_of(scene, after), row);
    return scene->content == SCENE_BOARD ? view_row(scene, row, column) : leds_of(scene, row, column);
}

static bool is_lit(uint8_t leds, uint8_t column)
{
    for (column &= 7; column; column--)
        leds = (uint8_t)(leds << 1);
    return leds & 0x80;
}

/* Pictures other than a board change seldom, so a column is computed from all rows. */
uint8_t picture_column(const struct scene *scene, uint8_t row, uint8_t column)
{
    uint8_t after = modules_after(scene, row, column), leds = 0, pair = VIEW_NOTHING;
    if (after != SHAPE_BOARD) {
        pair = digits_of(scene, after);
        if (pair == VIEW_NOTHING)
            return 0;
    } else if (scene->content == SCENE_BOARD) {
        return view_column(scene, row, column);
    }
    for (uint8_t end = row + 8; row < end; row++)
        leds = (uint8_t)(leds << 1 | is_lit(after == SHAPE_BOARD ? leds_of(scene, row, column & 0x38)
                                                                 : view_pair(pair, row),
                                            column));
    return leds;
}

uint8_t picture_led(const struct scene *scene, uint8_t row, uint8_t column)
{
    uint8_t after = modules_after(scene, row, column);
    if (after == SHAPE_BOARD && scene->content == SCENE_BOARD)
        return view_queen(scene, row, column);
    return is_lit(picture_row(scene, row, column & 0x38), column) ? SCENE_OTHER : 0;
}

/* The wizard asks where the strip begins. */
uint8_t picture_start(uint8_t line, uint8_t at)
{
    if (line || at > 4)
        return 0;
    return at ? SCENE_OTHER : SCENE_ATTACKING;
}

static uint8_t reversed(uint8_t leds)
{
    leds = (uint8_t)(leds << 4 | leds >> 4);
    leds = (uint8_t)((leds & 0x33) << 2 | (leds >> 2 & 0x33));
    return (uint8_t)((leds & 0x55) << 1 | (leds >> 1 & 0x55));
}

uint8_t picture_line(const struct scene *scene, uint8_t module, uint8_t line)
{
    uint8_t row, column, turn = scene->turn;
    shape_find(scene->shape, scene->path, module, &row, &column);
    if (turn & SHAPE_LAST)
        line = 7 - line;
    uint8_t leds = turn & SHAPE_DOWN ? picture_leds(scene, row, column + line, PICTURE_COLUMN)
                                     : picture_leds(scene, row + line, column, PICTURE_ROW);
    return turn & SHAPE_BACK ? reversed(leds) : leds;
}
