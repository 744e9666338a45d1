/* The bit clock: an interrupt of Timer0 for each bit of the serial line; it also counts the milliseconds. */
#include "hal/cpu.h"
#include "hal/tick.h"
#include "hal/tiny/pins.h"
#include "hal/uart.h"

#define COUNTS ((F_CPU / 8 + BAUD / 2) / BAUD) /* of the timer, a bit */
#if COUNTS > 256
#error "a bit at this baud rate is too long for Timer0"
#endif

#ifndef TIMSK0 /* the ATtiny85 has one register for both timers */
#define TIMSK0 TIMSK
#endif

/*
 *   timer_frame:  0 0 0 0 0 0  1  d7 d6 d5 d4 d3 d2 d1 d0  0
 *                             stop                       start: the next on the wire
 *
 * Each interrupt shifts a bit out.  When none is left, the wire stays high, as in a stop bit.
 */
extern volatile uint16_t timer_frame;
extern volatile uint8_t timer_ticks;

void uart_init(void)
{
    PORTB |= _BV(LINE_TX); /* high before it is an output: no edge is sent */
    DDRB |= _BV(LINE_TX);
}

void tick_init(void)
{
    OCR0A = COUNTS - 1;
    TCCR0A = _BV(WGM01); /* back to 0 at OCR0A, */
    TCCR0B = _BV(CS01);  /* a count every 8 cycles */
    TIMSK0 = _BV(OCIE0A);
}

uint8_t tick_now(void)
{
    return timer_ticks;
}

void uart_put(uint8_t byte)
{
    for (;;) {
        cpu_lock();
        if (!timer_frame)
            break;
        cpu_sleep();
    }
    timer_frame = (uint16_t)(0x200 | byte << 1);
    cpu_unlock();
}
