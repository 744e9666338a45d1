/* The EEPROM of the ATmega328P. */
#include "hal/nv.h"

#include "hal/cpu.h"

#include <avr/io.h>

bool nv_is_busy(void)
{
    return EECR & _BV(EEPE);
}

uint8_t nv_read(uint16_t address)
{
    EEAR = address;
    EECR = _BV(EERE);
    return EEDR;
}

void nv_write(uint16_t address, uint8_t byte)
{
    if (nv_read(address) == byte)
        return;
    EEDR = byte;
    cpu_lock(); /* EEPE must be set within four cycles of EEMPE (datasheet 8.6.3) */
    EECR = _BV(EEMPE);
    EECR = _BV(EEMPE) | _BV(EEPE);
    cpu_unlock();
}
