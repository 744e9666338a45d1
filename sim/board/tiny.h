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
    avr_t *avr;
    void (*out)(void *arg, uint8_t byte, uint64_t cycle); /* the far end has received a byte */
    void *out_arg;
    void (*bit)(void *arg, bool level); /* DIN at a rising edge of CLK */
    void *bit_arg;
    void (*in)(void *arg, bool low); /* the level that the far end drives */
    void *in_arg;
    uint32_t baud;
    uint8_t factory;  /* OSCCAL after a reset */
    double off;       /* relative error of the oscillator; 0.01: 1 % too fast */
    bool high, clock; /* levels of TX and CLK */
    /* the byte that the far end is receiving */
    bool is_receiving;
    double bit_time; /* cycles */
    uint64_t start;
    uint8_t bits;
    uint16_t shift;
    uint64_t sent;
    /* the bytes that it sends */
    struct queue input;
    bool is_sending, flow; /* a byte is under way; flow control */
    uint8_t sent_bits;
    uint64_t sent_from;
    uint64_t received;
    uint64_t busy_at; /* cycle of the latest traffic */
};

/* Connects a new chip; the rate of the far end does not change, at first 9600 baud. */
void tiny_attach(struct tiny *tiny, struct bus *bus);
/* After a reset of the chip; the far end continues. */
void tiny_reset(struct tiny *tiny);
/* Queues a byte of input, perhaps with FRAME_BROKEN. */
void tiny_send(struct tiny *tiny, uint16_t frame);
/* After a power cut: the queued input is lost. */
void tiny_forget(struct tiny *tiny);

#endif
