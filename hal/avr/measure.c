/* Measures what a piece of code takes on the AVR: cycles by Timer1, RAM by paint. */
#include "hal/measure.h"

#include "hal/cpu.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay_basic.h>

/* ---- Cycles: Timer1 as a counter of 32 bits ---- */

/* A register that nothing else uses: a simulator sees in it that the stop-watch runs. */
#define RUNS DIDR1

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
    RUNS = 1;
    TCNT1 = 0;
    TIFR1 = _BV(TOV1);
    cpu_unlock();
}

__attribute__((noinline)) uint32_t cycles_stop(void)
{
    cpu_lock();
    uint16_t count = TCNT1;
    RUNS = 0;
    uint16_t served = overflows;
    /* If the count is small, an overflow without its interrupt happened before the count was read. */
    uint16_t passed = (uint16_t)(served + (TIFR1 & _BV(TOV1) && count < 0x8000));
    cpu_unlock();
    return ((uint32_t)passed << 16 | count) - (uint32_t)served * interrupt_cost - empty;
}

/* ---- RAM ---- */

/*
 * Not CPU_PAINT, which the deepest byte of `count 4` happens to equal.  One that equals this value is missed,
 * too: the tests compare the result with the simulator's own measurement.
 */
#define PAINT 0x6b

#ifdef __AVR_3_BYTE_PC__
#define RETURN_ADDRESS 3 /* bytes */
#else
#define RETURN_ADDRESS 2
#endif

extern uint8_t __noinit_start, _end; /* from the linker: RAM_PAINTED variables are between them */

static uint16_t top; /* the stack pointer of the caller, without the return address */

/* Does not paint its own return address: those of the caller's other callees will be at the same address. */
__attribute__((noinline)) void ram_paint(void)
{
    top = SP;
    for (volatile uint8_t *p = &__noinit_start; (uint16_t)p <= top; p++)
        *p = PAINT;
}

uint16_t ram_static(void)
{
    uint16_t bytes = 0;
    for (const volatile uint8_t *p = &__noinit_start; p < &_end; p++)
        bytes = (uint16_t)(bytes + (*p != PAINT));
    return bytes;
}

uint16_t ram_stack(void)
{
    const volatile uint8_t *p = &_end;
    while ((uint16_t)p <= top && *p == PAINT)
        p++;
    return (uint16_t)(top + 1 - (uint16_t)p + RETURN_ADDRESS); /* which the callees share with ram_paint */
}
