/* Checks the stack pointer. */
#ifndef STACK_H
#define STACK_H

#include "sim/board/bus.h"

struct stack {
    struct bus *bus;
    uint16_t floor;   /* the lowest address that the stack may use */
    uint16_t deepest; /* the lowest value of the stack pointer so far */
    bool is_bad;      /* it is outside of the RAM for the stack; the fault is noted */
    bool is_ignored;  /* during a reset, simavr writes the stack pointer */
};

/* Connects a new chip. */
void stack_attach(struct stack *stack, struct bus *bus);
/* The present value of the stack pointer. */
uint16_t stack_pointer(const struct stack *stack);

#endif
