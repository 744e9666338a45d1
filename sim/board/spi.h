/* The SPI master of the simulated chip (ATmega328P datasheet, chapter 18). */
#ifndef SPI_H
#define SPI_H

#include "sim/board/bus.h"

#include <avr_spi.h>

struct spi {
    struct bus *bus;
    avr_t *avr;
    avr_spi_t *io;
    void (*bit)(void *arg, bool level); /* a bit goes out with a rising edge of SCK */
    void *arg;
    uint16_t ddr;      /* address of the direction register of the pins */
    uint8_t mosi, sck; /* their numbers */
    uint8_t data;
    bool is_busy, flag_seen;
};

void spi_attach(struct spi *spi, struct bus *bus);
void spi_reset(struct spi *spi);

#endif
