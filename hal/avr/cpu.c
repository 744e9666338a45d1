/* Sleep, watchdog, reset cause, memory of the ATmega328P. */
#include "hal/cpu.h"

#include "hal/avr/begin.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

extern uint8_t _end, __data_start, __data_load_end; /* of the linker: the first byte after the variables .. */

extern uint8_t cpu_cause; /* as begin.S has it */

uint8_t cpu_reset_cause(void)
{
    uint8_t cause = cpu_cause;
    if ((cause & 0xf0) == CPU_FAILED) {
        cause &= 0x0f;
        return cause <= CPU_RESET_RESTART ? cause : CPU_RESET_UNKNOWN;
    }
    if (cause & _BV(WDRF))
        return CPU_RESET_WATCHDOG;
    if (cause & _BV(PORF)) /* power-on may set BORF and EXTRF along with it */
        return CPU_RESET_POWER;
    if (cause & _BV(BORF))
        return CPU_RESET_BROWNOUT;
    return (cause & _BV(EXTRF)) ? CPU_RESET_EXTERNAL : CPU_RESET_UNKNOWN;
}

bool cpu_stack_is_intact(void)
{
    return _end == CPU_PAINT;
}

void cpu_lock(void)
{
    cli();
}

void cpu_unlock(void)
{
    sei();
}

void cpu_sleep(void)
{
    SMCR = _BV(SE); /* idle: timers and UART keep running */
    if (SMCR & _BV(SE))
        __asm__ volatile("sei \n\t sleep" ::
                             : "memory"); /* the instruction after sei runs before any interrupt */
    else
        sei(); /* QEMU: no SMCR, and its sleep would never end */
    SMCR = 0;
}

void cpu_watchdog_start(void)
{
    wdt_enable(WDTO_250MS);
#ifdef OLD_LOADER
    if (pgm_read_word(OLD_LOADER) == OLD_LOADER_JMP)
        WDTCSR |=
            _BV(WDIE); /* the interrupt first; the reset only if interrupts are off for another 250 ms */
#endif
}

void cpu_watchdog_feed(void)
{
    wdt_reset();
    __asm__ volatile("clr __zero_reg__"); /* compiled code needs it, and a flipped bit of it would stay */
}

uint16_t cpu_ram_static(void)
{
    return (uint16_t)(&_end - &__data_start);
}

__attribute__((noinline)) uint16_t cpu_ram_stack(void)
{
    const uint8_t *p = &_end;
    while (*p++ == CPU_PAINT) /* what main would return to is not painted */
        ;
    return (uint16_t)((const uint8_t *)RAMEND + 2 - p);
}

uint16_t cpu_ram_free(void)
{
    return (uint16_t)(RAMEND + 1 - RAMSTART - cpu_ram_static() - cpu_ram_stack());
}

uint16_t cpu_flash_used(void)
{
    return (uint16_t)(uintptr_t)&__data_load_end;
}
