/* What begin.S and cpu.c share. */
#pragma once

#include "hal/mcu.h"

/* The byte that unused RAM is filled with: what the stack has overwritten shows its greatest depth. */
#define CPU_PAINT 0xc5

/*
 * cpu_cause survives a reset.  Its high nibble determines what its low nibble contains: 0 for the flags of
 * MCUSR, else one of these.  Before begin.S has set it, it may contain anything.
 */
#define CPU_FAILS  0xa0 /* why the program has stopped: the watchdog is about to reset the chip */
#define CPU_FAILED 0x60 /* why the program had stopped before this reset */

/*
 * The boot loader of Nanos until 2018 (ATmegaBOOT_168) leaves the watchdog running after a reset by it: the
 * chip is reset again every 16 ms.  An image for such a board (hal/mcu.h) detects this loader by its first
 * word, a jump, and restarts in software (begin.S).
 */
#ifdef NQUEENS_OLD_LOADER
#define OLD_LOADER     0x7800
#define OLD_LOADER_JMP 0x940c
#endif
