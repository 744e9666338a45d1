/* Paint for variables and free RAM of the AVR. */
#include "hal/ram.h"

#include <avr/io.h>

/*
 * Not CPU_PAINT, which begin.S uses: the deepest byte of `count 4` happens to equal it.  A deepest byte that
 * equals this value is missed, too; the tests compare the result with the simulator's own measurement.
 */
#define PAINT 0x6b

#ifdef __AVR_3_BYTE_PC__
#define RETURN_ADDRESS 3 /* bytes */
#else
#define RETURN_ADDRESS 2
#endif

extern uint8_t __noinit_start, _end; /* from the linker: RAM_PAINTED variables are between them */

static uint16_t top; /* the stack pointer of the caller, without the return address */

/* Does not paint its own return address: those of the caller's other callees will be at the same place. */
__attribute__((noinline)) void ram_paint(void)
{
    top = SP;
    for (volatile uint8_t *p = &__noinit_start; (uint16_t)p <= top; p++)
        *p = PAINT;
}

uint16_t ram_static(void)
{
    uint16_t bytes = 0;

    for (const volatile uint8_t *p = &__noinit_start; p < &_end; p++)
        bytes = (uint16_t)(bytes + (*p != PAINT));
    return bytes;
}

uint16_t ram_stack(void)
{
    const volatile uint8_t *p = &_end;

    while ((uint16_t)p <= top && *p == PAINT)
        p++;
    return (uint16_t)(top + 1 - (uint16_t)p + RETURN_ADDRESS); /* which the callees share with ram_paint */
}
