/* The TWI master of the simulated chip (ATmega328P datasheet, chapter 21). */
#ifndef TWI_H
#define TWI_H

#include "sim/board/bus.h"
#include "sim/board/ht16k33.h"

#include <avr_twi.h>

struct twi {
    struct bus *bus;
    avr_t *avr;
    avr_twi_t *io;
    struct ht16k33 *slave;      /* NULL: no slave is on the bus */
    void (*changed)(void *arg); /* the slave has received bytes */
    void *arg;
    uint8_t state;         /* of the bus, as in TWSR: 0xf8 if it is idle */
    uint8_t data;          /* the byte that is sent */
    bool is_busy, started; /* a transfer is under way; after START and before STOP */
};

/* Connects a new chip. */
void twi_attach(struct twi *twi, struct bus *bus);
/* After a reset of the chip. */
void twi_reset(struct twi *twi);

#endif
