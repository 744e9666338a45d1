/* The push button, with the bounce of its contact. */
#ifndef BUTTON_H
#define BUTTON_H

#include "sim/board/bus.h"

struct button {
    struct bus *bus;
    char port;
    uint8_t bit;
    bool down, contact; /* where the finger is; whether the contact is closed now */
    bool pulled;        /* something else pulls the pin down */
    unsigned bounces;
    avr_irq_t *irq;
    avr_io_read_t pin_read;
    void *pin_param;
};

void button_attach(struct button *button, struct bus *bus);
/* After a reset of the CPU simavr has lost the level of the pin; the button has not moved. */
void button_reset(struct button *button);
void button_pull(void *param, bool low);              /* `param` is a struct button */
void button_press(struct button *button, bool down);  /* a clean edge */
void button_bounce(struct button *button, bool down); /* an edge that chatters for up to 5 ms */

#endif
