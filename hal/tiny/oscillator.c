/* The oscillator in the chip, +-10 % off from the factory, and the value in the EEPROM that trims it. */
#include "hal/tiny/oscillator.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define NONE 0xff /* what an erased cell holds */

/* On the ATtiny85 another range begins where bit 7 changes; on the ATtiny13A there is no such bit. */
bool oscillator_step(int8_t step)
{
    uint8_t now = OSCCAL, next = (uint8_t)(now + 2 * step);
    if ((now ^ next) & 0x80)
        return false;
    OSCCAL = next;
    return true;
}

/* Step by step, and not for ever, should the cell hold what OSCCAL can't. */
void oscillator_start(void)
{
    EEARL = 0;
    EECR = _BV(EERE);
    uint8_t kept = EEDR;
    if (kept == NONE)
        return;
    for (uint8_t steps = UINT8_MAX; steps; steps--) {
        uint8_t now = OSCCAL;
        if (now < kept)
            now++;
        if (now > kept)
            now--;
        OSCCAL = now;
    }
}

void oscillator_keep(void)
{
    EEARL = 0;
    EEDR = OSCCAL;
    cli();
    EECR = _BV(EEMPE);
    EECR = _BV(EEMPE) | _BV(EEPE); /* within four cycles */
    sei();
}
