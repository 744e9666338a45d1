/* The search in slices: the parts that its engines share, the visitor, and the tables. */

#include "firmware/queens/queens_asm.h"

/*
 * Three engines, by the width of their sets of columns.  None stores anything between two runs: at each start
 * it computes the masks from the columns on the board.  So returning at a solution costs in total:
 *
 *   cycles                                        n = 8   n = 12
 *   registers saved, pointers, budget                75      154
 *   masks of the rows above                         119      316
 *   columns written                                  49       88
 *   call, the choice of an engine, return            28       28
 *
 * and 1600 at n = 32.  The masks of all rows are filled, without a test for the row of the search: below that
 * row they contain nonsense, which nothing reads.
 *
 *                 rows      cycles a queen placed, with a small visitor        lifting a queen
 *                           (with visitors / returning at each solution)
 *   queens_8.S    6 .. 8    29 / 38 at n = 8                                returns to its row's registers
 *   queens_16.S   9 .. 16   46 / 54 at n = 12                               the same in the last five rows
 *   queens_32.S   others    114                                             shifts the diagonals back
 *
 * The first two complete the last two rows in one step.  If a slice leaves a board that lacks only its last
 * queen, queens_step completes it, square by square.
 *
 * firmware/MEASUREMENTS.md lists what was tried without gain.
 */

#ifdef QUEENS_EACH
/*
 * Calls the visitor Z with the solved board; preserves the registers that C may use.  The frame is directly
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
 * One page of small tables; an index into it is only the low byte of Z.
 *
 *   1 << c                 c: the column of a queen, from its bit
 *   UP_TO + 1 + c          the columns up to c, among 0 .. 7;  c = -1, nothing tried yet: none
 *   UP_TO - 8 + 1 + c      the same among 8 .. 15
 *   0xf8 | c               the bit of column c within its byte
 *
 * Between the tables is code without calls and long jumps, which the linker would shorten.  After the page,
 * the bits of columns 0 .. 7 are repeated, for an index that takes no cycle.
 *
 * Sections .progmem.gcc.* come first in flash, in the order of the files' names.  There the padding before an
 * aligned table does not depend on texts: after them, a text of 1 byte could cost 256.  This page directly
 * follows the three pages of count_rows_avr.S, and the engines, which jump to it, follow the page.
 */
    .section .progmem.gcc.queens_page, "ax", @progbits
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
    .org UP_TO - 8
    .byte 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255, 255, 255, 255, 255, 255
    at 64, 6

    .org 66
/* The end of a run of the wider engines: X = &col[row], the event, the budget. */
    .global queens_leave
queens_leave:
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
    .irp r, 29, 28, 5, 4, 3, 2
    pop r\r
    .endr
    rjmp queens_return

/* queens_16.S: `left` was 0 and has wrapped: sets the carry if the high byte is 0. */
    .global queens_16_borrow
queens_16_borrow:
    push ZL
    push ZH
    in ZL, SPL
    in ZH, SPH
    ldd left, Z+2+RETURN_BYTES+TAIL+2
    subi left, 1                ; nothing after it changes the carry
    std Z+2+RETURN_BYTES+TAIL+2, left
    ldi left, 0xff
    pop ZH
    pop ZL
    ret
    at 128, 7

    .org 130
    .global queens_wide
queens_wide:
    .irp r, 2, 3, 4, 5, 28, 29
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
    add row, event
    mov size, event
    movw ZL, r22
    ld left, Z
    ldd r25, Z+1
    ldi ZH, hi8(queens_page)
    sbiw left, 1
    brcs 1f
    brts 2f
    cpi size, 17
    brcc 2f
    cpi size, 6
    brcs 2f
    rjmp queens_16
2:  rjmp queens_32
1:  add XL, row                 ; no budget
    adc XH, r1
    ldi event, SLICED
    rjmp queens_leave

    .global queens_return
queens_return:
    mov r24, event
    .irp r, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6
    pop r\r
    .endr
    ret

/* queens_8.S: a run ends with the queens of the first rows, up to `virt`, or `state`. */
#define virt       r22
#define state      r17
#define board_size r0
#if QUEENS_HAS_8
    .global queens_8_sliced2
queens_8_sliced2:               ; X = &col of row 2
    mov virt, state
    ldi ZL, 2
    rjmp 1f
    .global queens_8_sliced
queens_8_sliced:                ; X = &col of row `virt`
    mov ZL, virt
1:  ldi event, SLICED
    add ZL, board_size
    subi ZL, 8
    sub XL, ZL
    sbci XH, 0
    add virt, board_size
    subi virt, 8
    .global queens_8_stop
queens_8_stop:                  ; X = &col[0]; virt: the row, counted from the start
    st -X, virt
    rjmp queens_8_out
#endif

    .org 0xf8
    .byte 1, 2, 4, 8, 16, 32, 64, 128
#if QUEENS_HAS_8
/* The assembler fills a section up to its alignment, so the data after the page has a section of its own. */
    .section .progmem.gcc.queens_page_end, "ax", @progbits
    .global queens_bits
queens_bits:
    .byte 1, 2, 4, 8, 16, 32, 64, 128
#endif

/* Only the last queen is missing: tries square by square. */
    .section .progmem.gcc.queens_last_row, "ax", @progbits
    .global queens_last_row
queens_last_row:
    movw ZL, r22
    ld r18, Z
    ldd r19, Z+1
    or r18, r19
    ldi event, SLICED
    breq 2f
    movw r6, r24
    movw r8, r22
    movw r10, r20
    call queens_step
    cpi r24, SOLVED
    breq 1f
again:
    clt
    movw r24, r6
    movw r22, r8
    movw r20, r10
    rjmp queens_go              ; attacked: the next square; lifted: an engine's turn
1:  movw ZL, r8
    ld XL, Z
    ldd XH, Z+1
    sbiw XL, 1
    st Z, XL
    std Z+1, XH
#ifdef QUEENS_EACH
    movw ZL, r10
    tst ZH
    breq 1f
    movw r24, r6
    icall
    rjmp again
1:
#endif
    ldi event, SOLVED
2:  rjmp queens_return
