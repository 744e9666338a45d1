/* The registers that keep the count's bytes: Timer0 is not used, and these are its to compare with. */
#ifndef AVR_SLICE_H
#define AVR_SLICE_H

#include <avr/io.h>
#include <stdbool.h>

#define slice_ms OCR0A

/* TWBR belongs to the I2C interface, which no image uses that counts with these registers. */
static inline bool slice_has_registers(void)
{
    TWBR = 1;
    return TWBR != 0;
}

#endif
