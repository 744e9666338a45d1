/* A chip of simavr, with memory for stray accesses. */
#ifndef CHIP_H
#define CHIP_H

#include <sim_avr.h>

#include <stddef.h>

/*
 * A chip with this flash.  Its memories have room for every address that 16 bits can name, so that a stray
 * access stays within the arrays.
 */
avr_t *chip_make(const char *mcu, const uint8_t *flash);
void chip_drop(avr_t *avr);
size_t chip_flash_size(const char *mcu); /* in bytes; 0: simavr does not know this chip */

#endif
