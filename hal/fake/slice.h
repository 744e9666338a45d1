/* The clock of a slice on a host, where a test lets it run. */
#ifndef FAKE_SLICE_H
#define FAKE_SLICE_H

#include <stdbool.h>
#include <stdint.h>

extern uint8_t slice_ms;
extern uint8_t slice_check;

static inline bool slice_has_registers(void)
{
    return true;
}

#endif
