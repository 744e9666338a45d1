/* The two-wire bus (I2C) to a display: bytes to a slave that may not be there. */
#ifndef TWI_H
#define TWI_H

#include <stdbool.h>
#include <stdint.h>

/*
 * For main only, without interrupts; every wait is bounded.  At 400 kHz a byte takes 400 cycles.  Whatever
 * fails (no answer, a bus that is held) is false after at most 3000 cycles, and leaves the bus free: nothing
 * has to be undone.
 */

/* SDA A4, SCL A5, with the chip's pull-ups beside those of the module. */
void twi_init(void);

/* START, and the address (7 bits) with a write: did a slave answer? */
bool twi_start(uint8_t address);

/* A byte to the slave: did it take it? */
bool twi_put(uint8_t byte);

/* STOP: at most 400 cycles. */
void twi_stop(void);

#endif
