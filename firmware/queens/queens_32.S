/* The search on boards of any size: 32 columns and all their diagonals in registers. */

#include "firmware/queens/queens_asm.h"

/*
 * Columns taken, four bytes from C0, and both diagonals, eight bytes each: what leaves the board on either
 * side stays in the other half, so that a queen is lifted by shifting back, 16 cycles for both.  The squares
 * of a row are looked at eight columns at a time, and no further than to the first that is free; nothing but
 * the columns is kept from row to row.  108 cycles for a queen placed and lifted, at any n.
 *
 *   L7 .. L4 | L3 .. L0     towards higher columns: the board in the low half
 *   R7 .. R4 | R3 .. R0     towards lower columns: the board in the high half
 */
#define C0 2
#define L0 6
#define L4 10
#define R0 18
#define R4 14

#define col  r0
#define end  r29                /* low byte of &col[n] */
#define stop r1                 /* low byte of &col[row] */

/*
 * The bit of a column within its byte, in ZL; then on to what is done with that byte: set0 .. set3, next0 ..
 * next3.
 */
    .macro by_byte what
    mov ZL, col
    ori ZL, 0xf8
    ldi ZH, hi8(queens_page)
    lpm ZL, Z
    sbrc col, 4
    rjmp .Lhalf\@
    sbrc col, 3
    rjmp \what\()1
    rjmp \what\()0
.Lhalf\@:
    sbrc col, 3
    rjmp \what\()3
    rjmp \what\()2
    .endm

    .section .progmem.gcc.queens_32, "ax", @progbits
    .global queens_32
queens_32:
    mov stop, XL
    add stop, row
    mov end, XL
    add end, size
    ldi ZL, 0x80
    st -X, ZL                   ; the wall in front of the array: the byte that holds the row
    adiw XL, 1
    mov r22, size
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21
    clr r\r
    .endr
2:  sec                         ; columns that are not there are taken
    rol C0
    rol C0 + 1
    rol C0 + 2
    rol C0 + 3
    dec r22
    brne 2b
    com C0
    com C0 + 1
    com C0 + 2
    com C0 + 3
    set

/* With T set, queens are put as they stand on the board, and nothing is counted. */
rebuild:
    cp XL, stop
    breq rebuilt
    ld col, X+
    by_byte set
rebuilt:
    cp XL, end
    brne 1f
    rjmp lift
1:  ld col, X
    tst col
    brmi 1f
    rjmp again
1:  clt
    rjmp scan

/*
 * nextj: the queen ZL of byte j is lifted (with T set there was none), then what is free behind it in this
 * byte, or from `beyond` on.  placej: the first of the free squares ZL.  setj: its bit.
 */
    .macro byte j, beyond
next\j:
    brts 1f
    eor C0 + \j, ZL
    eor L0 + \j, ZL
    eor R4 + \j, ZL
1:  clt
    lsl ZL
    dec ZL
    or ZL, C0 + \j
    or ZL, L0 + \j
    or ZL, R4 + \j
    com ZL
    brne place\j
    rjmp \beyond
place\j:
    mov ZH, ZL
    neg ZH
    and ZL, ZH
    ldi ZH, hi8(queens_page)
    lpm ZH, Z
    .if \j
    subi ZH, -8 * \j
    .endif
    st X+, ZH
set\j:
    or C0 + \j, ZL
    or L0 + \j, ZL
    or R4 + \j, ZL
    .if \j                      ; 0 stands in front of `down`
    rjmp down
    .endif
    .endm

/* What is free in byte j. */
    .macro free j, beyond
    mov ZL, C0 + \j
    or ZL, L0 + \j
    or ZL, R4 + \j
    com ZL
    .if \j & 1                  ; out of reach
    breq \beyond
    rjmp place\j
    .else
    brne place\j
    .endif
    .endm

    byte 1, scan2
    byte 0, scan1
down:
    lsl L0
    .irp r, 7, 8, 9, 10, 11, 12, 13
    rol r\r
    .endr
    lsr R4 + 3
    .irp r, 16, 15, 14, 21, 20, 19, 18
    ror r\r
    .endr
    brts to_rebuild
    subi left, 1
    brcs to_spent
back:
    cp XL, end
    breq to_solved
scan:
    free 0
scan1:
    free 1, scan2
scan2:
    free 2
scan3:
    free 3, lift
lift:
    clt
    ld col, -X
    tst col
    brmi to_done
    lsr L4 + 3
    .irp r, 12, 11, 10, 9, 8, 7, 6
    ror r\r
    .endr
    lsl R0
    .irp r, 19, 20, 21, 14, 15, 16, 17
    rol r\r
    .endr
again:
    by_byte next
to_done:
    rjmp done
to_spent:
    rjmp spent
to_solved:
    rjmp solved
to_rebuild:
    rjmp rebuild
    byte 2, scan3
    byte 3, lift

spent:
    subi r25, 1
    brcs 1f
    rjmp back
1:  cp XL, end
    breq solved
    ldi ZL, 0xff
    st X, ZL
    ldi event, SLICED
    rjmp queens_leave
done:
    adiw XL, 1
    ldi event, DONE
    rjmp queens_leave
solved:
#ifdef QUEENS_EACH
    in ZL, SPL
    in ZH, SPH
    ldd r22, Z+FRAME_VISITOR
    ldd ZH, Z+FRAME_VISITOR+1
    mov ZL, r22
    tst ZH
    breq 1f
    clt
    call queens_visit
    in ZL, SPL
    in ZH, SPH
    ldd r22, Z+FRAME_BOARD
    ldd ZH, Z+FRAME_BOARD+1
    mov ZL, r22
    mov r22, left
    and r22, r25
    inc r22
    breq 3f
2:  ldi r22, 0x80               ; the visitor saw the row there: put back the wall
    std Z+1, r22
    rjmp lift
3:  ldi event, SLICED
    rjmp queens_leave
1:
#endif
    ldi event, SOLVED
    rjmp queens_leave
