/* The SPI as master, with a chip select that it raises to latch. */
#include "spi.h"

#include "pins.h"

#include <avr/io.h>

void spi_init(void)
{
    SPI_PORT |= _BV(SPI_CS); /* high before it is an output: no edge is sent */
    SPI_DDR |= SPI_OUTPUTS;  /* /SS too: as an input it could end master mode */
    SPCR = _BV(SPE) | _BV(MSTR);
    SPSR = _BV(SPI2X);
}

/*
 * Waits for the end of a transfer.  Two looks a round make a round nine cycles and a look three or six
 * apart: fine enough to lose little at 16 cycles a byte, and 256 rounds outlast the 1600 cycles of simavr.
 */
static inline void spi_wait(void)
{
    uint8_t status, rounds = 0;
    __asm__ volatile("1: in   %0, %2  \n\t"
                     "   sbrc %0, %3  \n\t"
                     "   rjmp 2f      \n\t"
                     "   in   %0, %2  \n\t"
                     "   sbrc %0, %3  \n\t"
                     "   rjmp 2f      \n\t"
                     "   dec  %1      \n\t"
                     "   brne 1b      \n\t"
                     "2:              \n\t"
                     : "=&r"(status), "+r"(rounds)
                     : "I"(_SFR_IO_ADDR(SPSR)), "I"(SPIF));
}

void spi_word(uint8_t high, uint8_t low)
{
    SPI_PORT &= (uint8_t)~_BV(SPI_CS);
    SPDR = high;
    spi_wait();
    SPDR = low;
    spi_wait();
    SPI_PORT |= _BV(SPI_CS);
}
