/* What is done to a running chip, to see whether it comes back. */
#define _GNU_SOURCE
#include "tests/support/harm.h"

#include "tests/support/line.h"

enum { TIMSK1 = 0x6f, UBRR0L = 0xc4, SLOT = 4, PAST_THE_IMAGE = 64 };

static uint32_t address(struct uno *uno, const char *name)
{
    int32_t found = uno_symbol(uno, name);
    if (found < 0)
        fail_msg("no symbol %s", name);
    return (uint32_t)found;
}

void harm_tolerated(struct uno *uno)
{
    for (int fault = 0; fault < UNO_FAULTS; fault++)
        uno_tolerate(uno, (enum uno_fault)fault, true);
}

void harm_hang_with_interrupts(struct uno *uno)
{
    uno_jump(uno, address(uno, "__stop_program")); /* an instruction that jumps to itself */
}

void harm_hang_without_interrupts(struct uno *uno)
{
    uno_jump(uno, address(uno, "_exit"));
}

void harm_stop_the_tick(struct uno *uno)
{
    uno_poke(uno, TIMSK1, 0); /* main sleeps, and nothing wakes it */
}

void harm_change_the_rate(struct uno *uno)
{
    uno_poke(uno, UBRR0L, 0xff); /* 7,812 baud: neither end understands the other */
}

void harm_jump_to_the_start(struct uno *uno)
{
    uno_jump(uno, 0);
}

void harm_jump_into_empty_flash(struct uno *uno)
{
    uno_jump(uno, address(uno, "__data_load_end") + PAST_THE_IMAGE);
}

void harm_interrupt_without_handler(struct uno *uno)
{
    uno_jump(uno, 3 * SLOT); /* as if pins had changed */
}

void harm_overflow_the_stack(struct uno *uno)
{
    uint16_t end = (uint16_t)(uno_status(uno).ram_start + uno_status(uno).static_ram);
    for (uint16_t i = 0; i < 16; i++)
        uno_poke(uno, (uint16_t)(end + i), 0x42); /* what a stack down to here leaves */
}
