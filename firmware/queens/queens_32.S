/* The search on boards of any size, also with given queens: 32 columns and all diagonals in registers. */

#include "firmware/queens/queens_asm.h"

/*
 * The registers contain the occupied columns, four bytes from C0, and both sets of diagonals, rings of eight
 * bytes each, which rotate by one bit from row to row.  The board is half of a ring.  A bit that leaves the
 * board stays in the other half, so lifting a queen rotates back, 19 cycles for both rings.  A given queen
 * stays in the rings all the time, in the other half until its diagonal enters the board.  Two queens share a
 * bit only if they share a diagonal: a queen is at most 31 columns below the board and 32 above it.  The
 * squares of a row are examined eight columns at a time, up to the first free one; from row to row, only the
 * columns are stored.  114 cycles for a queen placed and lifted, at any n.
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
#define stop r1                 /* low byte of the address of the next given queen, or `end` */
#define rows r28                /* n; 0: no queen is given */
#define mode r22                /* with T set: rotations left to enter given queens, 0, or SKIPS */
#define zero r23

#define WALL  0xc0              /* before the columns: bit 6 is not set in the column of any placed queen */
#define SKIPS 0x80              /* the rings rotate past a given queen */

/*
 * Puts the bit of a column within its byte into ZL, then jumps to the code for that byte: set0 .. set3, next0
 * ..  next3.
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
queens_32:                      ; T: there may be given queens
    mov stop, XL
    add stop, row
    mov end, XL
    add end, size
    ldi ZL, WALL
    st -X, ZL                   ; before the array: the byte with the row
    adiw XL, 1
    clr rows
    brtc 1f
    mov rows, size
1:  mov mode, size
    mov ZL, row
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21
    clr r\r
    .endr
2:  sec                         ; columns beyond the board are occupied
    rol C0
    rol C0 + 1
    rol C0 + 2
    rol C0 + 3
    dec mode
    brne 2b
    com C0
    com C0 + 1
    com C0 + 2
    com C0 + 3
    clr zero
    brtc 3f
    ldi mode, 65
    sub mode, ZL
    add XL, ZL
    adc XH, zero
3:  set

/*
 * With T set, enters the queens that are on the board, and counts nothing: first the given ones from row
 * `row` on, then the rings rotate to row 0; then the rows above `row`, after 64 rotations in total.
 */
rebuild:
    tst mode
    breq filled
    brmi rebuilt
    dec mode
    breq first
    cp XL, end
    breq to_down
    ld col, X+
    mov ZL, col
    lsl ZL
    brvc to_down                ; V: bit 6 is set, bit 7 is not
set_queen:
    by_byte set
to_down:
    rjmp down
first:
    sub XL, rows
    sbc XH, zero
filled:
    cp XL, stop
    breq rebuilt
    ld col, X+
    rjmp set_queen
rebuilt:
    mov stop, end
    tst rows
    breq 2f
    movw ZL, XL
1:  mov stop, ZL
    cp ZL, end
    breq 2f
    ld col, Z+
    lsl col
    brvc 1b
2:  tst mode
    brmi 3f
    cp XL, end
    breq to_lift
    ld col, X
    tst col
    brmi 4f
    rjmp again
3:  clt
    rjmp back
4:  clt
    rjmp scan
to_lift:
    rjmp lift

/*
 * nextj: lifts the queen ZL of byte j (with T set there was none), then finds the free squares after it in
 * this byte, or from `beyond` on.  placej: takes the first of the free squares ZL.  setj: sets its bit.
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
    .if \j                      ; the code of byte 0 is before `down`
    rjmp down
    .endif
    .endm

/* Computes the free squares in byte j. */
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
to_rebuild:
    rjmp rebuild
to_spent:
    rjmp spent
to_stop:
    rjmp at_stop
    byte 0, scan1
down:
    lsl L0
    .irp r, 7, 8, 9, 10, 11, 12, 13
    rol r\r
    .endr
    adc L0, zero
    lsr R4 + 3
    .irp r, 16, 15, 14, 21, 20, 19, 18
    ror r\r
    .endr
    brcc 1f
    ori R4 + 3, 0x80
1:  brts to_rebuild
    subi left, 1
    brcs to_spent
back:
    cp XL, stop
    breq to_stop
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
    mov ZL, L0
    lsr ZL
    .irp r, 13, 12, 11, 10, 9, 8, 7, 6
    ror r\r
    .endr
    lsl R0
    .irp r, 19, 20, 21, 14, 15, 16, 17
    rol r\r
    .endr
    adc R0, zero
    sbrc col, 6
    rjmp given_or_wall
again:
    by_byte next
    byte 2, scan3
    byte 3, lift

given_or_wall:
    tst col
    brmi done
    mov stop, XL
    rjmp lift
at_stop:
    cp XL, end
    breq solved
    adiw XL, 1
    ldi mode, SKIPS
    set
    rjmp down

spent:
    subi r25, 1
    brcs 1f
    rjmp back
1:  ldi ZL, 0xff
    ldi event, SLICED
    cp XL, end
    breq solved
    tst rows
    brne 2f
    st X, ZL
    rjmp queens_leave
done:
    adiw XL, 1
    ldi event, DONE
    mov ZL, rows
    subi ZL, 1
    brcs 4f
/* A search ends with the next row without a given queen, and ZL as the column tried there. */
2:  cp XL, end
    breq solved
    ld col, X
    lsl col
    brvc 3f
    adiw XL, 1
    rjmp 2b
3:  st X, ZL
4:  rjmp queens_leave
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
2:  ldi r22, WALL               ; restores the wall, after the visitor has read the row there
    std Z+1, r22
    rjmp lift
3:  ldi event, SLICED
    rjmp queens_leave
1:
#endif
    ldi event, SOLVED
    rjmp queens_leave
