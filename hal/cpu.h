/* The core: sleep, watchdog, reset, memory in use. */
#ifndef CPU_H
#define CPU_H

#include <stdint.h>

enum cpu_reset {
    CPU_RESET_UNKNOWN,
    CPU_RESET_POWER,
    CPU_RESET_EXTERNAL,
    CPU_RESET_BROWNOUT,
    CPU_RESET_WATCHDOG
};

/* Why the core was last reset.  A bootloader that cleared MCUSR hands the cause over in r2 (Optiboot). */
enum cpu_reset cpu_reset_cause(void);

/*
 * To wait for an event and sleep meanwhile: cpu_lock, look for the event, then cpu_unlock if it is there, or
 * cpu_sleep if not.  cpu_sleep lets interrupts in again together with the sleep instruction, so that none
 * can slip between the look and the sleep.
 */
void cpu_lock(void);
void cpu_unlock(void);
void cpu_sleep(void);

/* The watchdog resets the core when it is not fed for 250 ms (nominal; the chip's oscillator is +-10 %). */
void cpu_watchdog_start(void);
void cpu_watchdog_feed(void);

uint16_t cpu_ram_static(void); /* bytes of static variables */
uint16_t
cpu_ram_stack(void);         /* bytes of the deepest stack since the reset; looks at all RAM: 20,000 cycles */
uint16_t cpu_ram_free(void); /* bytes of RAM that neither has touched; takes as long */
uint16_t cpu_flash_used(void); /* bytes of flash that the image takes */

#endif
