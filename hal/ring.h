/* The index arithmetic of a ring that one side fills and the other empties. */
#ifndef RING_H
#define RING_H

#include "hal/uart.h"

/*
 * Both indices count freely from 0 to 255 and wrap; only the address in the ring uses their low bits.  So
 * head - tail is the number of bytes in the ring, and all places can be used.  Each index is one byte and has
 * one writer.
 */

/*@ logic integer fill(integer head, integer tail) = head >= tail ? head - tail : head - tail + 256; */

/*@ lemma byte_below_zero: \forall integer x; -256 <= x < 0 ==> (uint8_t)x == x + 256;
    lemma byte_above_255: \forall integer x; 256 <= x < 512 ==> (uint8_t)x == x - 256;
*/

/*@ ensures \result == fill(head, tail);
    assigns \nothing; */
static inline uint8_t ring_fill(uint8_t head, uint8_t tail)
{
    return (uint8_t)(head - tail);
}

/* The place of the index in the ring; the size of the ring divides 256. */
/*@ ensures \result < UART_RING;
    assigns \nothing; */
static inline uint8_t ring_place(uint8_t index)
{
    return (uint8_t)(index & (UART_RING - 1));
}

/*@ ensures filled: \forall integer tail; 0 <= tail <= 255 && fill(index, tail) < UART_RING
                    ==> fill(\result, tail) == fill(index, tail) + 1;
    ensures emptied: \forall integer head; 0 <= head <= 255 && 0 < fill(head, index) <= UART_RING
                     ==> fill(head, \result) == fill(head, index) - 1;
    assigns \nothing; */
static inline uint8_t ring_next(uint8_t index)
{
    return (uint8_t)(index + 1);
}

#endif
