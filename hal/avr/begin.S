/* What runs between reset and C: the cause of the reset is kept, the watchdog stopped, the RAM painted. */
#define __SFR_OFFSET 0
#include <avr/io.h>

#include "paint.h"

        .section .noinit, "aw", @nobits /* written before .bss is cleared, which leaves this section alone */
        .global cpu_cause
cpu_cause:
        .skip   1

        /* The linker strings the .init sections together: in .init2 r1 became zero, in .init4 .data and .bss
           are set up.  The stack is empty yet, so all of the RAM behind the variables can be painted. */
        .section .init3, "ax", @progbits
        .global cpu_begin
cpu_begin:
        in      r24, MCUSR
        tst     r24
        brne    1f
        mov     r24, r2         /* a bootloader cleared MCUSR and handed the cause over here (Optiboot) */
1:      sts     cpu_cause, r24
        out     MCUSR, r1       /* while WDRF is set, the watchdog can't be stopped (datasheet 11.9.2) */
        wdr
        ldi     r24, _BV(WDCE) | _BV(WDE)
        sts     WDTCSR, r24
        sts     WDTCSR, r1      /* within four cycles */

        ldi     r30, lo8(_end)
        ldi     r31, hi8(_end)
        ldi     r24, CPU_PAINT
        ldi     r25, hi8(RAMEND + 1)
2:      st      Z+, r24
        cpi     r30, lo8(RAMEND + 1)
        cpc     r31, r25
        brne    2b
