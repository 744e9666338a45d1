/* The wire to the matrix, clocked by software: these chips have no SPI. */
#include "hal/spi.h"

#include "hal/tiny/pins.h"

void spi_init(void)
{
    PORTB |= _BV(MATRIX_CS); /* high before it is an output: no edge is sent */
    DDRB |= _BV(MATRIX_DIN) | _BV(MATRIX_CS) | _BV(MATRIX_CLK);
}

/* Each bit is set by an instruction of two cycles, 121 ns at 16.5 MHz: the MAX7219 needs 50. */
static void shift_out(uint8_t byte)
{
    for (uint8_t bits = 8; bits; bits--) {
        PORTB &= (uint8_t)~_BV(MATRIX_DIN);
        if (byte & 0x80)
            PORTB |= _BV(MATRIX_DIN);
        PORTB |= _BV(MATRIX_CLK);
        PORTB &= (uint8_t)~_BV(MATRIX_CLK);
        byte = (uint8_t)(byte << 1);
    }
}

void spi_word(uint8_t high, uint8_t low)
{
    PORTB &= (uint8_t)~_BV(MATRIX_CS);
    shift_out(high);
    shift_out(low);
    PORTB |= _BV(MATRIX_CS);
}
