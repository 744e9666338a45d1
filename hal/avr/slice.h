/* The registers that store the count's bytes: nothing else uses them. */
#pragma once

#include <avr/io.h>
#include <stdbool.h>

/*
 * avr8js, and so Wokwi, takes a mask of pin changes for PCICR: if a pin has changed whose bit is 1, a later
 * write starts an interrupt.  The pins of port C do not change.  Those of port B do, but not within a slice,
 * and slice_check is 0 outside of slices.
 */
#ifdef PCMSK1
#define slice_ms PCMSK1
#else
#define slice_ms TWAR /* a Leonardo, which counts without crosses */
#endif
#define slice_check PCMSK0
#define slice_kind  GPIOR0

extern volatile uint8_t uart_rx_head, uart_rx_tail;

/*
 * The flag of OCR1B ends a slice.  It comes in the middle of each ms; if `soon`, first 0.6 ms from now, when
 * the table of a cross is computed, before the bytes that arrive meanwhile fill the receive ring.
 */
static inline void slice_start(uint8_t ms, bool soon)
{
    const uint8_t period = F_CPU / 64 / 1000;                 /* so the high bytes of Timer1 are 0 */
    uint8_t at = soon ? (uint8_t)(TCNT1L + 150) : period / 2; /* beyond 255, 6 less */
    if (soon)
        TIFR1 = _BV(OCF1B);
    OCR1BL = at < period ? at : 0;
    slice_ms = ms;
}

static inline bool slice_has_input(void)
{
    return uart_rx_head != uart_rx_tail;
}

/* TWBR belongs to the I2C interface, which sets it again for each transfer. */
static inline bool slice_has_registers(void)
{
    TWBR = 1;
    return TWBR != 0;
}
