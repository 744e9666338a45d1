/* The driver of a chain of MAX7219 (Maxim datasheet 19-4452, tables 2 to 10). */
#include "firmware/display/matrix.h"

#include "hal/spi.h"

enum matrix_register {
    MATRIX_DIGIT = 1, /* 1 .. 8 */
    MATRIX_DECODE = 9,
    MATRIX_INTENSITY,
    MATRIX_SCAN_LIMIT,
    MATRIX_SHUTDOWN,
    MATRIX_TEST = 15
};

bool matrix_has_chain(void)
{
    return true;
}

uint8_t matrix_budget(void)
{
    return 12;
}

void matrix_init(void)
{
    spi_init();
}

void matrix_begin(uint8_t led_row)
{
    (void)led_row;
    spi_open();
}

void matrix_put(uint8_t led_row, uint8_t leds)
{
    spi_shift((uint8_t)(MATRIX_DIGIT + led_row), leds);
}

void matrix_end(void)
{
    spi_latch();
}

void matrix_rows(const uint8_t digits[8])
{
    spi_words(MATRIX_DIGIT, digits, 8);
}

/* The same word for each module. */
static void send_all(uint8_t reg, uint8_t value, uint8_t modules)
{
    spi_open();
    while (modules--)
        spi_shift(reg, value);
    spi_latch();
}

void matrix_dim(uint8_t bright, uint8_t modules)
{
    send_all(MATRIX_INTENSITY, bright, modules);
}

void matrix_control(uint8_t bright, uint8_t modules)
{
    send_all(MATRIX_TEST, 0, modules);
    send_all(MATRIX_DECODE, 0, modules);
    send_all(MATRIX_SCAN_LIMIT, 7, modules);
    send_all(MATRIX_INTENSITY, bright, modules);
    send_all(MATRIX_SHUTDOWN, 1, modules); /* 1 is on: the bit is "not shutdown" */
}

bool matrix_is_present(void)
{
    return true;
}
