/* The display on the board's wires, and the log of the pictures that stood on it. */
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
    struct uno_frame shown;  /* the picture now, not yet logged while `unsettled` */
    struct uno_frame logged; /* the latest in the log */
    bool unsettled;
    uint64_t settle;
    uint64_t busy_at; /* cycle of the latest change */
    void (*hook)(void *arg, const struct uno_frame *frame);
    void *arg;
};

void matrix_attach(struct matrix *matrix, struct bus *bus, char port, uint8_t cs);
void matrix_power_up(struct matrix *matrix); /* all registers */
void matrix_deselect(struct matrix *matrix); /* CS is low, as a pin without power is */
void matrix_reset(struct matrix *matrix);    /* the chip was: a transfer under way breaks off */
void matrix_free(struct matrix *matrix);
/* A rising edge of CLK with this level of DIN; `param` is a struct matrix. */
void matrix_clock(void *param, bool din);
void matrix_picture(const struct matrix *matrix, struct uno_frame *frame); /* what is lit now */
void matrix_update(struct matrix *matrix);                                 /* looks at the picture */
void matrix_log(struct matrix *matrix);

/* The picture has stood for the settling time, and is not logged yet. */
static inline bool matrix_due(const struct matrix *matrix)
{
    return matrix->unsettled && matrix->bus->avr->cycle - matrix->shown.cycle >= matrix->settle;
}

#endif
