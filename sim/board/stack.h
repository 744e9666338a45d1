/* Checks the stack pointer. */
#ifndef STACK_H
#define STACK_H

#include "sim/board/bus.h"

struct stack {
    struct bus *bus;
    uint16_t floor;   /* the first byte of RAM that is free for it */
    uint16_t deepest; /* the lowest value of the pointer */
    bool is_bad;      /* it is outside now; the fault is noted */
    bool is_ignored;  /* during a reset simavr writes the pointer; that is no push */
};

void stack_attach(struct stack *stack, struct bus *bus);
void stack_reset(struct stack *stack);
uint16_t stack_pointer(const struct stack *stack);

#endif
