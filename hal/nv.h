/* Non-volatile memory: an EEPROM, byte by byte. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define NV_SIZE 1024 /* bytes */

/*
 * Returns whether a byte is being written, which takes 3.4 ms (datasheet 8.4.3). Do not call nv_read or
 * nv_write meanwhile.
 */
bool nv_is_busy(void);

/* The byte at address 0 .. NV_SIZE-1.  Stops the core for 4 cycles.  For main only, not while nv_is_busy. */
uint8_t nv_read(uint16_t address);

/*
 * Starts to write a byte, unless the cell has this value already: a cell lasts for 100,000 writes.  Never
 * waits.  For main only, not while nv_is_busy.
 */
void nv_write(uint16_t address, uint8_t byte);
