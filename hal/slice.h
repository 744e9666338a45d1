/* The clock of a slice: the milliseconds that remain. */
#pragma once

/*
 * slice_start() sets slice_ms to the length of a slice, and the assembly of the count counts it down.
 * slice_check is a checksum for the count.  SLICE_IS_PART in slice_kind tells that a part is counted,
 * SLICE_IS_DEALT that the squares of level 2 are dealt out; the assembly uses the other bits.  On the chip
 * these bytes are I/O registers; slice_has_registers() returns whether they exist: QEMU has not all.
 *
 * slice_has_input() returns whether a received byte waits: then a slice ends soon.
 */
#ifdef __AVR__
#include "hal/avr/slice.h"
#else

#include <stdbool.h>
#include <stdint.h>

extern uint8_t slice_ms; /* a test lets it run */
extern uint8_t slice_check;
extern uint8_t slice_kind;

static inline void slice_start(uint8_t ms, bool soon)
{
    (void)soon;
    slice_ms = ms;
}

static inline bool slice_has_input(void)
{
    return false;
}

static inline bool slice_has_registers(void)
{
    return true;
}

#endif

/* IS_PART and IS_DEALT of count_rows_avr.h */
#define SLICE_IS_PART  0x20
#define SLICE_IS_DEALT 0x40
