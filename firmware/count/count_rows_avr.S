; The rows of a count: counts all ways to fill the rows that a cross of queens leaves free.
; README.md explains the terms and the method: cross, level, entry, window, pair.
;
; This file begins and ends a slice, and has level 1.  It includes the stages:
;
;   count_table_avr.S      the table of the cross
;   count_levels_avr.S     the levels from 2 on
;   count_window_avr.S     the last rows, if no queen of the cross is in them
;   count_pair_avr.S       the last two rows else
#ifdef __AVR__

#define __SFR_OFFSET 0
#include <avr/io.h>

#include "firmware/count/count_rows_avr.h"

; On the way down
#define second      r20         /* the entry of level 2, low byte of its address */
; In deal
#define turn0       r18         /* squares of other parts before the next one of this part */
#define turn1       r1
#define rest0       r21         /* squares that are still to be dealt out */
#define rest1       r20

; The lowest bit of the squares to try, as two bytes.
.macro lowest_of_both to, to_high
        clr     \to
        clr     \to_high
        sub     \to, open0
        sbc     \to_high, open1
        and     \to, open0
        and     \to_high, open1
.endm

.macro diagonals_clear
        clr     left0
        clr     left1
        movw    right0, left0
        movw    lost0, left0
        movw    lost2, left0
.endm


; r18 becomes the XOR of the bytes of the return address, folded into bits 1 to 7 so that each bit of it
; changes one of them.  Changed: Z, work.
.macro fold_return
        in      ZL, SPL
        in      ZH, SPH
        ldd     work, Z + 1
        ldd     r18, Z + 2
        eor     work, r18
#ifdef __AVR_3_BYTE_PC__
        ldd     r18, Z + 3
        eor     work, r18
#endif
        mov     r18, work
        lsl     r18
        eor     r18, work
        andi    r18, 0xfe
.endm

        .section .text.rows_run,"ax",@progbits
        .global rows_run
        .type   rows_run, @function

; struct run rows_run(struct board *board, struct cross cross): see count_rows.h
rows_run:
        sbis    KIND, IS_PART
        rjmp    1f
        fold_return
        sts     RETURN, r18
1:
        push    r14
        push    r15
        push    r16
        push    r17
        push    YL
        push    YH
        in      YL, SPL
        in      YH, SPH
        sbiw    YL, WORKSPACE
        in      work, SREG
        cli
        out     SPH, YH
        out     SREG, work
        out     SPL, YL

#include "firmware/count/count_table_avr.S"

; ---- Level 1, and the way down to the position of the board ----

to_done:
        rjmp    done
; All ways below the queen of level 1 are counted: takes its next square.
; In: Y the entry of level 2, X the squares to try of level 1.  Changed: all of the levels.
level1_up:
        lds     open0, LEVEL1_OPEN
        lds     open1, LEVEL1_OPEN_HIGH
; In: open the squares to try of level 1, whose lowest one has its queen.
level1_dead:
        movw    next0, open0    ; removes the lowest square, and gives its column back
        subi    next0, 1
        sbci    next1, 0
        and     next0, open0
        and     next1, open1
        eor     open0, next0
        eor     open1, next1
        eor     cols0, open0
        eor     cols1, open1
        movw    open0, next0
; Begins with the lowest square to try of level 1, or ends the cross if there is none.
; In: open, Y the entry of level 2, X the squares of level 1.  Out: T set.
level1:
        diagonals_clear
        or_zero open0, open1, to_done
        set
        sbic    TIFR1, OCF1B
        rjmp    flag
level1_on:
        inc     placed
        breq    level1_carry

; Places a queen on the lowest square, and moves down to the next level.
; In: open, left, right, cols, Y the entry of the next level; T: deal out its squares, it is level 2.
descend:
        lowest_of_both next0, next1
        or      left0, next0
        or      left1, next1
        or      right0, next0
        or      right1, next1
        eor     cols0, next0
        eor     cols1, next1
        ldd     step, Y + ROWS
cut.descend:
1:      diagonals_shift_down
        dec     step
        brne    1b
; Computes the free squares of a level.
; In: left, right, cols in its row, Y its entry, X its squares to try, target.  Changed: next, step, work.
descend_row:
        masked_byte next0, MASK, left0, right0, cols0
        masked_byte next1, MASK + 1, left1, right1, cols1
        brtc    1f
        clt
        sbic    KIND, IS_DEALT
        jmp     deal
deal_done:
        or_zero next0, next1, level1_dead
        clr     queen
        sts     LEVEL1_OPEN, open0
        sts     LEVEL1_OPEN_HIGH, open1
        st      X+, queen       ; 0
        st      X+, queen
        movw    open0, next0
        sbis    KIND, IS_SHIFTED
        rjmp    level_enter
        rjmp    shifted_begin
; The search is below level 1 now: its squares are in registers, and 0 at X.
level1_carry:
        placed_carry descend
; On the way down, only the squares that the board has are tried.
1:      ld      work, X+        ; the squares to try that the board has
        and     next0, work
        ld      work, X
        and     next1, work
        subi    XL, 1
        or_zero next0, next1, descend_none
        movw    open0, next0
        ldd     step, Y + ROWS
        dec     target
        breq    descend_end
        cp      YL, last_entry
        breq    descend_end
        tst     step
        breq    descend_first
        st      X+, open0
        st      X+, open1
        subi    YL, -ENTRY
        sbic    KIND, IS_SHIFTED
        rjmp    descend
        subi    YL, -(SAVING_ENTRY - ENTRY)
        diagonals_save 0
        rjmp    descend
descend_none:
        ldd     step, Y + ROWS
        tst     step
        breq    done            ; on level 1; below it, the board has no such position
1:      ld      step, -X        ; back to level 1, whose squares there are 0
        ld      work, -X
        or      step, work
        brne    1b
        rjmp    done
; Level 1, and the position is below it.
descend_first:
        hash_open
        sts     LEVEL1_OPEN, open0
        sts     LEVEL1_OPEN_HIGH, open1
        st      X+, step
        st      X+, step
        mov     YL, second
        rjmp    descend
; The position of the board: continues there.
; In: open, step 0 on level 1.
descend_end:
        sbrc    placed, 2       ; a new cross: no squares were read
        rjmp    2f
        hash_open
2:      lds     work, SLICE_MS
        tst     step
        breq    1f
        tst     work
        breq    stop
        sbic    KIND, IS_SHIFTED
        rjmp    shifted_begin
        rjmp    level_enter
1:      mov     YL, second
        tst     work
        breq    stop_level1
        rjmp    level1
; The slice ends on level 1.
; In: open, X its squares to try.  Out: target 1.
stop_level1:
        hash_open
        ldi     target, 1
        st      X+, open0
        st      X, open1
        subi    XL, 1
        rjmp    store_row
; The cross is finished, or the board has no such position.
done:
        ldi     target, 0xff    ; ROWS_DONE
        rjmp    store_row

; The slice ends below level 1.  Writes the squares to try of level 1 back to the board.
; In: open, X the squares of this level, hash.  Out: target the level, X the squares of level 1.
stop:
        st      X+, open0
        st      X, open1
        subi    XL, 1
        ldi     target, 1
cut.stop_up:
1:      inc     target
        ld      open1, -X
        ld      open0, -X
        lowest_of_both next0, next1
        eor     cols0, next0    ; gives back the column of its queen
        eor     cols1, next1
        or      open0, open1
        brne    1b
        lds     open0, LEVEL1_OPEN
        lds     open1, LEVEL1_OPEN_HIGH
        hash_open
        st      X+, open0
        st      X, open1
        subi    XL, 1
        lowest_of_both next0, next1
        eor     cols0, next0
        eor     cols1, next1
        rjmp    store_row

; Once a millisecond: ends the slice if a byte has arrived or the time is over.
; In: T set on level 1; Y the base of the workspace on the last level.  Changed: step, queen, work.
flag:
        ldi     step, _BV(OCF1B)
        out     TIFR1, step
        lds     step, SLICE_MS
        subi    step, 1
        brcc    1f
        clr     step
1:      lds     work, uart_rx_head
        lds     queen, uart_rx_tail
        cpse    work, queen
        clr     step
        sts     SLICE_MS, step
        brts    flag_level1
        in      work, SPL
        cp      YL, work
        breq    flag_last
        tst     step
        breq    stop
        sbic    KIND, IS_SHIFTED
        rjmp    shifted_high_on
        rjmp    level_high_on
; The slice continues where it was, or it ends.
flag_level1:
        tst     step
        breq    1f
        rjmp    level1_on
1:      rjmp    stop_level1
; On the last level, which is no pair's: in each byte of the squares another label.
flag_last:
        tst     step
        breq    stop_last
        tst     open0
        breq    1f
        rjmp    last_low_on
1:      rjmp    last_high_on
; The slice ends on the last level, whose hash is not in its register.
stop_last:
        in      hash, HASH
        hash_open
        lds     XL, AT_LEVEL
        ldi     XH, AT_LEVEL_HIGH
        rjmp    stop

; A part of a count: XORs CHECK with the hash, and with the bytes of the workspace that stay the same.
; In: X the squares of level 1, hash.  Changed: step, queen, next0, Z, work.
store_row:
        sbis    KIND, IS_PART
        rjmp    leave
        lds     step, AT_LEVEL
        sub     step, XL        ; twice the number of levels below level 1
        lds     work, CHECK
        eor     work, hash
        eor     cols0, cols1    ; those of the table, as each queen's is given back
        swap    cols0
        eor     work, cols0
        in      ZL, SPL
        in      ZH, SPH
        subi    ZL, -(BELOW + 2 * ENTRY)
        ldi     next0, 2 * ENTRY ; the entries of a pair, or SHIFT and CROSS
        sbic    KIND, IS_PAIR
        rjmp    1f
        dec     ZL
        dec     next0
1:      ld      queen, -Z
        eor     work, queen
        dec     next0
        brne    1b
        sbic    KIND, IS_PAIR
        rjmp    check_entry
        sbic    KIND, IS_SHIFTED
        subi    ZL, BELOW - DEEP
check_entry:
        ldi     next0, ENTRY
1:      ld      queen, -Z
        eor     work, queen
        dec     next0
        brne    1b
        subi    step, 2
        breq    1f
        sbis    KIND, IS_SHIFTED
        subi    ZL, SAVING_ENTRY - ENTRY
        rjmp    check_entry
1:      sts     CHECK, work
; Ends the slice.
; In: target the level, X the address of the squares of level 1, found, placed.
leave:
        subi    XL, OPEN1 - ROW
        st      X, target
        mov     r22, placed
        lds     r23, PLACED
        in      YL, SPL
        in      YH, SPH
        adiw    YL, WORKSPACE
        in      work, SREG
        cli
        out     SPH, YH
        out     SREG, work
        out     SPL, YL
        pop     YH
        pop     YL
        pop     r17
        pop     r16
        pop     r15
        pop     r14
        sbis    KIND, IS_PART
        jmp     third_of_found
        fold_return
        lds     work, RETURN
        cpse    work, r18
1:      rjmp    1b              ; a bit of it has flipped: the watchdog resets the chip
        jmp     third_of_found

#include "firmware/count/count_pair_avr.S"
#include "firmware/count/count_levels_avr.S"
#include "firmware/count/count_window_avr.S"

        .size   rows_run, . - rows_run

; What a queen leaves free in her byte, one row below her: at her bit, 1 to 128.  Two and three rows below:
; BESIDE and 2 * BESIDE bytes further on, between the others.  Code of rows_run fills the page; before the
; last byte of the table it has no long jump, which the linker would shorten.
        .section .progmem.gcc.beside,"ax",@progbits
        .balign 256
        .global beside
beside:
.macro beside_at first, more:vararg
        .irp    at, \first, \more
        .set    distance, 1
        .set    bit, \at
        .rept   2
        .if     bit & (bit - 1)
        .set    distance, distance + 1
        .set    bit, bit - BESIDE
        .endif
        .endr
        .org    \at
        .byte   ~(bit | bit << distance | bit >> distance) & 0xff
        .endr
.endm
        beside_at 1, 2, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 18, 21, 26, 32, 37, 42, 64, 69, 74
        .balign 2

; Divides the completions by 3, by a multiplication with 0xaaab modulo 2^16.  It is exact if there is no
; remainder, else the result is greater than any number of completions.
third_of_found:
        or_zero found, found_high, 1f
        ldi     r18, 0xab
        ldi     r19, 0xaa
        mul     found_high, r18
        mov     found_high, r0
        mul     found, r19
        add     found_high, r0
        mul     found, r18
        mov     found, r0
        add     found_high, r1
        cpi     found_high, hi8(0xffff / 3)
        brlo    1f
        sts     CHECK, found_high
1:      clr     r1
        ret

        beside_at 128, 133, 138
        .balign 2

; The turn is a part of the position, which CHECK covers.
.macro check_turn
        lds     work, CHECK
        eor     work, turn0
        eor     work, turn1
        sts     CHECK, work
.endm

; Deals out the squares of level 2 in turn: removes those of other parts.
; In, out: next.  In: X the squares of level 1.  Out: ZH as before.  Changed: Z, rest, turn, target, work.
deal:
        movw    ZL, XL
        sbiw    ZL, OPEN1 - TURN
        ldd     turn0, Z + 0
        ldd     turn1, Z + 1
        check_turn
        mov     rest0, next0
        mov     rest1, next1
; Take the next square: of the low byte, then of the high byte.
deal_next:
        lowest_of rest0
        breq    deal_high
        eor     rest0, work
        mov     target, turn0
        or      target, turn1
        breq    deal_ours
        eor     next0, work
        rjmp    deal_turn
deal_high:
        lowest_of rest1
        breq    deal_end
        eor     rest1, work
        mov     target, turn0
        or      target, turn1
        breq    deal_ours
        eor     next1, work
; It belongs to another part.
deal_turn:
        clr     target
        subi    turn0, 1
        sbc     turn1, target
        rjmp    deal_next
; It belongs to this part; the next ones, one less than there are parts, do not.
deal_ours:
        ldd     turn0, Z + PARTS - TURN
        ldd     turn1, Z + PARTS - TURN + 1
        rjmp    deal_next
deal_end:
        check_turn
        std     Z + 0, turn0
        std     Z + 1, turn1
        ldi     ZH, hi8(beside)
        jmp     deal_done

#endif
