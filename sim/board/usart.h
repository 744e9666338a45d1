/* The USART of the simulated chip, with the far end of its line (ATmega328P datasheet, chapter 19). */
#ifndef USART_H
#define USART_H

#include "sim/board/bus.h"

#include <avr_uart.h>

struct usart {
    struct bus *bus;
    struct serial *serial; /* of the bus */
    avr_t *avr;
    avr_uart_t *io;
    /* transmitter: a buffer of one byte before a shift register */
    bool is_shifting, is_buffered;
    uint8_t shift, buffer;
    /* receiver: a buffer of two bytes after a shift register, which can contain one more */
    uint16_t fifo[2], held;
    uint8_t fill;
    bool is_held, is_overrun; /* `held` is in the shift register; a byte was lost */
    uint8_t last;             /* the value of UDR if it is read again */
    uint64_t next;            /* when the byte of input under way ends, in 1/16 cycles */
};

/* Connects a new chip. */
void usart_attach(struct usart *usart, struct bus *bus);
/* After a reset of the chip; the far end continues. */
void usart_reset(struct usart *usart);
/* Starts the next byte of input if there is one and flow control permits it. */
void usart_input_start(struct usart *usart);

#endif
