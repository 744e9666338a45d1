/* Checks the stack pointer. */
#include "sim/board/stack.h"

uint16_t stack_pointer(const struct stack *stack)
{
    const uint8_t *data = stack->bus->avr->data;

    return (uint16_t)(data[R_SPL] | data[R_SPH] << 8);
}

static void sp_check(struct stack *stack)
{
    uint16_t sp = stack_pointer(stack);
    bool bad = sp + 1 < stack->floor || sp > stack->bus->avr->ramend;

    if (sp < stack->deepest)
        stack->deepest = sp;
    if (bad && !stack->is_bad)
        fault_note(stack->bus, UNO_FAULT_STACK,
                   "the stack pointer is 0x%04x: RAM for the stack is 0x%04x to 0x%04x", sp, stack->floor,
                   stack->bus->avr->ramend);
    stack->is_bad = bad;
}

/*
 * The two halves of the stack pointer change one after the other.  Code writes SPH, then SPL (as avr-gcc does
 * with interrupts off); simavr's calls and pushes write SPL, then SPH.  Only a whole pointer is checked.
 */
static void sp_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct stack *stack = param;
    uint32_t pc = avr->pc & avr->flashend;
    unsigned opcode = avr->flash[pc] | (unsigned)avr->flash[pc + 1] << 8;
    bool by_code = (opcode & 0xf800) == 0xb800;

    avr->data[addr] = v;
    if (addr == (by_code ? R_SPL : R_SPH) && !stack->is_ignored)
        sp_check(stack);
}

void stack_reset(struct stack *stack)
{
    stack->is_bad = stack->is_ignored = false;
    stack->deepest = stack->bus->avr->ramend;
}

void stack_attach(struct stack *stack, struct bus *bus)
{
    stack->bus = bus;
    bus->avr->io[AVR_DATA_TO_IO(R_SPL)].w.c = sp_write;
    bus->avr->io[AVR_DATA_TO_IO(R_SPL)].w.param = stack;
    bus->avr->io[AVR_DATA_TO_IO(R_SPH)].w.c = sp_write;
    bus->avr->io[AVR_DATA_TO_IO(R_SPH)].w.param = stack;
}
