/* Runs between reset and C: stores the cause of the reset, stops the watchdog, paints the RAM. */
#define __SFR_OFFSET 0
#include <avr/io.h>

#include "hal/avr/begin.h"
#include "hal/cpu.h"

        .section .noinit, "aw", @nobits
        .global cpu_cause
cpu_cause:
        .skip   1

        /*
         * The linker strings the .init sections together: in .init2 r1 became zero and the stack was set up,
         * in .init4 .data and .bss will be.
         */
        .section .init3, "ax", @progbits
        .global cpu_begin
cpu_begin:
        cli                             /* a stray jump to here may come with interrupts on */
        lds     r25, cpu_cause
        mov     r26, r25
        andi    r26, 0xf0
        in      r24, MCUSR
        tst     r24
        brne    reset
        lds     r24, TIMSK1             /* any reset clears it, and no boot loader sets it */
        sbrc    r24, OCIE1A
        rjmp    restarted
        /* newer Optiboots clear MCUSR and pass the cause here; older ones only clear it */
        mov     r24, r2
        cpi     r24, 1
        brlo    no_cause
        cpi     r24, 16
        brlo    reset
no_cause:
        clr     r24
        rjmp    unknown
restarted:
        ldi     r24, CPU_RESET_RESTART
        jmp     cpu_fail                        /* the linker may place that section far away */
reset:
        sbrs    r24, WDRF
        rjmp    1f
unknown:
        cpi     r26, CPU_FAILS
        brne    1f
        mov     r24, r25
        andi    r24, 0x0f
        ori     r24, CPU_FAILED
1:      sts     cpu_cause, r24
        /* while WDRF is set, the watchdog can't be stopped (datasheet 11.9.2) */
        out     MCUSR, r1
        wdr
        ldi     r24, _BV(WDCE) | _BV(WDE)
        sts     WDTCSR, r24
        sts     WDTCSR, r1              /* within four cycles */

        /* The stack is still empty, so all of the RAM after the variables can be painted. */
        ldi     r30, lo8(_end)
        ldi     r31, hi8(_end)
        ldi     r24, CPU_PAINT
        ldi     r25, hi8(RAMEND + 1)
2:      st      Z+, r24
        cpi     r30, lo8(RAMEND + 1)
        cpc     r31, r25
        brne    2b

        .text

/* Handles every interrupt that has no handler of its own. */
        .global __vector_default
__vector_default:
        ldi     r24, CPU_RESET_INTERRUPT
        /* falls through */

/* void cpu_fail(enum cpu_reset why): stores the cause, and lets the watchdog reset the chip in 16 ms. */
        .global cpu_fail
cpu_fail:
loop.reset.1:                           /* for `make latency`: nothing waits for what never returns */
        cli
        ori     r24, CPU_FAILS
        sts     cpu_cause, r24
#ifdef OLD_LOADER
        ldi     r30, lo8(OLD_LOADER)
        ldi     r31, hi8(OLD_LOADER)
        lpm     r24, Z+
        lpm     r25, Z
        cpi     r24, lo8(OLD_LOADER_JMP)
        ldi     r24, hi8(OLD_LOADER_JMP)
        cpc     r25, r24
        breq    restart
#endif
        wdr
        ldi     r24, _BV(WDCE) | _BV(WDE)
        sts     WDTCSR, r24
        ldi     r24, _BV(WDE)
        sts     WDTCSR, r24
1:      rjmp    1b

#ifdef OLD_LOADER
/* The watchdog's first stage, which only a chip with the old loader has (cpu.c); its second is the reset. */
        .global WDT_vect
WDT_vect:
        /* falls through */

/*
 * A reset in software: disables all interrupts, and reports the watchdog as the cause in r2, as a boot loader
 * would.
 */
restart:
loop.reset.2:
        sbic    EECR, EEPE              /* wait for a write to the EEPROM, 3.4 ms; the watchdog still runs */
        rjmp    restart
        clr     r1
        out     MCUSR, r1
        wdr
        ldi     r24, _BV(WDCE) | _BV(WDE)
        sts     WDTCSR, r24
        sts     WDTCSR, r1
        sts     TIMSK1, r1              /* cpu_begin distinguishes a reset from a stray jump by it */
        sts     UCSR0B, r1
        out     SPCR, r1
        sts     TWCR, r1
        ldi     r24, _BV(WDRF)
        mov     r2, r24
        jmp     __vectors
#endif

        /* The C library calls main in .init9: the return address would take 2 bytes of RAM, on a Mega 3. */
        .section .init8, "ax", @progbits
        jmp     main
