/* The clock of a slice: the milliseconds that remain. */
#ifndef SLICE_CLOCK_H
#define SLICE_CLOCK_H

/*
 * slice_ms is a byte that main may read and write.  The count sets it to the length of a slice, and its
 * assembly counts it down; on the chip it is a register that no timer uses, not a byte of RAM.
 *
 * slice_check is another such byte: a checksum for the count.  The bit SLICE_IS_PART of slice_kind tells that
 * a part is counted; the assembly uses the other bits, and changes this one only to the same value.
 *
 * slice_has_input() returns whether a received byte waits: then a slice ends soon.
 *
 * slice_has_registers() returns whether such registers exist.  They do on every chip.  QEMU loses what is
 * written to the timers and interfaces that it does not simulate: there the count must do without them.
 */
#ifdef __AVR__
#include "hal/avr/slice.h"
#else

#include <stdbool.h>
#include <stdint.h>

extern uint8_t slice_ms; /* a test lets it run */
extern uint8_t slice_check;
extern uint8_t slice_kind;

static inline bool slice_has_input(void)
{
    return false;
}

static inline bool slice_has_registers(void)
{
    return true;
}

#endif

#define SLICE_IS_PART 0x20 /* IS_PART of count_rows_avr.S */

#endif
