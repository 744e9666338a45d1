/* The fake hardware, as unit tests control it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything that was sent since fake_uart_clear, as a string. */
const char *fake_uart_sent(void);
void fake_uart_clear(void);

/* Adds bytes for uart_peek; removes all of them. */
void fake_uart_type(const char *bytes);
void fake_uart_receive(const void *bytes, size_t length);
void fake_uart_forget(void);

/*
 * Sets the result of uart_room; the ring takes every byte nevertheless.  A paced line fills with each byte,
 * and fake_uart_elapse empties it at 115200 baud.
 */
extern uint8_t fake_uart_room;
extern bool fake_uart_is_paced;
void fake_uart_elapse(unsigned ms);

extern uint8_t fake_nv[1024];
extern uint8_t fake_nv_writes[1024]; /* modulo 256 */

/* The bits of this mask in a cell stay as they are, whatever is written. */
extern uint8_t fake_nv_stuck[1024];

/* A paced EEPROM is busy for 4 ms after each write. */
extern bool fake_nv_is_paced;
void fake_nv_elapse(unsigned ms);
