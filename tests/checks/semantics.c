/*
 * Executes single instructions of a program in libsimavr, for semantics.mjs.
 *
 *   semantics <INPUT >STATES
 *
 * The input is the flash, then states.  A state is the PC, the cycles of the instruction that has led to it,
 * and the first bytes of data memory, which contain the registers, SP and SREG.
 */
#include <sim_avr.h>
#include <sim_core.h>

#include <stdio.h>
#include <string.h>

static struct {
    uint32_t pc, cycles;
    uint8_t data[0x200];
} state;

int main(void)
{
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->state = cpu_Running;
    if (!fread(avr->flash, avr->flashend + 1, 1, stdin))
        return 2;
    while (fread(&state, sizeof state, 1, stdin) == 1) {
        memcpy(avr->data, state.data, sizeof state.data);
        for (int i = 0; i < 8; i++)
            avr->sreg[i] = state.data[R_SREG] >> i & 1;
        avr->pc = state.pc;
        avr->cycle = 0;
        state.pc = avr_run_one(avr);
        state.cycles = (uint32_t)avr->cycle;
        memcpy(state.data, avr->data, sizeof state.data);
        state.data[R_SREG] = 0;
        for (int i = 0; i < 8; i++)
            state.data[R_SREG] |= (uint8_t)(avr->sreg[i] << i);
        fwrite(&state, sizeof state, 1, stdout);
    }
    return 0;
}
