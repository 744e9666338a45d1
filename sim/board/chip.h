/* Makes simavr's chips, corrects them, and connects the board's parts to them. */
#ifndef CHIP_H
#define CHIP_H

#include <sim_avr.h>

#include <stddef.h>

/*
 * A chip with this flash.  Its memories have room for every address of 16 bits, so that a stray access stays
 * within the arrays.  It has the second stage of the watchdog, which simavr lacks: if the watchdog's
 * interrupt has not run by the next timeout, and WDE is set, the chip is reset.
 */
avr_t *chip_make(const char *mcu, const uint8_t *flash);
/* Frees a chip. */
void chip_drop(avr_t *avr);

/* simavr's part of this kind ("uart", "spi", "eeprom", "watchdog"), or NULL. */
void *part_find(avr_t *avr, const char *kind);
/* Calls `again` when the handler of this vector has returned: a level interrupt may be pending again. */
void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, void *part);
/* The address of PINx; DDRx and PORTx follow it. */
uint16_t port_address(avr_t *avr, char port);
/* Let the hook handle reads or writes of an I/O register; NULL: it only stores a value. */
void on_register_read(avr_t *avr, uint16_t address, avr_io_read_t hook, void *param);
void on_register_write(avr_t *avr, uint16_t address, avr_io_write_t hook, void *param);

#endif
