/* The SPI as master, with a chip select that it raises to latch. */
#include "hal/spi.h"

#include "hal/avr/pins.h"

#include <avr/io.h>

void spi_init(void)
{
    SPI_PORT |= _BV(SPI_CS); /* high before it is an output: no edge is sent */
    SPI_DDR |= SPI_OUTPUTS;  /* /SS too: as an input it could end master mode */
    SPCR = _BV(SPE) | _BV(MSTR);
    SPSR = _BV(SPI2X);
}

/*
 * Waits for the end of a transfer, 16 cycles after the write of SPDR; two of them have passed.  The first
 * poll is timed to find the transfer complete, so that no time is lost: three cycles later the next byte can
 * be written.  256 polls of seven cycles are enough for simavr's 1600 cycles.
 */
__attribute__((always_inline)) static inline void spi_wait(void)
{
    uint8_t status, rounds;
    __asm__ volatile("   ldi  %1, 4  \n"
                     "0: dec  %1     \n\t"
                     "   brne 0b     \n\t"
                     "   rjmp 2f     \n"
                     "1: dec  %1     \n\t"
                     "   breq 3f     \n\t"
                     "   nop         \n"
                     "2: in   %0, %2 \n\t"
                     "   sbrs %0, %3 \n\t"
                     "   rjmp 1b     \n"
                     "3:             \n\t"
                     : "=r"(status), "=d"(rounds)
                     : "I"(_SFR_IO_ADDR(SPSR)), "I"(SPIF));
}

void spi_open(void)
{
    SPI_PORT &= (uint8_t)~_BV(SPI_CS);
}

void spi_shift(uint8_t high, uint8_t low)
{
    SPDR = high;
    __asm__ volatile("rjmp .+0");
    spi_wait();
    SPDR = low;
    __asm__ volatile("rjmp .+0");
    spi_wait();
}

void spi_latch(void)
{
    SPI_PORT |= _BV(SPI_CS);
}
