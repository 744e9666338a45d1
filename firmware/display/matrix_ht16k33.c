/* The driver of an HT16K33 on an 8x8 backpack (Holtek HT16K33 v1.10; Adafruit 870 and compatible ones). */
#include "firmware/display/matrix.h"

#include "firmware/display/picture.h"
#include "hal/twi.h"

#define ADDRESS 0x70

enum command { OSCILLATOR_ON = 0x21, DISPLAY_ON = 0x81, DIMMING = 0xe0 };
enum { CONTROL = 8 }; /* the step after the eight rows of LEDs */

const bool matrix_is_strip = false, matrix_is_quick = false;
const uint8_t matrix_modules = 1, matrix_pause = 1; /* a row of LEDs takes as long as a byte at 115200 baud */

void matrix_init(void)
{
    twi_init();
}

uint8_t matrix_shape(uint8_t modules, uint8_t n)
{
    (void)n;
    (void)modules;
    return 0;
}

/* Sends a command or the address of a row, and for a row its LEDs; returns whether they were acknowledged. */
static bool send(uint8_t first, bool is_row, uint8_t leds)
{
    bool is_taken = twi_start(ADDRESS) && twi_put(first) && (!is_row || twi_put(leds));
    if (is_taken)
        twi_stop();
    return is_taken;
}

/* On the backpack the left column is bit 7, the others are bits 0 to 6, from left to right. */
static uint8_t wired(uint8_t leds)
{
    uint8_t bits = leds & 0x80;
    for (uint8_t bit = 0x40; bit; bit >>= 1, leds >>= 1)
        if (leds & 1)
            bits |= bit;
    return bits;
}

/*
 * Row `step` is the byte at address 2 * step.  The oscillator, which the memory needs, lights nothing.  If
 * the display does not answer, the rest of the frame is not tried.
 */
uint8_t matrix_send(const struct scene *scene, uint8_t step)
{
    if (step == CONTROL) {
        (void)(send(DIMMING | (scene->bright & 15), false, 0) && send(DISPLAY_ON, false, 0));
        return MATRIX_DONE;
    }
    bool is_taken = (step || send(OSCILLATOR_ON, false, 0)) &&
                    send((uint8_t)(2 * step), true, wired(picture_line(scene, 0, step)));
    return is_taken ? step + 1 : MATRIX_DONE;
}

bool matrix_is_present(void)
{
    return twi_answers(ADDRESS);
}
