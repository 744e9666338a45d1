/* The core: sleep, watchdog, reset, memory in use. */
#pragma once

/* Why the program reset the core (cpu_fail), from 1 on. */
#define CPU_RESET_STACK     1 /* the stack had grown into the variables */
#define CPU_RESET_INTERRUPT 2 /* an interrupt came that has no handler */
#define CPU_RESET_RESTART   3 /* the program ran into its own start: a stray jump, empty flash */

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

/* Why the hardware reset the core; these numbers continue those above. */
enum {
    CPU_RESET_UNKNOWN,
    CPU_RESET_POWER = CPU_RESET_RESTART + 1,
    CPU_RESET_EXTERNAL,
    CPU_RESET_BROWNOUT,
    CPU_RESET_WATCHDOG /* the main loop did not feed it in time */
};

/* The cause of the last reset.  A boot loader that clears MCUSR passes it in r2 (Optiboot). */
uint8_t cpu_reset_cause(void);

/* Stores the cause and lets the watchdog reset the core within 16 ms.  Main or ISR. */
__attribute__((noreturn)) void cpu_fail(uint8_t why);

/* Returns whether the stack has never reached the variables since the reset. */
bool cpu_stack_is_intact(void);

/*
 * To sleep until an event: cpu_lock, check for it, then cpu_unlock if it has happened, or cpu_sleep, which
 * enables interrupts together with the sleep instruction, so that none comes between.
 */
void cpu_lock(void);
void cpu_unlock(void);
void cpu_sleep(void);

/* The watchdog resets the core when it is not fed for 250 ms (nominal; the chip's oscillator is +-10 %). */
void cpu_watchdog_start(void);
void cpu_watchdog_feed(void);

uint16_t cpu_ram_static(void); /* bytes of static variables */
/* Bytes of the deepest stack since the reset, and of RAM never used.  Each takes 20,000 cycles. */
uint16_t cpu_ram_stack(void);
uint16_t cpu_ram_free(void);

uint16_t cpu_flash_used(void); /* bytes of flash that the image takes */

#endif
