/* Instructions that are decoded once, not each time they run. */
#ifndef DECODER_H
#define DECODER_H

#include "sim/board/parts.h"

struct decoded {
    uint8_t instruction; /* 0: simavr runs it */
    uint8_t d, r;        /* addresses of the registers of the operands */
    uint8_t skip;        /* words that it skips if it is a skip and its condition is true */
    uint32_t k;          /* constant, or the number of the word to jump to */
};

struct decoder {
    avr_t *avr;
    struct stack *stack;
    struct decoded *table; /* an entry per word of flash; to be freed */
    uint32_t code_end;     /* in bytes */
};

/* Connects a new chip.  If there was a chip before, the new one has the same flash contents. */
void decoder_attach(struct decoder *decoder, avr_t *avr, struct stack *stack, uint32_t code_end);

/*
 * Runs instructions until the chip's clock has reached `until`, which must be in the future, or until an
 * instruction comes that simavr has to run.  avr->pc is then the next instruction.  Returns the address of
 * the last instruction that was run, in bytes, or -1 if there was none.
 *
 * Each instruction has the same effect, and takes the same cycles, as in simavr.  (Where simavr skips ADIW
 * and SBIW as if they had two words, this follows the chip.)  No timer or interrupt is processed in the
 * meantime: the caller limits `until` to the next event.
 */
int64_t decoder_run(struct decoder *decoder, uint64_t until);

#endif
