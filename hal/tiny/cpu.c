/* Sleep and watchdog of the ATtiny13A and ATtiny85. */
#include "hal/cpu.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

void cpu_lock(void)
{
    cli();
}

void cpu_unlock(void)
{
    sei();
}

void cpu_sleep(void)
{
    MCUCR = _BV(SE);                                 /* idle: the timer keeps running */
    __asm__ volatile("sei \n\t sleep" ::: "memory"); /* the instruction after sei runs before any interrupt */
}

/* The cause is not stored: there is no room.  The watchdog resets the chip within 250 ms. */
void cpu_fail(uint8_t why)
{
    (void)why;
    for (;;)
        ;
}

void cpu_watchdog_start(void)
{
    MCUSR = 0; /* while WDRF is set, the watchdog cannot be changed */
    WDTCR = _BV(WDCE) | _BV(WDE);
    WDTCR = _BV(WDE) | _BV(WDP2); /* within four cycles; 250 ms instead of the 16 ms after a watchdog reset */
    wdt_reset();
}

void cpu_watchdog_feed(void)
{
    wdt_reset();
}
