/* A slave on the two-wire bus, as the master (twi.c) and a display share it. */
#ifndef SLAVE_H
#define SLAVE_H

#include <stdbool.h>
#include <stdint.h>

struct slave {
    uint8_t address;                                   /* seven bits */
    void (*take)(struct slave *display, uint8_t byte); /* a byte after the address; `bytes` is its number */
    bool plugged, stuck; /* stuck: it pulls SDA low all the time, as in the middle of a byte */
    bool addressed;      /* by the first byte after the latest START */
    uint16_t bytes;      /* since the latest START */
};

/* Power-on, START or STOP: no transfer is under way. */
static inline void slave_start(struct slave *slave)
{
    slave->addressed = false;
    slave->bytes = 0;
}

#endif
