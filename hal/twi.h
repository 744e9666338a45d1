/* The two-wire bus (I2C) to a display: bytes to a slave that may not be there. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * For main only, without interrupts; every wait is bounded.  At 400 kHz a byte takes 400 cycles.  A function
 * that fails (no answer, or a bus that is held low) returns false after at most 3000 cycles and leaves the
 * bus free.
 */

/* SDA A4, SCL A5, with the chip's pull-ups beside those of the module. */
void twi_init(void);

/* Sends START and the address (7 bits) with a write; returns whether a slave answered. */
bool twi_start(uint8_t address);

/* Sends a byte to the slave; returns whether it accepted it. */
bool twi_put(uint8_t byte);

/* Returns whether a slave answers to this address now. */
bool twi_answers(uint8_t address);

/* Sends STOP: at most 400 cycles. */
void twi_stop(void);
