/* The USART with two single-producer single-consumer rings; uart_isr.S is their other side. */
#include "hal/uart.h"

#include "hal/avr/pins.h"
#include "hal/cpu.h"
#include "hal/ring.h"

#include <avr/io.h>

#ifndef BAUD
#define BAUD 115200UL
#endif

/* With U2X a bit is 8 * (UBRR0 + 1) cycles (datasheet 20.3.1), rounded to the nearest. */
#define DIVISOR ((F_CPU + BAUD * 4) / (BAUD * 8) - 1)

/* The values of UCSR0B, apart from its interrupts, and of UCSR0C. */
#define CONTROL_B (_BV(RXEN0) | _BV(TXEN0))
#define CONTROL_C (_BV(UCSZ01) | _BV(UCSZ00))

/* The bits of UCSR0B and UCSR0A that keep their values; UCSZ02 is 0. */
#define FIXED_B (_BV(RXEN0) | _BV(TXEN0) | _BV(UCSZ02))
#define FIXED_A _BV(U2X0)

/*
 * Each index is one byte and has one writer (ring.h explains their arithmetic):
 *
 *      receive:  the handler writes uart_rx_head, main uart_rx_tail
 *      send:     main writes uart_tx_head, the handler uart_tx_tail
 */
extern volatile uint8_t uart_rx[UART_RING], uart_rx_head, uart_rx_tail;
extern volatile uint8_t uart_tx[UART_RING], uart_tx_head, uart_tx_tail;

void uart_init(void)
{
    UCSR0A = _BV(U2X0);
    UCSR0C = CONTROL_C;
    UBRR0H = DIVISOR >> 8;
    UBRR0L = DIVISOR & 0xff; /* after UBRR0H: simavr reads the rate when this is written */
    UCSR0B = CONTROL_B | _BV(RXCIE0);
}

/* One checksum instead of five comparisons saves flash. */
bool uart_is_intact(void)
{
    const volatile uint8_t *base = &UCSR0A;
    __asm__("" : "+b"(base)); /* in Y or Z: a load is one word of code, not two */
    uint8_t sum = base[&UBRR0L - &UCSR0A] ^ base[&UBRR0H - &UCSR0A] ^ base[&UCSR0C - &UCSR0A] ^
                  (base[&UCSR0B - &UCSR0A] & FIXED_B) ^ (*base & FIXED_A);
    return sum == ((DIVISOR & 0xff) ^ DIVISOR >> 8 ^ CONTROL_C ^ CONTROL_B ^ FIXED_A);
}

uint8_t uart_waiting(void)
{
    return ring_fill(uart_rx_head, uart_rx_tail);
}

__attribute__((noinline)) static volatile uint8_t *waiting(uint8_t offset)
{
    return &uart_rx[ring_offset((uint8_t)(uart_rx_tail + offset))];
}

uint8_t uart_peek(uint8_t offset)
{
    return *waiting(offset);
}

/* Removes byte `offset`: moves those before it up.  All are main's: the handler writes from the head on. */
void uart_pull(uint8_t offset)
{
    for (; offset; offset--)
        *waiting(offset) = *waiting((uint8_t)(offset - 1));
    uart_drop();
}

/* The handler disables itself when fewer than UART_MOST_AT_ONCE bytes fit: UART_LOST, a byte, UART_LOST.  It
 * cannot tell on which side of the byte others were lost. */
void uart_listen(void)
{
    if (!(UCSR0B & _BV(RXCIE0)) && ring_fill(uart_rx_head, uart_rx_tail) <= UART_RING - UART_MOST_AT_ONCE) {
        cpu_lock(); /* the sending interrupt writes UCSR0B too */
        UCSR0B |= _BV(RXCIE0);
        cpu_unlock();
    }
}

void uart_drop(void)
{
    uart_rx_tail = ring_next(uart_rx_tail);
    uart_listen();
}

uint8_t uart_room(void)
{
    return (uint8_t)(UART_RING - ring_fill(uart_tx_head, uart_tx_tail));
}

/* To check what was printed.  The byte may wait or have been sent: the handler leaves it in the ring. */
uint8_t uart_sent(uint8_t back)
{
    return uart_tx[ring_offset((uint8_t)(uart_tx_head - back))];
}

void uart_put(uint8_t byte)
{
    uint8_t head = uart_tx_head;
    for (;;) { /* sleeps until the ring has room */
        cpu_lock();
        if (ring_fill(head, uart_tx_tail) < UART_RING)
            break;
        cpu_sleep();
    }
    uart_tx[ring_offset(head)] = byte;
    uart_tx_head = ring_next(head); /* the handler may send it */
    UCSR0B |= _BV(UDRIE0);
    cpu_unlock();
}
