/* A core and a button for unit tests: the core never sleeps, and nobody presses the button. */
#include "hal/cpu.h"

#include "hal/button.h"

#include <stdlib.h>

uint8_t cpu_reset_cause(void)
{
    return CPU_RESET_POWER;
}

bool button_is_down(void)
{
    return false;
}

void cpu_fail(uint8_t why)
{
    (void)why;
    abort();
}

bool cpu_stack_is_intact(void)
{
    return true;
}

void cpu_lock(void) {}

void cpu_unlock(void) {}

void cpu_sleep(void) {}

void cpu_watchdog_start(void) {}

void cpu_watchdog_feed(void) {}

uint16_t cpu_ram_static(void)
{
    return 190;
}

uint16_t cpu_ram_stack(void)
{
    return 60;
}

uint16_t cpu_ram_free(void)
{
    return 1798;
}

uint16_t cpu_flash_used(void)
{
    return 9000;
}
