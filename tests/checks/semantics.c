/*
 * Executes single instructions in libsimavr on random states, for semantics.mjs.
 *
 *   semantics TIMES <OPCODES      opcodes in hexadecimal, one a line; each runs TIMES times
 *
 * Prints the opcode, then r0 to r31, SREG and SP before it, the same after it, the PC, and the byte of the
 * RAM that has changed: its address and value, or 0 0.  Memory contains (address * 31 + 11) % 256.
 */
#include <sim_avr.h>
#include <sim_core.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT = 0x1000, FIRST = 0x100 };

static uint8_t memory(unsigned address)
{
    return (uint8_t)(address * 31 + 11);
}

static void fill(uint8_t *to, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++)
        to[i] = memory(i);
}

static void set_random(avr_t *avr, unsigned opcode)
{
    for (int r = 0; r < 32; r++)
        avr->data[r] = (uint8_t)(rand() >> 8);
    if (rand() & 64) /* equal operands are rare otherwise */
        memset(avr->data + 16, avr->data[(rand() >> 8) & 31], 8);
    if ((opcode & 0xd000) == 0x8000 || (opcode & 0xfc00) == 0x9000) /* a pointer into the RAM */
        for (int r = 26; r < 32; r += 2)
            avr->data[r + 1] = (uint8_t)(2 + rand() % 6);
    for (int i = 0; i < 7; i++)
        avr->sreg[i] = (rand() >> 8) & 1;
    avr->data[R_SPL] = (uint8_t)(rand() >> 8);
    avr->data[R_SPH] = (uint8_t)(2 + rand() % 6);
    avr->flash[AT] = (uint8_t)opcode;
    avr->flash[AT + 1] = (uint8_t)(opcode >> 8);
    avr->pc = AT;
}

static void print(const avr_t *avr)
{
    unsigned flags = 0;
    for (int r = 0; r < 32; r++)
        printf(" %u", avr->data[r]);
    for (int i = 0; i < 8; i++)
        flags |= (unsigned)avr->sreg[i] << i;
    printf(" %u %u", flags, avr->data[R_SPL] + 256u * avr->data[R_SPH]);
}

static void print_changed(avr_t *avr)
{
    unsigned address = FIRST;
    while (address <= avr->ramend && avr->data[address] == memory(address))
        address++;
    if (address > avr->ramend) {
        printf(" 0 0\n");
    } else {
        printf(" %u %u\n", address, avr->data[address]);
        avr->data[address] = memory(address);
    }
}

int main(int argc, char **argv)
{
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    unsigned opcode;
    if (!avr || argc != 2)
        return 2;
    avr_init(avr);
    avr->state = cpu_Running;
    fill(avr->flash, 0, avr->flashend + 1);
    fill(avr->data, FIRST, avr->ramend + 1u);
    avr->flash[AT + 2] = avr->flash[AT + 3] = 0; /* nop: what is skipped */
    while (scanf("%x", &opcode) == 1)
        for (int i = atoi(argv[1]); i > 0; i--) {
            set_random(avr, opcode);
            printf("%x", opcode);
            print(avr);
            avr->pc = avr_run_one(avr);
            print(avr);
            printf(" %u", avr->pc);
            print_changed(avr);
        }
    return 0;
}
