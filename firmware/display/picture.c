/* The picture on the modules of the display, line by line. */
#include "firmware/display/picture.h"

#include "firmware/display/shape.h"
#include "firmware/display/view.h"
#include "firmware/noinline.h"

NOINLINE_FOR_STACK void picture_begin(struct scene *scene, uint8_t number)
{
    scene->modules = shape_modules(scene->shape);
    scene->scale = shape_scale(scene->shape, scene->board->n);
    scene->extent = shape_extent(scene->shape, scene->board->n, scene->scale);
    scene->orient = shape_turn(scene->orient);
    scene->chain = shape_turn(scene->chain);
    if (scene->content == SCENE_BARS && scene->scale == 1)
        scene->content = SCENE_BOARD;
    if (number != PICTURE_NO_NUMBER && scene->content != SCENE_TEST && scene->content != SCENE_LETTER) {
        scene->content = SCENE_NUMBER;
        scene->value = number;
    }
}

_Static_assert((int)VIEW_DOWN == (int)SHAPE_DOWN, "a line is drawn in the direction of the module's lines");

/* Eight LEDs side by side, from row `row` and column `column` of the display on. */
static uint8_t row_of(const struct scene *scene, uint8_t content, uint8_t value, uint8_t row, uint8_t column)
{
    switch (content) {
    case SCENE_PROGRESS: return view_progress(value, scene->extent, row, column);
    case SCENE_BARS: return view_bars(scene->board, scene->scale, row, column);
    case SCENE_PAIR: return view_pair(value, row & 7);
    case SCENE_LETTER: return view_letter(row & 7);
    case SCENE_TEST: return view_test((uint16_t)scene->number, scene->modules, value, row & 7);
    default: return view_number(value, row & 7);
    }
}

static uint8_t reversed(uint8_t leds)
{
    leds = (uint8_t)(leds << 4 | leds >> 4);
    leds = (uint8_t)((leds & 0x33) << 2 | (leds >> 2 & 0x33));
    return (uint8_t)((leds & 0x55) << 1 | (leds >> 1 & 0x55));
}

/* Line 0 .. 7 of a module whose top left LED is at `row` and `column`: a row, or with SHAPE_DOWN a column. */
static uint8_t line_of(const struct scene *scene, uint8_t content, uint8_t value, uint8_t row, uint8_t column,
                       uint8_t line)
{
    bool is_down = scene->orient & SHAPE_DOWN;
    if (content == SCENE_BOARD) {
        if (is_down)
            column += line;
        else
            row += line;
        uint8_t marked = scene->value, how = scene->orient & SHAPE_DOWN;
        if (marked == SCENE_HIDES_GIVEN)
            how |= VIEW_HIDES_GIVEN;
        uint8_t lit = view_board(scene->board, scene->scale, row, column, how);
        if (marked >= QUEENS_MAX)
            return lit;
        /* Light or darken the marked queen. */
        uint8_t led =
            view_square(marked, (uint8_t)scene->board->col[marked], scene->scale, row, column, is_down);
        return scene->phase == SCENE_DARK ? lit & ~led : lit | led;
    }
    if (!is_down)
        return row_of(scene, content, value, row + line, column);
    /* These pictures change seldom, so a column may be computed from all rows. */
    uint8_t lit = 0, led = 0x80;
    while (line--)
        led >>= 1;
    for (uint8_t at = 0; at < 8; at++) {
        lit = (uint8_t)(lit << 1);
        if (row_of(scene, content, value, row + at, column) & led)
            lit |= 1;
    }
    return lit;
}

NOINLINE_FOR_STACK uint8_t picture_digit(const struct scene *scene, uint8_t index, uint8_t digit)
{
    uint8_t place = shape_place(scene->shape, scene->chain, index), after, room;
    uint8_t value = scene->value;
    enum scene_content content = scene->content;
    switch (content) {
    case SCENE_LETTER: break;
    case SCENE_TEST: value = index; break;
    case SCENE_NUMBER:
        if (place)
            return 0;
        break;
    case SCENE_INDEXES:
        content = SCENE_NUMBER;
        value = value ? (uint8_t)((place >> 3) * shape_wide(scene->shape) + (place & 7)) : index;
        value++;
        break;
    default:
        after = shape_after(scene->shape, scene->extent, place);
        if (after == SHAPE_BOARD)
            break;
        /* This module has no part of the board: it shows two digits of the number, if there is room. */
        room = (uint8_t)(scene->modules - scene->extent * scene->extent);
        if (room < 2 || scene->number == SCENE_NO_NUMBER)
            return 0;
        content = SCENE_PAIR;
        value = scene->number == SCENE_DASHES ? VIEW_DASHES : view_digits(scene->number, after, room);
        if (value == VIEW_NOTHING)
            return 0;
    }
    if (scene->orient & SHAPE_LAST)
        digit = (uint8_t)(7 - digit);
    uint8_t lit = line_of(scene, content, value, place & 0x38, (uint8_t)(place << 3 & 0x38), digit);
    return scene->orient & SHAPE_BACK ? reversed(lit) : lit;
}
