/* Instructions that are decoded once, not each time they run. */
#ifndef DECODER_H
#define DECODER_H

#include "sim/board/stack.h"

struct decoded {
    uint8_t instruction; /* 0: not decoded yet */
    uint8_t d, r;        /* registers */
    uint8_t size;        /* in bytes */
    uint16_t k;          /* constant */
};

struct decoder {
    avr_t *avr;
    struct stack *stack;
    struct decoded *table; /* one entry per word of flash */
    uint32_t code_end;
};

/* A new chip in the socket: its flash has the same contents as before, if there was a chip before. */
void decoder_attach(struct decoder *decoder, avr_t *avr, struct stack *stack, uint32_t code_end);
void decoder_free(struct decoder *decoder);

/*
 * Runs instructions until the chip's clock has reached `until`, or until an instruction comes that simavr has
 * to run; avr->pc is then that instruction.  The result is the address of the last instruction that was run,
 * or -1 if there was none.  Each of them has the same effect, and takes the same cycles, as in simavr.
 * Nothing but instructions happens in the meantime: the caller limits `until` to the next event.
 */
int64_t decoder_run(struct decoder *decoder, uint64_t until);

#endif
