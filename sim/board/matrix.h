/* The display on the board's wires, and the log of its pictures. */
#ifndef MATRIX_H
#define MATRIX_H

#include "sim/board/bus.h"
#include "sim/board/ht16k33.h"
#include "sim/board/layout.h"
#include "sim/board/max7219.h"

struct matrix {
    struct bus *bus;
    struct layout layout;
    enum uno_matrix_kind kind;
    uint16_t words; /* of 16 bits in the latest transfer: modules that the firmware drives */
    struct ht16k33 backpack;
    struct max7219 chips[UNO_MODULES]; /* the chain; the first is next to the Uno */
    struct uno_frame *frames;
    size_t count, room;
    struct uno_frame shown;  /* the picture now, not logged yet if is_unsettled */
    struct uno_frame logged; /* the latest in the log */
    bool is_unsettled;
    uint64_t settle;
    uint64_t busy_at; /* cycle of the latest change */
    void (*hook)(void *arg, const struct uno_frame *frame);
    void *arg;
};

void matrix_attach(struct matrix *matrix, struct bus *bus, char port, uint8_t cs);
void matrix_power_up(struct matrix *matrix); /* all registers */
void matrix_deselect(struct matrix *matrix); /* CS is low, as a pin without power is */
void matrix_reset(struct matrix *matrix);    /* after a reset of the chip, which may cut a transfer short */
void matrix_free(struct matrix *matrix);
/* A rising edge of CLK with this level of DIN; `param` is a struct matrix. */
void matrix_clock(void *param, bool din);
void matrix_picture(const struct matrix *matrix, struct uno_frame *frame); /* the LEDs that are lit now */
void matrix_update(struct matrix *matrix);                                 /* call it after each change */
void matrix_log(struct matrix *matrix);

/* The picture has been unchanged for the settling time and is not logged yet. */
static inline bool matrix_due(const struct matrix *matrix)
{
    return matrix->is_unsettled && matrix->bus->avr->cycle - matrix->shown.cycle >= matrix->settle;
}

#endif
