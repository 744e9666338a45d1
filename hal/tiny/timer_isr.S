/* The interrupt of the bit clock: sends a bit of the serial line, and every 48th time counts a tick. */
#define __SFR_OFFSET 0
#include "hal/tick.h"
#include "hal/tiny/pins.h"

#define BITS 48 /* of the serial line in a tick: exactly 5 ms at 9600 baud */

        .section .bss
        .global timer_frame
timer_frame:
        .skip   2
        .global timer_ticks
timer_ticks:
        .skip   1
bits:
        .skip   1

        /*
         * From the first instruction to the edge it takes 20 cycles for either level, so that the distance of
         * the edges is constant.
         */
        .section .text.timer, "ax", @progbits
        .global TIM0_COMPA_vect
TIM0_COMPA_vect:
        push    r24
        in      r24, SREG
        push    r24
        push    r25
        lds     r24, timer_frame
        lds     r25, timer_frame + 1
        sbiw    r24, 0
        breq    1f
        bst     r24, 0
        lsr     r25
        ror     r24
        sts     timer_frame, r24
        sts     timer_frame + 1, r25
        in      r24, PORTB
        bld     r24, LINE_TX
        out     PORTB, r24
1:      lds     r24, bits
        subi    r24, 1
        brcc    2f
        lds     r24, timer_ticks
        subi    r24, -TICK
        sts     timer_ticks, r24
        ldi     r24, BITS - 1
2:      sts     bits, r24
        pop     r25
        pop     r24
        out     SREG, r24
        pop     r24
        reti
