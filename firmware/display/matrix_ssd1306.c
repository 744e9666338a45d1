/* The driver of a 128x64 OLED with an SSD1306 or an SH1106 (Solomon SSD1306, Sino Wealth SH1106). */
#include "firmware/display/matrix.h"

#include "firmware/display/picture.h"
#include "firmware/display/shape.h"
#include "hal/flash.h"
#include "hal/twi.h"
#include "hal/uart.h"

#define ADDRESS 0x3c

/*
 * The screen has 8 pages of 8 rows of pixels.  On its left half an LED of the picture is a square of 8, 4 or
 * 2 pixels, so that every n has all its squares there; n, the solutions and the seconds are on the right.  A
 * step sends 16 columns of a page; the last one sends the settings and switches the display on.
 */
enum { COLUMNS = 16, CONTROL = 8 * 128 / COLUMNS, HALF = 64 };
enum control_byte { COMMANDS_FOLLOW = 0x00, DATA_FOLLOW = 0x40 };
enum command {
    COLUMN_LOW = 0x00,
    COLUMN_HIGH = 0x10,
    CONTRAST = 0x81,
    MIRRORED = 0xa0,
    ON = 0xaf,
    PAGE = 0xb0,
    UPSIDE_DOWN = 0xc0
};

const bool matrix_is_strip = false, matrix_is_quick = false;
const uint8_t matrix_modules = 1, matrix_pause = 2; /* a step takes about 1 ms, a frame 0.13 s */

void matrix_init(void)
{
    twi_init();
}

uint8_t matrix_shape(uint8_t modules, uint8_t n)
{
    (void)modules;
    if (!n)
        return shape_of(1, 1);
    return n <= 8 ? shape_of(2, 1) : n <= 16 ? shape_of(4, 2) : shape_of(8, 4);
}

/* Pair `after` from the right of the three numbers, each in the height of two pages. */
static uint8_t text_of(const struct scene *scene, uint8_t line, uint8_t after)
{
    if (scene->content > SCENE_PROGRESS)
        return VIEW_NOTHING;
    switch (line) {
    case 0: return view_pair_at(scene->board->n, after);
    case 1: return view_pair_of(scene->digits, after, 4);
    case 3: return view_pair_at(*scene->seconds, after);
    default: return VIEW_NOTHING;
    }
}

/* The rows of eight LEDs that a page shows from this column on; returns how many. */
static uint8_t leds_of(const struct scene *scene, uint8_t page, uint8_t column, uint8_t leds[4])
{
    uint8_t high = 4;
    if (column >= HALF && scene->content != SCENE_TEST) {
        uint8_t pair = text_of(scene, page / 2, (uint8_t)(127 - column) / 16);
        for (uint8_t i = 0; i < high; i++)
            leds[i] = picture_leds(scene, (uint8_t)(page * high + i), pair, PICTURE_PAIR);
        return high;
    }
    high = shape_high(scene->shape);
    column = column / 8 * high & 0x38;
    for (uint8_t i = 0; i < high; i++)
        leds[i] = picture_leds(scene, (uint8_t)(page * high + i), column, PICTURE_ROW);
    return high;
}

/* The pixels of a page that `high` rows of LEDs light in this column: bit 0 is at the top. */
static uint8_t pixels_of(const uint8_t leds[4], uint8_t high, uint8_t column)
{
    uint8_t bits = high == 1 ? 0xff : high == 2 ? 0x0f : 0x03, led = 0x80, pixels = 0;
    for (uint8_t i = (uint8_t)(column * high) / 8 & 7; i; i--)
        led /= 2;
    for (uint8_t i = high; i--;) {
        pixels = (uint8_t)(pixels * (bits + 1));
        if (leds[i] & led)
            pixels |= bits;
    }
    return pixels;
}

__attribute__((always_inline)) static inline bool begin(uint8_t control)
{
    return twi_start(ADDRESS) && twi_put(control);
}

/*
 * An SH1106 has 132 columns, of which the glass shows those from 2 on: any `chain` but 0.  MIRRORED acts on
 * the data that follow, not on those in the memory.
 */
static bool send_address(const struct scene *scene, uint8_t page, uint8_t column)
{
    uint8_t turn = scene->turn & SHAPE_DOWN ? 0 : scene->turn;
    if (scene->path)
        column += 2;
    if (!begin(COMMANDS_FOLLOW) || !twi_put(MIRRORED | (turn & SHAPE_BACK ? 0 : 1)) ||
        !twi_put(UPSIDE_DOWN | (turn & SHAPE_LAST ? 0 : 8)) || !twi_put(PAGE | page) ||
        !twi_put(COLUMN_LOW + (column & 15)) || !twi_put(COLUMN_HIGH | column >> 4))
        return false;
    twi_stop();
    return begin(DATA_FOLLOW);
}

static bool send_columns(const struct scene *scene, uint8_t page, uint8_t column)
{
    static const uint8_t queen[8] FLASH = {0x00, 0x4c, 0x70, 0x7e, 0x70, 0x4c, 0x00, 0x00};
    if (!send_address(scene, page, column))
        return false;
    uint8_t leds[4], high = leds_of(scene, page, column, leds);
    do {
        uint8_t pixels = pixels_of(leds, high, column);
        if (high == 1 && scene->content == SCENE_BOARD)
            pixels &= flash_byte(&queen[column & 7]);
        if (!twi_put(pixels))
            return false;
    } while (++column % COLUMNS);
    return true;
}

/* The settings of a 128x64 module in full, so that they repair whatever a glitch wrote; then it is on. */
static bool send_control(const struct scene *scene)
{
    static const uint8_t usual[] FLASH = {0x20, 2,    0xa8, 0x3f, 0xd3, 0,    0x40, 0xda, 0x12, 0xd5,
                                          0x80, 0xd9, 0xf1, 0xdb, 0x40, 0xa4, 0xa6, 0x8d, 0x14, CONTRAST};
    bool is_taken = begin(COMMANDS_FOLLOW);
    for (uint8_t i = 0; is_taken && i < sizeof usual; i++)
        is_taken = twi_put(flash_byte(&usual[i]));
    return is_taken && twi_put(17 * scene->bright) && twi_put(ON);
}

/* A step takes as long as 11 received bytes, so it waits until those that have arrived are taken. */
uint8_t matrix_send(const struct scene *scene, uint8_t step)
{
    if (uart_waiting() > 1)
        return step;
    bool is_taken =
        step == CONTROL ? send_control(scene) : send_columns(scene, step / 8, (uint8_t)(step % 8 * COLUMNS));
    if (!is_taken)
        return MATRIX_DONE;
    twi_stop();
    return step == CONTROL ? MATRIX_DONE : step + 1;
}

bool matrix_is_present(void)
{
    return twi_answers(ADDRESS);
}
