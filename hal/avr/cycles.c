/* Timer1 of the ATmega328P as a counter of 32 bits. */
#include "hal/cycles.h"

#include "hal/cpu.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay_basic.h>

static volatile uint16_t overflows;
static uint8_t interrupt_cost; /* cycles from the instruction before the interrupt to the one after it */
static uint8_t empty;          /* what start and stop with nothing between them measure */

/* No branch in it: it always takes the same time. */
ISR(TIMER1_OVF_vect)
{
    overflows = (uint16_t)(overflows + 1);
}

/* Measures how long the same code takes if Timer1 starts at this count. */
__attribute__((noinline)) static uint8_t delay_from(uint16_t count)
{
    TCNT1 = count;
    _delay_loop_1(UINT8_C(40)); /* 120 cycles */
    return (uint8_t)(TCNT1 - count);
}

void cycles_init(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS10); /* every cycle, from 0 to 65535 */
    TIMSK1 = _BV(TOIE1);
    interrupt_cost = 0;
    empty = 0;
    interrupt_cost = (uint8_t)(delay_from(0xffc0) - delay_from(0)); /* with an overflow, and without */
    cycles_start();
    empty = (uint8_t)cycles_stop();
}

__attribute__((noinline)) void cycles_start(void)
{
    cpu_lock();
    overflows = 0;
    PCMSK2 = 1;
    TCNT1 = 0;
    TIFR1 = _BV(TOV1);
    cpu_unlock();
}

__attribute__((noinline)) uint32_t cycles_stop(void)
{
    cpu_lock();
    uint16_t count = TCNT1;
    PCMSK2 = 0;
    uint16_t served = overflows;
    /* If the count is small, an overflow without its interrupt happened before the count was read. */
    uint16_t passed = (uint16_t)(served + (TIFR1 & _BV(TOV1) && count < 0x8000));
    cpu_unlock();
    return ((uint32_t)passed << 16 | count) - (uint32_t)served * interrupt_cost - empty;
}
