/* The serial line: bytes in and out, through two rings that interrupt handlers empty and fill. */
#pragma once

#ifndef UART_RING
#define UART_RING 16 /* bytes a direction; a power of two, at most 128 */
#endif
#define UART_MOST_AT_ONCE 3 /* bytes that enter the receive ring together: one byte, two marks of lost ones */

/* Input was lost here (overrun, framing error), or this byte arrived; no text contains it. */
#define UART_LOST 0xff

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

/* Sets the rate (BAUD, 8N1), and enables the receiver's interrupt.  For main only, once, with those off. */
void uart_init(void);

/*
 * Returns whether the registers of the rate, of the format and of the two directions still have the values
 * that uart_init wrote.  A stray jump may write to any register.  Never waits.
 */
bool uart_is_intact(void);

/*
 * Returns a received byte, or UART_LOST where input was lost, and leaves it in the ring.  The next byte has
 * offset 0; `offset` must be less than uart_waiting().  Never waits.  For main only.
 */
uint8_t uart_peek(uint8_t offset);

/* Removes the byte at this offset; the order of the others stays.  Never waits.  For main only. */
void uart_pull(uint8_t offset);

/*
 * Unmasks the interrupt of the receiver if its ring has room.  main calls it once a tick: a flipped bit of an
 * index can empty a full ring, whose interrupt is masked.  For main only; takes less than 30 cycles.
 */
void uart_listen(void);

/*
 * Removes the next byte, and unmasks the interrupt, which masks itself when the ring is full.  Meanwhile the
 * receiver buffers two more bytes; the hardware reports in DOR0 that further ones are lost.
 */
void uart_drop(void);

/* The number of bytes that uart_peek can read.  Never waits; may be called with interrupts off. */
uint8_t uart_waiting(void);

/* The number of bytes that uart_put can take without waiting.  Never waits. */
uint8_t uart_room(void);

/* The byte of the last call of uart_put (1) to that UART_RING calls ago, as in the ring.  For main only. */
uint8_t uart_sent(uint8_t back);

/* Sends a byte.  Sleeps while the ring is full: at most one byte time, 1360 cycles.  For main only. */
void uart_put(uint8_t byte);

#endif
