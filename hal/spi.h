/* The wire to the matrix: 16-bit words, framed by chip select. */
#ifndef SPI_H
#define SPI_H

#include <stdint.h>

/* Makes D11, D13 outputs for SPI mode 0 at fosc/2 (8 MHz; the MAX7219 takes 10), D10 chip select, high. */
void spi_init(void);

/*
 * Sends `high`, then `low`, most significant bit first, while chip select is low; its rising edge latches.
 * Takes about 45 cycles; gives up on a transfer that does not end within 2300 (QEMU has no SPI).
 * For main only.
 */
void spi_word(uint8_t high, uint8_t low);

/* The same for `count` words (1 or more), with high counting up: 50 cycles a word. */
void spi_words(uint8_t high, const uint8_t *low, uint8_t count);

#endif
