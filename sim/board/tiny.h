/* Serial line and matrix of an ATtiny, which has no USART and SPI: bits on pins, by an inexact oscillator. */
#ifndef TINY_H
#define TINY_H

#include "sim/board/bus.h"

enum {
    TINY_DIN,
    TINY_CS,
    TINY_CLK,
    TINY_BUTTON,
    TINY_TX
}; /* bits of port B; the line in is the button's pin */

struct tiny {
    struct bus *bus;
    avr_t *avr;
    void (*out)(void *arg, uint8_t byte, uint64_t cycle); /* the far end has received a byte */
    void *out_arg;
    void (*bit)(void *arg, bool level); /* DIN at a rising edge of CLK */
    void *bit_arg;
    void (*in)(void *arg, bool low); /* the far end's level */
    void *in_arg;
    uint32_t baud;
    uint8_t factory;  /* OSCCAL as it comes out of a reset */
    double off;       /* by this share the oscillator is too fast */
    bool high, clock; /* levels of TX and CLK */
    /* the byte that the far end is receiving */
    bool is_receiving;
    double bit_time; /* cycles */
    uint64_t start;
    uint8_t bits;
    uint16_t shift;
    uint64_t sent;
    /* the bytes that it sends */
    uint16_t *queue;
    size_t head, tail, room;
    bool is_sending, flow;
    uint8_t sent_bits;
    uint64_t sent_from;
    uint64_t received;
    uint64_t busy_at; /* cycle of the latest traffic */
};

void tiny_attach(struct tiny *tiny, struct bus *bus);
void tiny_reset(struct tiny *tiny);
void tiny_send(struct tiny *tiny, uint16_t frame); /* FRAME_BROKEN as for the USART */
void tiny_forget(struct tiny *tiny);               /* bytes under way are lost */

#endif
