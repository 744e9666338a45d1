/* The watch over the stack pointer. */
#include "sim/board/inside.h"

static void sp_check(struct uno *uno)
{
    uint16_t sp = (uint16_t)(uno->avr->data[R_SPL] | uno->avr->data[R_SPH] << 8);
    bool bad = sp + 1 < uno->stack_floor || sp > uno->avr->ramend;

    if (sp < uno->deepest_sp)
        uno->deepest_sp = sp;
    if (bad && !uno->stack_bad)
        fault_note(uno, UNO_FAULT_STACK, "the stack pointer is 0x%04x: RAM for the stack is 0x%04x to 0x%04x",
                   sp, uno->stack_floor, uno->avr->ramend);
    uno->stack_bad = bad;
}

/*
 * The two halves of the stack pointer change one after the other.  Code writes SPH, then SPL (as avr-gcc does
 * with interrupts off); simavr's calls and pushes write SPL, then SPH.  Only a whole pointer is looked at.
 */
void sp_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    uint32_t pc = avr->pc & avr->flashend;
    unsigned opcode = avr->flash[pc] | (unsigned)avr->flash[pc + 1] << 8;
    bool by_code = (opcode & 0xf800) == 0xb800;

    avr->data[addr] = v;
    if (addr == (by_code ? R_SPL : R_SPH) && !uno->in_reset)
        sp_check(uno);
}

uint16_t uno_deepest(const struct uno *uno)
{
    return (uint16_t)(uno->avr->ramend - uno->deepest_sp);
}

void uno_deepest_start(struct uno *uno)
{
    uno->deepest_sp = (uint16_t)(uno->avr->data[R_SPL] | uno->avr->data[R_SPH] << 8);
}
