/* The push button, with the bounce of its contact. */
#ifndef BUTTON_H
#define BUTTON_H

#include "sim/board/bus.h"

struct button {
    struct bus *bus;
    char port;
    uint8_t bit;
    bool down, contact; /* the button is pressed; its contact is closed */
    bool pulled;        /* the far end of the serial line pulls the pin low (ATtiny) */
    unsigned bounces;   /* changes of the contact that remain */
    avr_irq_t *irq;
    avr_io_read_t pin_read;
    void *pin_param;
};

/* Connects a new chip. */
void button_attach(struct button *button, struct bus *bus);
/* After a reset of the chip: simavr has lost the level of the pin. */
void button_reset(struct button *button);
/* Pulls the pin low or releases it; `param` is a struct button. */
void button_pull(void *param, bool low);
/* Presses or releases the button, with a clean edge or a contact that bounces for up to 5 ms. */
void button_press(struct button *button, bool down, bool bounces);

#endif
