/* What begin.S and cpu.c share. */
#ifndef BEGIN_H
#define BEGIN_H

/* The byte that unused RAM is filled with, so that the stack shows how deep it came. */
#define CPU_PAINT 0xc5

/*
 * The high nibble of cpu_cause, which outlives a reset, says what the low one is: 0 for the flags of MCUSR,
 * else one of these; before begin.S has set it, any other is noise, or the fresh RAM of a simulator.
 */
#define CPU_FAILS  0xa0 /* why the program has given up: the watchdog is about to bite */
#define CPU_FAILED 0x60 /* why it had given up before this reset */

/*
 * The boot loader of Nanos until 2018 (ATmegaBOOT_168) leaves the watchdog running by which the chip was just
 * reset: it is reset again after 16 ms, for ever, until the supply goes.  It is known by the word that it
 * starts with, a jump, where other loaders have nothing, or by chance the rest of a longer program; then the
 * chip is restarted by hand (begin.S).
 */
#ifdef __AVR_ATmega328P__
#define OLD_LOADER     0x7800
#define OLD_LOADER_JMP 0x940c
#endif

#endif
