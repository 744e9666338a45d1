/* A chip of simavr's, with the room that stray code needs. */
#ifndef CHIP_H
#define CHIP_H

#include <sim_avr.h>

#include <stddef.h>

/*
 * A chip with this flash.  Its memories have room for every address that 16 bits can name: a stray access
 * must not leave the array.
 */
avr_t *chip_make(const char *mcu, const uint8_t *flash);
void chip_drop(avr_t *avr);
size_t chip_flash_size(const char *mcu); /* in bytes, by making one; 0: simavr knows no such chip */

#endif
