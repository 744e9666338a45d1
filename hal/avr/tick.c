/* Milliseconds from Timer1, the one timer that the chip and all simulators have. */
#include "hal/tick.h"

#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint8_t ticks;

void tick_init(void)
{
    OCR1A = F_CPU / 64 / 1000 - 1;
    OCR1B = F_CPU / 64 / 1000 / 2;               /* its flag ends a slice of a count (count_rows_avr.S) */
    TCCR1B = _BV(WGM12) | _BV(CS11) | _BV(CS10); /* back to 0 at OCR1A, a count every 64 cycles */
    TIMSK1 = _BV(OCIE1A);
}

ISR(TIMER1_COMPA_vect)
{
    ticks = (uint8_t)(ticks + 1);
}

uint8_t tick_now(void)
{
    return ticks;
}
