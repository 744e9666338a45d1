/* A wire to the matrix for unit tests: keeps the words. */
#include "spi.h"

#include "fake.h"

#include <assert.h>

uint16_t fake_spi_words[FAKE_SPI_MAX];
uint8_t fake_spi_count;

void spi_init(void) {}

void spi_word(uint8_t high, uint8_t low)
{
    assert(fake_spi_count < FAKE_SPI_MAX);
    fake_spi_words[fake_spi_count++] = (uint16_t)(high << 8 | low);
}
