/* The serial input on the button's pin: separates received bytes from presses of the button. */
#include "hal/button.h"
#include "hal/tick.h"
#include "hal/uart.h"

#include "hal/tiny/pins.h"

#include <avr/interrupt.h>

/*
 * A byte is low for nine bits at most: if the pin is still low at the stop bit, it is the button.
 *
 *   contact      ~~~~~\_/\_/~\_______________________/~\_/\_/~~~~~~~~~~~~~~~~~~~
 *   taken for          bytes  still low: the button   bytes    nothing for QUIET
 *                      <- SETTLED                     <------ deaf ------------>
 *
 * A bouncing contact looks like bytes, which must be dropped.  Those before a press are younger than SETTLED
 * when the stop bit reveals the press; those after it arrive while the receiver ignores its input.
 */
#define SETTLED (3 * TICK) /* ms that a byte waits before main gets it; sometimes a tick less */
#define QUIET   3          /* ticks */

#define RING 64 /* a line, and the input during an answer of 20 bytes; a power of two */

/* Timer1 runs while a byte is received, through all 256 counts. */
#define PRESCALER (F_CPU > 10000000 ? 16 : 8)
#define RUNNING   (PRESCALER == 16 ? _BV(CS12) | _BV(CS10) : _BV(CS12))
#define BIT       ((uint8_t)((F_CPU / PRESCALER + BAUD / 2) / BAUD)) /* counts */

static uint8_t ring[RING], stamps[RING]; /* the bytes, and the tick at which each arrived */
static volatile uint8_t head, tail;      /* written by the interrupt, by main */
static volatile bool deaf;
static uint8_t quiet; /* ticks */
static uint8_t bits, shift;

static bool is_low(void)
{
    return !(PINB & _BV(BUTTON_BIT));
}

static bool is_receiving(void)
{
    return TCCR1;
}

void button_init(void)
{
    PORTB |= _BV(BUTTON_BIT);
    PCMSK = _BV(BUTTON_BIT);
    GIMSK = _BV(PCIE);
}

/* A start bit may begin here; its middle shows whether it is one. */
ISR(PCINT0_vect)
{
    if (!is_low())
        return;
    PCMSK = 0;
    bits = 0;
    TCNT1 = 0;
    OCR1A = BIT / 2;
    TCCR1 = RUNNING;
    TIMSK |= _BV(OCIE1A);
}

static void take(void)
{
    if (is_low()) {
        deaf = true;
        quiet = 0;
        head = tail;
    } else if (deaf) {
        return;
    } else if ((uint8_t)(head - tail) >= RING) {
        ring[(uint8_t)(head - 1) % RING] = UART_LOST;
    } else {
        ring[head % RING] = shift;
        stamps[head % RING] = tick_now();
        head++;
    }
}

/* The middle of each bit. */
ISR(TIMER1_COMPA_vect)
{
    OCR1A = (uint8_t)(OCR1A + BIT);
    if (bits == 0 ? is_low() : bits < 9) {
        shift = (uint8_t)(shift >> 1 | (is_low() ? 0 : 0x80));
        bits++;
        return;
    }
    TCCR1 = 0;
    GIFR = _BV(PCIF);
    PCMSK = _BV(BUTTON_BIT);
    if (bits)
        take();
}

bool button_is_down(void)
{
    bool down = is_low() && !is_receiving();
    if (down || is_receiving())
        quiet = 0;
    else if (quiet < QUIET)
        quiet++;
    else
        deaf = false;
    return down;
}

/* The interrupt may drop received bytes at any moment, so main must read each byte only once. */
uint8_t uart_waiting(void)
{
    uint8_t next = tail;
    return head != next && (uint8_t)(tick_now() - stamps[next % RING]) >= SETTLED ? 1 : 0;
}

uint8_t uart_peek(uint8_t offset)
{
    return ring[(uint8_t)(tail + offset) % RING];
}

void uart_drop(void)
{
    cli();
    if (head != tail)
        tail++;
    sei();
}
