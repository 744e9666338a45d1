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
    struct ht16k33 *slave;      /* NULL: nothing is on the bus */
    void (*changed)(void *arg); /* the slave has received bytes */
    void *arg;
    uint8_t state; /* of the bus, as in TWSR: 0xf8 when nothing is under way */
    uint8_t data;  /* that is being sent */
    bool is_busy, started;
};

void twi_attach(struct twi *twi, struct bus *bus);
void twi_reset(struct twi *twi);

#endif
