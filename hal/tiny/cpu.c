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
    MCUCR = _BV(SE);                                 /* idle: the timer goes on */
    __asm__ volatile("sei \n\t sleep" ::: "memory"); /* the instruction after sei runs before any interrupt */
}

/* There is no room to note why: the watchdog resets it within 250 ms, with its banner said anew. */
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
    WDTCR = _BV(WDE) | _BV(WDP2); /* within four cycles; 250 ms, where it had 16 after its own reset */
    wdt_reset();
}

void cpu_watchdog_feed(void)
{
    wdt_reset();
}
