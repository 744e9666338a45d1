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
    bool is_busy;
    uint16_t address;
    uint8_t before, after, mode;
    uint64_t armed, started, done; /* EEMPE was set; the write began, ends */
    uint32_t *writes;              /* of each cell */
    uint64_t busy_at;
};

void nv_attach(struct nv *nv, struct bus *bus);
void nv_reset(struct nv *nv);                 /* a write under way continues */
void nv_tear(struct nv *nv, uint64_t chance); /* the supply fails: a write under way remains incomplete */

#endif
