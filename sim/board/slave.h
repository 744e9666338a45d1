/* A slave on the two-wire bus: bits become bytes that a display takes. */
#ifndef SLAVE_H
#define SLAVE_H

#include <stdbool.h>
#include <stdint.h>

struct slave {
    uint8_t address;                                   /* seven bits */
    void (*take)(struct slave *display, uint8_t byte); /* a byte after the address; `bytes` is its number */
    bool plugged, stuck; /* stuck: it pulls SDA low all the time, as in the middle of a byte */
    bool addressed;      /* by the first byte after the latest START */
    uint8_t shift, bits; /* of the current byte; its ninth bit is the acknowledge bit */
    uint16_t bytes;      /* since the latest START */
    uint32_t starts, stops;

    bool sda;        /* the level that the master drives */
    uint64_t sda_at; /* the cycle of its latest change */
    uint32_t setup;  /* cycles that SDA must be stable before SCL rises: 100 ns (fast mode) */
    uint32_t hasty;  /* bits that violated this setup time */
};

/* Power-on: no transfer is under way. */
void slave_power_up(struct slave *slave);
/* SDA changes to this level while SCL is high: low is START, high is STOP. */
void slave_condition(struct slave *slave, uint64_t cycle, bool sda);
/* The master sets SDA to this level. */
void slave_data(struct slave *slave, uint64_t cycle, bool sda);
/* A rising edge of SCL.  Returns the level of SDA, which the slave pulls low to acknowledge a byte. */
bool slave_clock(struct slave *slave, uint64_t cycle);

#endif
