/* Checks the stack pointer. */
#include "sim/board/components.h"

uint16_t stack_pointer(const struct stack *stack)
{
    const uint8_t *data = stack->bus->avr->data;
    return (uint16_t)(data[R_SPL] | data[R_SPH] << 8);
}

/*
 * Checks the stack pointer when both of its halves have changed.  Code writes SPH first (avr-gcc does, with
 * interrupts disabled); calls and pushes in simavr write SPL first.
 */
static void sp_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct stack *stack = param;
    uint32_t pc = avr->pc & avr->flashend;
    unsigned opcode = avr->flash[pc] | (unsigned)avr->flash[pc + 1] << 8;
    bool by_code = (opcode & 0xf800) == 0xb800;
    avr->data[addr] = v;
    if (addr != (by_code ? R_SPL : R_SPH) || stack->is_ignored)
        return;
    uint16_t sp = stack_pointer(stack);
    bool bad = sp + 1 < stack->floor || sp > avr->ramend;
    if (sp < stack->deepest)
        stack->deepest = sp;
    if (bad && !stack->is_bad)
        fault_note(stack->bus, UNO_FAULT_STACK,
                   "the stack pointer is 0x%04x: RAM for the stack is 0x%04x to 0x%04x", sp, stack->floor,
                   avr->ramend);
    stack->is_bad = bad;
}

void stack_attach(struct stack *stack, struct bus *bus)
{
    stack->bus = bus;
    on_register(bus->avr, R_SPL, NULL, sp_write, stack);
    on_register(bus->avr, R_SPH, NULL, sp_write, stack);
}
