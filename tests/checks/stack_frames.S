/*
 * Assembly that pushes declared frames in a loop and pops them elsewhere, for `proofs`: as it should be, or
 * with one fault, which a macro of its name switches on.
 */
#define __SFR_OFFSET 0
#include <avr/io.h>

#ifndef MOST
#define MOST 6
#endif

        .set    __stack, RAMEND
        .set    stack.bytes.level, 4
        .set    stack.most.level, MOST
        .set    stack.bytes.window, 2
        .set    stack.most.window, 3
        .set    stack.clobbers.search, (1 << 14) - (1 << 2)

        .section .vectors, "ax", @progbits
        .global __vectors
__vectors:
        rjmp    main

        .text
        .global main
main:
#ifdef CALLER_USES_R7
        mov     r7, r24
#endif
        rcall   search
1:      rjmp    1b

/* Levels, each with a frame or without; below the last one a window with frames of its own. */
search:
        in      r12, SPL
        in      r13, SPH
#ifdef TWO_DEPTHS
        sbrc    r24, 0
        push    r24
#endif
down:
        cpi     r24, 0
        breq    last
#ifndef UNDECLARED
stack.push.level.1:
#endif
        push    r2
        push    r3
        push    r4
#ifndef A_BYTE_LESS
        push    r5
#endif
#ifdef A_BYTE_MORE
        push    r6
#endif
        dec     r24
        rjmp    down
last:
        in      r18, SPL                /* the other form of a copy: in RAM, and the low byte alone */
        sts     0x100, r18
        cpi     r25, 0
        breq    up
1:
stack.push.window.1:
        push    r2
        push    r3
        dec     r25
#ifdef OTHER_ORDER
        breq    down
#endif
        brne    1b
        in      r30, SPL                /* read in place */
        in      r31, SPH
        ldd     r2, Z+1
        lds     r18, 0x100
        out     SPL, r18
up:
        cpi     r24, 7
        breq    end
        ldi     r30, pm_lo8(pop_all)
        ldi     r31, pm_hi8(pop_all)
#ifndef UNDECLARED_JUMP
stack.jump.pop.1:
#endif
        ijmp
stack.target.pop.1:
pop_all:
stack.pop.level.1:
        pop     r5
        pop     r4
        pop     r3
        pop     r2
        inc     r24
#ifdef BELOW
        pop     r2
#endif
        sbrs    r24, 3
        rjmp    up
        rjmp    down
end:
#ifdef UNKNOWN
        movw    r12, r24
#endif
#ifndef KEPT
        out     SPH, r13
        out     SPL, r12
#endif
        ret
