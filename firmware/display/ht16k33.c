/* The driver of an HT16K33 on an 8x8 backpack (Holtek HT16K33 v1.10; Adafruit 870 and compatible ones). */
#include "firmware/display/matrix.h"

#include "hal/twi.h"

#define ADDRESS 0x70

enum command { OSCILLATOR_ON = 0x21, DISPLAY_ON = 0x81, DIMMING = 0xe0 };

bool matrix_has_chain(void)
{
    return false;
}

/* A row of LEDs takes as long as a byte at 115200 baud. */
uint8_t matrix_budget(void)
{
    return 1;
}

static bool answers; /* it acknowledged the last byte */

void matrix_init(void)
{
    twi_init();
}

/* The first byte after the address selects a command or a row. */
static void open_with(uint8_t first)
{
    answers = twi_start(ADDRESS) && twi_put(first);
}

static void send_command(uint8_t command)
{
    open_with(command);
    matrix_end();
}

/*
 * Row `led_row` is the byte at address 2 * led_row. The memory works once the oscillator runs; the
 * oscillator alone lights nothing. If the display does not answer at the first row of a frame, the others are
 * not tried.
 */
void matrix_begin(uint8_t led_row)
{
    if (led_row == 0)
        send_command(OSCILLATOR_ON);
    if (answers)
        open_with((uint8_t)(2 * led_row));
}

/* On the backpack the left column is bit 7, the others are bits 0 to 6, from left to right. */
void matrix_put(uint8_t led_row, uint8_t leds)
{
    uint8_t wired = leds & 0x80;
    (void)led_row;
    for (uint8_t bit = 0x40; bit; bit >>= 1, leds >>= 1)
        if (leds & 1)
            wired |= bit;
    if (answers)
        answers = twi_put(wired);
}

void matrix_end(void)
{
    if (answers)
        twi_stop();
}

void matrix_dim(uint8_t bright, uint8_t modules)
{
    (void)modules;
    if (answers)
        send_command((uint8_t)(DIMMING | bright));
}

void matrix_control(uint8_t bright, uint8_t modules)
{
    matrix_dim(bright, modules);
    if (answers)
        send_command(DISPLAY_ON);
}

bool matrix_is_present(void)
{
    return answers;
}

void matrix_rows(const uint8_t digits[8])
{
    for (uint8_t led_row = 0; led_row < 8; led_row++) {
        matrix_begin(led_row);
        matrix_put(led_row, digits[led_row]);
        matrix_end();
    }
}
