/* A wire to the matrix for unit tests: stores the words and the display's registers. */
#include "hal/spi.h"

#include "hal/fake/fake.h"

uint16_t fake_spi_words[FAKE_SPI_MAX];
uint8_t fake_spi_count;
uint8_t fake_spi_register[16];

void fake_spi_clear(void)
{
    fake_spi_count = 0;
}

void spi_init(void) {}

void spi_open(void) {}

void spi_shift(uint8_t high, uint8_t low)
{
    if (fake_spi_count < FAKE_SPI_MAX)
        fake_spi_words[fake_spi_count++] = (uint16_t)(high << 8 | low);
    fake_spi_register[high & 15] = low;
}

void spi_latch(void) {}
