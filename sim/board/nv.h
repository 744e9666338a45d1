/* The EEPROM of the simulated chip, with the duration of a write, and torn bytes (datasheet, chapter 8.4). */
#ifndef NV_H
#define NV_H

#include "sim/board/bus.h"

#include <avr_eeprom.h>

struct nv {
    struct bus *bus;
    avr_t *avr;
    avr_eeprom_t *io;
    void (*hook)(void *arg, uint16_t address, uint8_t value); /* a write begins */
    void *arg;
    bool is_busy; /* a write is under way */
    uint16_t address;
    uint8_t before, after, mode;   /* of the current write */
    uint64_t armed, started, done; /* the cycles when EEMPE was set, and when the write begins and ends */
    uint32_t *writes, write_count; /* to each cell; in all */
    uint64_t busy_at;              /* cycle of the latest write */
};

/* Connects a new chip. */
void nv_attach(struct nv *nv, struct bus *bus);
/* After a reset of the chip: a write continues. */
void nv_reset(struct nv *nv);
/* The power fails: a write remains incomplete, and its byte has some random bits. */
void nv_tear(struct nv *nv, uint64_t chance);

#endif
