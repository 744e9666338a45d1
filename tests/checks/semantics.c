/*
 * Executes single instructions of a program in libsimavr on random states, for semantics.mjs.
 *
 *   semantics TIMES FLASH <ADDRESSES      each instruction runs TIMES times; FLASH is a file
 *
 * Prints the address, then r0 to r31, SREG and SP before it, the same after it, the PC, and of each byte of
 * the RAM that has changed its address and value.  Memory contains (address * 31 + 11) % 256.
 */
#include <sim_avr.h>
#include <sim_core.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 0x100 }; /* of the RAM */

static uint8_t memory(unsigned address)
{
    return (uint8_t)(address * 31 + 11);
}

static void set_random(avr_t *avr)
{
    unsigned opcode = avr->flash[avr->pc] + 256u * avr->flash[avr->pc + 1];

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
    for (unsigned address = FIRST; address <= avr->ramend; address++) {
        if (avr->data[address] != memory(address))
            printf(" %u %u", address, avr->data[address]);
        avr->data[address] = memory(address);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    FILE *flash = argc == 3 ? fopen(argv[2], "rb") : NULL;
    unsigned address;
    if (!avr || !flash)
        return 2;
    avr_init(avr);
    avr->state = cpu_Running;
    if (!fread(avr->flash, 1, avr->flashend + 1, flash))
        return 2;
    for (unsigned i = FIRST; i <= avr->ramend; i++)
        avr->data[i] = memory(i);
    while (scanf("%u", &address) == 1)
        for (int i = atoi(argv[1]); i > 0; i--) {
            avr->pc = address;
            set_random(avr);
            printf("%u", address);
            print(avr);
            avr->pc = avr_run_one(avr);
            print(avr);
            printf(" %u", avr->pc);
            print_changed(avr);
        }
    fclose(flash);
    return 0;
}
