/* USART0 of the ATmega328P behind two single-producer single-consumer rings. */
#include "uart.h"

#include "cpu.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#ifndef BAUD
#define BAUD 115200UL
#endif

/* With U2X a bit is 8 * (UBRR0 + 1) cycles (datasheet 20.3.1), rounded to the nearest. */
#define DIVISOR ((F_CPU + BAUD * 4) / (BAUD * 8) - 1)
#define MASK    (UART_RING - 1)

/*
 * The indices run freely from 0 to 255 and are cut to the ring only where it is addressed, so that head -
 * tail is the fill and all UART_RING bytes are of use.  Each index is one byte and has one writer:
 *
 *      receive:  ISR writes rx_head, main writes rx_tail      send:  main writes tx_head, ISR writes tx_tail
 */
static volatile uint8_t rx[UART_RING], rx_head, rx_tail;
static volatile uint8_t tx[UART_RING], tx_head, tx_tail;

void uart_init(void)
{
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0H = DIVISOR >> 8;
    UBRR0L = DIVISOR & 0xff; /* last: simavr takes the rate when this is written */
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* Two slots may be needed for one byte, so the interrupt masks itself while one of them is still free. */
ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A; /* before UDR0: reading that clears it */
    uint8_t byte = UDR0;
    uint8_t head = rx_head;
    rx[head++ & MASK] = status & _BV(FE0) ? UART_LOST : byte;
    if (status & _BV(DOR0))
        rx[head++ & MASK] = UART_LOST;
    rx_head = head;
    if ((uint8_t)(head - rx_tail) >= UART_RING - 1)
        UCSR0B &= (uint8_t)~_BV(RXCIE0);
}

ISR(USART_UDRE_vect)
{
    uint8_t tail = tx_tail;
    UDR0 = tx[tail++ & MASK];
    tx_tail = tail;
    if (tail == tx_head)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool uart_waiting(void)
{
    return rx_head != rx_tail;
}

int16_t uart_peek(void)
{
    return uart_waiting() ? rx[rx_tail & MASK] : -1;
}

int16_t uart_get(void)
{
    int16_t byte = uart_peek();
    if (byte < 0)
        return byte;
    rx_tail = (uint8_t)(rx_tail + 1);
    if (!(UCSR0B & _BV(RXCIE0))) {
        cpu_lock(); /* the sending interrupt writes UCSR0B too */
        UCSR0B |= _BV(RXCIE0);
        cpu_unlock();
    }
    return byte;
}

uint8_t uart_room(void)
{
    return (uint8_t)(UART_RING - (uint8_t)(tx_head - tx_tail));
}

void uart_put(uint8_t byte)
{
    for (;;) {
        cpu_lock();
        if (uart_room())
            break;
        cpu_sleep();
    }
    uint8_t head = tx_head;
    tx[head & MASK] = byte;
    tx_head = (uint8_t)(head + 1);
    UCSR0B |= _BV(UDRIE0);
    cpu_unlock();
}
