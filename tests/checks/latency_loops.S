/* An interrupt with a loop, and a program with one section, for proofs.mjs; macros make faults of it. */
#define __SFR_OFFSET 0
#include <avr/io.h>

#ifndef ROUNDS
#define ROUNDS 5
#endif

        .set    loop.most.rounds, 5

        .global TIMER1_COMPA_vect
TIMER1_COMPA_vect:
        push    r24
        in      r24, SREG
        push    r24
#ifdef UNKNOWN
        lds     r24, 0x100
#else
        ldi     r24, ROUNDS
#endif
#ifndef UNDECLARED
loop.at.rounds.1:
#endif
1:      dec     r24
        brne    1b
        pop     r24
        out     SREG, r24
        pop     r24
#ifdef NO_RETURN
2:      rjmp    2b
#endif
        reti

        .global main
main:
        cli
        ldi     r24, hi8(249)
        sts     OCR1AH, r24
        ldi     r24, lo8(249)
        sts     OCR1AL, r24
        ldi     r24, _BV(CS11) | _BV(CS10)
        sts     TCCR1B, r24
        sei
1:      cli
        nop
        sei
        rjmp    1b
