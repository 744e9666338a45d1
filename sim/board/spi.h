/* The SPI master of the simulated chip (ATmega328P datasheet, chapter 18). */
#ifndef SPI_H
#define SPI_H

#include "sim/board/bus.h"

#include <avr_spi.h>

struct spi {
    struct bus *bus;
    avr_t *avr;
    avr_spi_t *io;
    void (*bit)(void *arg, bool level); /* a bit is sent with a rising edge of SCK */
    void *arg;
    uint16_t ddr;            /* address of the direction register of the pins */
    uint8_t mosi, sck;       /* their numbers */
    uint8_t data;            /* the byte that is sent */
    bool is_busy, flag_seen; /* a transfer is under way; SPIF or WCOL was read */
};

/* Connects a new chip. */
void spi_attach(struct spi *spi, struct bus *bus);
/* After a reset of the chip. */
void spi_reset(struct spi *spi);

#endif
