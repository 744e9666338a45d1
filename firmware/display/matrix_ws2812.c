/* The driver of a panel of WS2812B LEDs, which are one strip: each has a colour (WorldSemi WS2812B). */
#include "firmware/display/matrix.h"

#include "firmware/display/picture.h"
#include "firmware/display/shape.h"
#include "hal/strip.h"
#include "hal/uart.h"

/*
 * Waiting bytes that end a frame: else the receive ring overflows.  A single byte may be a live key.  It ends
 * a frame of which more LEDs are left than are sent in 35 ms.  If it ended every frame, a key that is held
 * would leave the last LEDs as they are.
 */
#define WAITING   6
#define LEFT_MOST 640

const bool matrix_is_strip = true, matrix_is_quick = false;
const uint8_t matrix_modules = SHAPE_MODULES,
              matrix_pause = 64; /* meanwhile the line is served, and the strip returns to its first LED */

void matrix_init(void)
{
    strip_init();
}

uint8_t matrix_shape(uint8_t modules, uint8_t n)
{
    (void)n;
    return modules;
}

bool matrix_is_present(void)
{
    return true;
}

/* The colours: white for what is no queen: numbers, progress, letters.  64 white LEDs draw 250 mA at 15. */
static void send_led(uint8_t kind, uint8_t bright)
{
    uint8_t level = (uint8_t)(4 * bright + 4), green = 0, red = 0, blue = 0;
    if (kind & SCENE_ATTACKING)
        red = level;
    else if (kind & SCENE_TRIED)
        red = green = level / 2;
    else if (kind & SCENE_GIVEN)
        blue = level;
    else if (kind & SCENE_PLACED)
        green = level;
    else if (kind)
        red = green = blue = level / 4;
    strip_send(green, red, blue);
}

/*
 * Sends all LEDs.  `orient` is where the strip begins and whether its lines are rows or columns; with any
 * `chain` but 0, every second line runs backwards.  A frame cannot pause, so it is given up when bytes wait:
 * its first LEDs are new, the others old, and the next frame sends all.
 */
uint8_t matrix_send(const struct scene *scene, uint8_t step)
{
    uint8_t turn = scene->turn, lines = 8 * shape_high(scene->shape), length = 8 * shape_wide(scene->shape);
    uint16_t left = 64U * shape_modules(scene->shape);
    (void)step;
    if (turn & SHAPE_DOWN) {
        uint8_t other = lines;
        lines = length;
        length = other;
    }
    for (uint8_t line = 0; line < lines; line++)
        for (uint8_t at = 0; at < length; at++) {
            uint8_t row = turn & SHAPE_LAST ? (uint8_t)(lines - 1 - line) : line;
            bool is_back = (turn & SHAPE_BACK) != 0;
            if (scene->path && line % 2)
                is_back = !is_back;
            uint8_t column = is_back ? (uint8_t)(length - 1 - at) : at;
            if (turn & SHAPE_DOWN) {
                uint8_t other = row;
                row = column;
                column = other;
            }
            if (uart_waiting() >= (left-- > LEFT_MOST ? 1 : WAITING))
                return 0;
            send_led(scene->content == SCENE_LETTER ? picture_leds(scene, line, at, PICTURE_START)
                                                    : picture_leds(scene, row, column, PICTURE_LED),
                     scene->bright);
        }
    return MATRIX_DONE;
}
