/* The serial line: bytes in, bytes out, both through rings that interrupts serve. */
#ifndef UART_H
#define UART_H

#ifndef UART_RING
#define UART_RING 16 /* bytes a direction; a power of two, at most 128 */
#endif
#define UART_PLACES 3 /* of the receiving ring that a byte may take: itself, and marks of a loss */

/* What uart_peek returns where input was lost: an overrun, a framing error, or this very byte, which no text
 * contains. */
#define UART_LOST 0xff

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

/* Sets the rate (BAUD, 8N1) and starts both interrupts.  For main only, once, with interrupts off. */
void uart_init(void);

/*
 * A byte received, the next one at place 0, or UART_LOST in the place where input was lost; it stays there.
 * To be asked for only below uart_waiting.  Never waits.  For main only.
 */
uint8_t uart_peek(uint8_t place);

/* Takes a byte out from between the others, which keep their order.  Never waits.  For main only. */
void uart_pull(uint8_t place);

/*
 * Takes the next byte away.  A full ring is not an error: its interrupt masks itself, and uart_drop takes the
 * mask away. Meanwhile the receiver holds two bytes more; what comes after them is lost, and the hardware
 * tells so by DOR0.
 */
void uart_drop(void);

/* Bytes that wait for uart_peek, 0 .. UART_RING.  Never waits; may be called with interrupts off. */
uint8_t uart_waiting(void);

/* Bytes that uart_put takes without waiting, 0 .. UART_RING.  Never waits. */
uint8_t uart_room(void);

/* Sleeps until uart_put takes that many bytes, up to UART_RING, without waiting: a byte time each.  For main
 * only. */
void uart_wait(uint8_t bytes);

/*
 * A line in two steps, when uart_wait has made room for it: uart_stage puts `count` bytes, each raised by
 * `plus`, and CRLF behind what is being sent, in 16 cycles a byte where uart_put takes 40; uart_commit, with
 * the length of the line, lets it go.  Without that, or with another byte first, it is as if it had not been
 * laid.  For main only.
 */
void uart_stage(const int8_t *bytes, uint8_t count, uint8_t plus);
void uart_commit(uint8_t length);

/* What uart_put took so many bytes ago, 1 (the last) .. UART_RING: as it is sent, or was.  For main only. */
uint8_t uart_sent(uint8_t back);

/* Sends a byte.  Sleeps while the ring is full: at most one byte time (1360 cycles at 115200).  For main
 * only. */
void uart_put(uint8_t byte);

#endif
#endif
