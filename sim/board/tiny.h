/* The serial line and the matrix of an ATtiny: bits on pins, timed by an inexact oscillator. */
#ifndef TINY_H
#define TINY_H

#include "sim/board/bus.h"

enum {
    TINY_DIN,
    TINY_CS,
    TINY_CLK,
    TINY_BUTTON,
    TINY_TX
}; /* bits of port B; the chip receives on the pin of the button */

struct tiny {
    struct bus *bus;
    struct serial *serial; /* of the bus */
    avr_t *avr;
    void (*bit)(void *arg, bool level); /* DIN at a rising edge of CLK */
    void *bit_arg;
    void (*in)(void *arg, bool low); /* the level that the far end drives */
    void *in_arg;
    uint8_t factory;  /* OSCCAL after a reset */
    double off;       /* relative error of the oscillator; 0.01: 1 % too fast */
    bool high, clock; /* levels of TX and CLK */
    /* the byte that the far end is receiving */
    bool is_receiving;
    double bit_time; /* cycles */
    uint64_t start;
    uint8_t bits;
    uint16_t shift;
    /* the byte that it is sending */
    uint8_t sent_bits;
    uint64_t sent_from;
};

/* Connects a new chip. */
void tiny_attach(struct tiny *tiny, struct bus *bus);
/* After a reset of the chip; the far end continues. */
void tiny_reset(struct tiny *tiny);
/* Starts to send the input unless it is being sent. */
void tiny_input_start(struct tiny *tiny);

#endif
