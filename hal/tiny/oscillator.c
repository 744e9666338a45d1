/* The chip's oscillator, up to 10 % off from the factory, and the value in the EEPROM that trims it. */
#include "hal/tiny/oscillator.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define NONE 0xff /* the value of an erased cell */

/* The value is in cell 0.  The ATtiny85's ninth bit of the address is undefined until it is written. */
static void select_cell(void)
{
#ifdef EEARH
    EEARH = 0;
#endif
    EEARL = 0;
}

/* On the ATtiny85 bit 7 selects another range; the ATtiny13A does not have this bit. */
bool oscillator_step(int8_t step)
{
    uint8_t now = OSCCAL, next = (uint8_t)(now + 2 * step);
    if ((now ^ next) & 0x80)
        return false;
    OSCCAL = next;
    return true;
}

/* In single steps; the loop also ends if OSCCAL cannot take the value of the cell. */
void oscillator_start(void)
{
    select_cell();
    EECR = _BV(EERE);
    uint8_t saved = EEDR;
    if (saved == NONE)
        return;
    for (uint8_t steps = UINT8_MAX; steps; steps--) {
        uint8_t now = OSCCAL;
        if (now < saved)
            now++;
        if (now > saved)
            now--;
        OSCCAL = now;
    }
}

void oscillator_keep(void)
{
    select_cell();
    EEDR = OSCCAL;
    cli();
    EECR = _BV(EEMPE);
    EECR = _BV(EEMPE) | _BV(EEPE); /* within four cycles */
    sei();
}
