/* The registers that store the count's bytes: nothing else uses them (see count_rows_avr.S). */
#ifndef AVR_SLICE_H
#define AVR_SLICE_H

#include <avr/io.h>
#include <stdbool.h>

#define slice_ms    TWAR
#define slice_check PCMSK0

/* TWBR belongs to the I2C interface, which sets it again for each transfer. */
static inline bool slice_has_registers(void)
{
    TWBR = 1;
    return TWBR != 0;
}

#endif
