/* The wire to the matrix: a 16-bit word for each module, framed by chip select. */
#pragma once

#include <stdint.h>

/* Makes D11, D13 outputs for SPI mode 0 at fosc/2 (8 MHz; the MAX7219 takes 10), D10 chip select, high. */
void spi_init(void);

/* Chip select goes low: words follow. */
void spi_open(void);

/*
 * Sends `high`, then `low`, most significant bit first: 45 cycles, at most 2300 (QEMU has no SPI).  For main
 * only, between spi_open() and spi_latch().
 */
void spi_shift(uint8_t high, uint8_t low);

/* Chip select goes high: all modules latch their words at the same time. */
void spi_latch(void);

/* All three for one word; only hal/tiny has it. */
void spi_word(uint8_t high, uint8_t low);
