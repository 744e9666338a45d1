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
    /* receiver: a buffer of two bytes after a shift register, which can contain one more */
    uint16_t fifo[2], held;
    uint8_t fill;
    bool is_held, is_overrun; /* `held` is in the shift register; a byte was lost */
    uint8_t last;             /* the value of UDR if it is read again */
    /* the far end of the line */
    struct queue input;
    bool flow, is_sending; /* flow control; a byte is under way */
    uint32_t frame;        /* the time of a byte from the far end, in 1/16 cycles */
    uint64_t next;         /* when the byte under way ends, in 1/16 cycles */
    uint32_t lost;         /* bytes */
    uint64_t received;     /* bytes */
    uint64_t busy_at;      /* cycle of the latest traffic */
};

/* Connects a new chip; the rate of the far end does not change, at first 115200 baud. */
void usart_attach(struct usart *usart, struct bus *bus);
/* Sets the rate of the far end. */
void usart_rate(struct usart *usart, uint32_t baud);
/* After a reset of the chip; the far end continues. */
void usart_reset(struct usart *usart);
/* Queues a byte of input, perhaps with FRAME_BROKEN. */
void usart_send(struct usart *usart, uint16_t frame);
/* After a power cut: the queued input is lost. */
void usart_forget(struct usart *usart);

#endif
