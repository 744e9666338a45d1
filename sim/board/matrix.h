/* The display on the board's wires, and the log of its pictures. */
#ifndef MATRIX_H
#define MATRIX_H

#include "sim/board/bus.h"
#include "sim/board/ht16k33.h"
#include "sim/board/max7219.h"
#include "sim/board/ssd1306.h"
#include "sim/board/ws2812.h"

/*
 * How the modules are mounted, as the settings with which the firmware shows an upright picture: `chain` for
 * the order of the modules, `orient` for the LEDs of each module.  Bits 0 and 1 of `orient` are quarter turns
 * anticlockwise, and bit 2 is a reflection across the diagonal from the top left.  A panel of WS2812 is one
 * strip: `orient` is where it begins, and with a `chain` other than 0 every second line runs backwards.
 */
struct layout {
    uint8_t wide, high; /* modules, 1 .. 8 */
    uint8_t chain, orient;
};

struct matrix {
    struct bus *bus;
    struct layout layout;
    enum uno_matrix_kind kind;
    uint16_t words; /* of 16 bits in the latest transfer: the modules that the firmware drives */
    struct ht16k33 backpack;
    struct ssd1306 screen;
    struct ws2812 strip;
    struct max7219 chips[UNO_MODULES]; /* the chain; the first one is next to the Uno */
    struct uno_frame *frames;          /* the log; to be freed */
    size_t count, room;
    struct uno_frame shown;  /* the present picture, not logged yet if is_unsettled */
    struct uno_frame logged; /* the latest picture in the log */
    bool is_unsettled;
    uint32_t refused; /* by the screen, as far as it has been reported */
    uint64_t settle;  /* a picture is logged if it remains for this number of cycles */
    uint64_t busy_at; /* cycle of the latest change of the picture */
    void (*hook)(void *arg, const struct uno_frame *frame);
    void *arg;
};

/* Plugs the display in.  Returns the slave of the two-wire bus, or NULL. */
struct slave *matrix_connect(struct matrix *matrix, uint32_t hz);
/* Connects a new chip; CS is pin `cs` of this port. */
void matrix_attach(struct matrix *matrix, struct bus *bus, char port, uint8_t cs);
/* Sets all registers of the display to their values after power-on. */
void matrix_power_up(struct matrix *matrix);
/* A rising edge of CLK with this level of DIN; `param` is a struct matrix. */
void matrix_clock(void *param, bool din);
/* The number of modules. */
uint8_t matrix_modules(const struct matrix *matrix);
/* The LEDs that are lit now. */
void matrix_picture(const struct matrix *matrix, struct uno_frame *frame);
/* Notes a change of the picture; to be called after each change of the display. */
void matrix_update(struct matrix *matrix);
/* Adds the present picture to the log. */
void matrix_log(struct matrix *matrix);

/* The picture has remained for the settling time and must be logged. */
static inline bool matrix_due(const struct matrix *matrix)
{
    return matrix->is_unsettled && matrix->bus->avr->cycle - matrix->shown.cycle >= matrix->settle;
}

#endif
