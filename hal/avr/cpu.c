/* Sleep, watchdog, reset cause, memory of the ATmega328P. */
#include "cpu.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#define PAINT 0xc5 /* what unused RAM is filled with, so that the stack shows how deep it came */

extern uint8_t _end, __data_start, __data_load_end; /* the linker's: first byte behind the variables, ... */

static uint8_t cause __attribute__((section(".noinit"))); /* written before .bss is cleared */

/*
 * Before any C runs: keeps the cause of the reset, stops a watchdog that is still counting (it survives its
 * own reset, datasheet 11.9.2), and paints the RAM.  The stack is empty yet, so all of it can be painted.
 */
void cpu_begin(void) __attribute__((naked, used, section(".init3")));

void cpu_begin(void)
{
    __asm__ volatile("in   r24, %[mcusr]    \n\t"
                     "tst  r24              \n\t"
                     "brne 1f               \n\t"
                     "mov  r24, r2          \n" /* a bootloader cleared MCUSR and left it here */
                     "1: sts %[cause], r24  \n\t"
                     "out  %[mcusr], r1     \n\t"
                     :
                     : [mcusr] "I"(_SFR_IO_ADDR(MCUSR)), [cause] "i"(&cause)
                     : "r24");
    wdt_disable();
    __asm__ volatile("ldi  r30, lo8(_end)   \n\t"
                     "ldi  r31, hi8(_end)   \n\t"
                     "ldi  r24, %[paint]    \n"
                     "2: st  Z+, r24        \n\t"
                     "cpi  r30, lo8(%[end]) \n\t"
                     "ldi  r25, hi8(%[end]) \n\t"
                     "cpc  r31, r25         \n\t"
                     "brne 2b               \n\t"
                     :
                     : [paint] "M"(PAINT), [end] "i"(RAMEND + 1)
                     : "r24", "r25", "r30", "r31", "memory");
}

enum cpu_reset cpu_reset_cause(void)
{
    if (cause & _BV(WDRF))
        return CPU_RESET_WATCHDOG;
    if (cause & _BV(PORF)) /* power-on may set BORF and EXTRF along with it */
        return CPU_RESET_POWER;
    if (cause & _BV(BORF))
        return CPU_RESET_BROWNOUT;
    if (cause & _BV(EXTRF))
        return CPU_RESET_EXTERNAL;
    return CPU_RESET_UNKNOWN;
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
    SMCR = _BV(SE); /* idle: timers and UART go on */
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
}

void cpu_watchdog_feed(void)
{
    wdt_reset();
}

uint16_t cpu_ram_static(void)
{
    return (uint16_t)(&_end - &__data_start);
}

uint16_t cpu_ram_stack(void)
{
    const uint8_t *p = &_end;
    while (p <= (const uint8_t *)RAMEND && *p == PAINT)
        p++;
    return (uint16_t)((const uint8_t *)RAMEND + 1 - p);
}

uint16_t cpu_ram_size(void)
{
    return RAMEND - RAMSTART + 1;
}

uint16_t cpu_flash_used(void)
{
    return (uint16_t)(uintptr_t)&__data_load_end;
}
