/* The 8x8 LED matrix behind its MAX7219 (Maxim datasheet 19-4452, tables 2 to 10). */
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

void matrix_rows(const uint8_t rows[8])
{
    spi_words(MATRIX_DIGIT, rows, 8);
}

void matrix_control(uint8_t bright)
{
    spi_word(MATRIX_TEST, 0);
    spi_word(MATRIX_DECODE, 0);
    spi_word(MATRIX_SCAN_LIMIT, 7);
    spi_word(MATRIX_INTENSITY, bright);
    spi_word(MATRIX_SHUTDOWN, 1); /* 1 is on: the bit is "not shutdown" */
}
