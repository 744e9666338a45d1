/* The USART of the simulated chip, with the far end of its line (ATmega328P datasheet, chapter 19). */
#ifndef USART_H
#define USART_H

#include "sim/board/bus.h"

#include <avr_uart.h>

struct usart {
    struct bus *bus;
    avr_t *avr;
    avr_uart_t *io;
    void (*out)(void *arg, uint8_t byte, uint64_t cycle); /* a byte has left the chip */
    void *arg;
    /* transmitter: a buffer of one byte before a shift register */
    bool is_shifting, is_buffered;
    uint8_t shift, buffer;
    uint64_t sent;
    /* receiver: two bytes of buffer after a shift register, which contains one more */
    uint16_t fifo[2], held;
    uint8_t fill;
    bool is_held, is_overrun;
    uint8_t last;
    /* the far end of the line */
    uint16_t *queue;
    size_t head, tail, room;
    bool flow, is_sending;
    uint32_t frame; /* of the far end, in 1/16 cycles */
    uint64_t next;  /* when the byte under way ends, in 1/16 cycles */
    uint32_t lost;
    uint64_t received;
    uint64_t busy_at; /* cycle of the latest traffic */
};

void usart_attach(struct usart *usart, struct bus *bus);
void usart_rate(struct usart *usart, uint32_t baud); /* of the far end */
void usart_reset(struct usart *usart);
void usart_send(struct usart *usart, uint16_t frame);
void usart_forget(struct usart *usart); /* bytes under way are lost */

#endif
