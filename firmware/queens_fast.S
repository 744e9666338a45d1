/* The search in slices: which engine runs, what they share, and the visitor. */

#include "queens_asm.h"

/*
 * Three engines, by the width of their sets of columns.  None keeps anything from one run to the next: at each
 * start the masks are worked out from the columns on the board, which with the saving of registers takes about
 * 300 cycles at n = 8, 600 at n = 12, 1600 at n = 32.
 *
 *                 rows      cycles a queen placed, small consumer included     to lift a queen is
 *                           (with visitors / returning at each solution)
 *   queens_8.S    6 .. 8    29 / 40 at n = 8                                   to go back to its row's registers
 *   queens_16.S   9 .. 16   46 / 55 at n = 12                                  that, in the last five rows
 *   queens_32.S   others    106                                                to shift the diagonals back
 *
 * The first two take the last two rows in one step, so a board that lacks only its last queen, which a slice
 * can leave behind, is finished by queens_step, square by square.
 *
 * Weighed and dropped; the cycles are counted over the queens of a full search:
 * - Frames in RAM: 16 cycles a queen to write and to read, and a second stack.
 * - What the next row has free, reckoned before a queen is put: 14 cycles for 21 where the next row turns out
 *   dead, 31 for 21 where it does not, and at n = 8 that is 1228 times in 1652.
 * - A bit a row that says that nothing is left in it: 4 cycles a queen above row A, 14 back in every second.
 * - The byte that is known by the place in the program (queens_16.S) told by a flag instead: 2 cycles a queen.
 */

    .section .text.queens_run, "ax", @progbits
    .global queens_run
    .type queens_run, @function
queens_run:
#ifdef QUEENS_EACH
    clr r20                     ; no visitor
    clr r21
    .global queens_each
    .type queens_each, @function
queens_each:
#endif
start:                          ; r25:r24: the board, r23:r22: the budget, r21:r20: the visitor
    movw XL, r24
    ld event, X+                ; n, for the moment
    ld row, X+
    cpi event, 17
    brcc wide
    cpi event, 6
    brcs wide
    mov r0, row
    inc r0
    cp r0, event
    brne 1f
    rjmp last_row
1:  cpi event, 9
    brcc wide
    jmp queens_8

wide:
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push r\r
    .endr
#ifdef QUEENS_EACH
    push r21
    push r20
#endif
    push r25
    push r24
    push r23
    push r22
    mov size, event
    movw ZL, r22
    ld left, Z
    ldd r25, Z+1
    ldi ZH, hi8(queens_page)
    sbiw left, 1
    inc left                    ; leaves the carry alone
    brcs 1f
    cpi size, 17
    brcc 2f
    cpi size, 6
    brcs 2f
    jmp queens_16
2:  jmp queens_32
1:  add XL, row                 ; no budget
    adc XH, r1
    ldi event, SLICED
    rjmp queens_leave

/* Only the last queen is missing.  The arguments are kept; each square is a step. */
last_row:
    movw ZL, r22
    ld r18, Z
    ldd r19, Z+1
    or r18, r19
    ldi r19, SLICED
    breq 2f
    .irp r, 20, 21, 22, 23, 24, 25
    push r\r
    .endr
    call queens_step
    mov r19, r24
    .irp r, 25, 24, 23, 22, 21, 20
    pop r\r
    .endr
    cpi r19, SOLVED
    breq 1f
    rjmp start                  ; attacked: the next square; lifted: an engine's turn
1:  movw ZL, r22
    ld XL, Z
    ldd XH, Z+1
    sbiw XL, 1
    st Z, XL
    std Z+1, XH
#ifdef QUEENS_EACH
    movw ZL, r20
    adiw ZL, 0
    breq 2f
    .irp r, 20, 21, 22, 23, 24, 25
    push r\r
    .endr
    icall
    .irp r, 25, 24, 23, 22, 21, 20
    pop r\r
    .endr
    rjmp start
#endif
2:  mov r24, r19
    ret

/* The end of a run: X = &col[row], the event, the budget. */
    .global queens_leave
queens_leave:
    dec left
    adiw left, 1
    pop ZL
    pop ZH
    st Z, left
    std Z+1, r25
    pop ZL
    pop ZH
    sub XL, ZL
    subi XL, 2
    std Z+1, XL                 ; row
#ifdef QUEENS_EACH
    pop r0
    pop r0
#endif
    clr r1
    mov r24, event
    .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop r\r
    .endr
    ret

#ifdef QUEENS_EACH
/*
 * Calls the visitor Z with the solved board, and keeps the registers that C may use.  The frame lies right
 * under the return address or, with T set, six bytes further.
 */
    .global queens_visit
queens_visit:
    .irp r, 0, 1, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    push r\r
    .endr
    in XL, SPL
    in XH, SPH
    adiw XL, 12 + RETURN_BYTES + FRAME_BOARD
    brtc 1f
    adiw XL, 6
1:  ld r24, X+
    ld r25, X+
    movw XL, r24
    ld r18, X+
    st X, r18                   ; row: n
    clr r1
    icall
    .irp r, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 1, 0
    pop r\r
    .endr
    ret
#endif

/*
 * One page of small tables; an index into it is a low byte of Z alone.
 *
 *   1 << c             c: the column of a queen, from the one bit that stands for it
 *   0x8f + 1 + c       the columns up to c, among 0 .. 7;  c = -1, nothing tried yet: none
 *   0xaf + 1 + c       the same among 8 .. 15
 *   0xf8 | c           the bit of column c within its byte
 */
    .section .text.queens_page, "ax", @progbits
    .balign 256
    .global queens_page
queens_page:
    .macro at where, value
    .org \where
    .byte \value
    .endm
    at 1, 0
    at 2, 1
    at 4, 2
    at 8, 3
    at 16, 4
    at 32, 5
    at 64, 6
    at 128, 7
    .org 0x8f
    .byte 0, 1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255, 255, 255, 255, 255, 255
    .org 0xaf
    .byte 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 15, 31, 63, 127, 255
    .org 0xf8
    .byte 1, 2, 4, 8, 16, 32, 64, 128
