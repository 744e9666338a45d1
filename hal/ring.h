/* The index arithmetic of a ring that one side fills and the other empties. */
#pragma once

#include "hal/uart.h"

/*
 * Both indices count freely from 0 to 255 and wrap; only the address in the ring uses their low bits.  So
 * head - tail is the number of bytes in the ring, and all of the ring can be used.  Each index is one byte
 * and has one writer.
 */

static inline uint8_t ring_fill(uint8_t head, uint8_t tail)
{
    return (uint8_t)(head - tail);
}

/* The offset of the index in the ring; the size of the ring divides 256. */
static inline uint8_t ring_offset(uint8_t index)
{
    return (uint8_t)(index & (UART_RING - 1));
}

static inline uint8_t ring_next(uint8_t index)
{
    return (uint8_t)(index + 1);
}
