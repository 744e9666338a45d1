; The rows of a count: all ways to fill the rows that a cross of queens leaves free (see README.md).
#ifdef __AVR__

#define __SFR_OFFSET 0
#include <avr/io.h>

#include "firmware/count/count_features.h"

; struct board, with struct rows in its column array
#define ROW     1
#define PARTS   6
#define OPEN1   8               /* the squares to try on level 1 */
#define TURN    30
#define EDGE    32

#define XL      r26
#define XH      r27
#define YL      r28
#define YH      r29
#define ZL      r30
#define ZH      r31

; ---- The stack frame ----
;
; All of it is in the last 256 bytes of the RAM, so that addresses in it differ in the low byte alone.
; On the levels, Y is the address of the record of the next row; in the rows below them, that of the frame.
;
;   1         frames of the lowest levels, that of the last but one first; before them the rows below the gate
;   ...       free
;   TABLE_END the table: a record for each level, that of level 1 first
;   BELOW     what the rows below the gate need
#define AREA    34              /* frames and table: eleven records at the most */
#define LOWER   1               /* lines (4 bytes) and squares to try (2) of the row above the window, */
#define UPPER   7               /* and of the row above that */
#define ROW_SIZE 6
#define RECORD  3               /* rows since the level before, and the squares that the cross attacks */
#define BELOW   (AREA + 1)
; With a window:
#define SHIFT   BELOW           /* shifts right by the rows from the gate to the next: 2^(8 - rows) */
#define CROSS   (BELOW + 1)     /* the cross's lines in the first row below it, left and right */
#define GATE    (BELOW + 5)     /* lines and squares of the gate, as LOWER */
; Without: the records of the last two rows at BELOW.
#define AT_LEVEL (BELOW + 11)   /* X of the last level, low byte */
#define FRAME   AT_LEVEL        /* the last byte */

; Registers of the chip that nothing else uses keep what would be bytes of RAM: Timer0 and Timer2 stand still,
; and no two-wire address is listened to.
#define KIND    GPIOR2          /* what is below the gate */
#define SLICE_MS OCR0A          /* slice_ms */
#define AT_LEVEL_HIGH OCR0B     /* X of the last level, high byte */
#define FRAMED  OCR2A           /* Y of the first level that has a frame */
#define AT_FRAME OCR2B          /* Z of the last level */
#define PLACED  TWAR            /* queens, high byte */

; Bits of KIND.
#define HAS_UPPER 0
#define HAS_LOWER 1
#define IS_SHORT  2             /* the window has four rows, or three: */
#define IS_THREE  0
#define IS_PAIR   3

; ---- Registers ----

#define work    r0
#define left0   r2              /* lines of attack that come from above, to the left and to the right; */
#define left1   r3
#define right0  r4
#define right1  r5
#define cols0   r6              /* free columns */
#define cols1   r7
#define open0   r8              /* squares to try; of these the lowest is the queen's */
#define open1   r9
#define shift   r10             /* 2^(rows from the gate to the next) */
#define above0  r12             /* lines of the last level without a frame; r12 to r15, with a pair below */
#define above2  r14
#define placed  r11             /* queens, low byte */
#define next0   r16             /* squares in the next row */
#define next1   r17
#define framed  r18
#define last    r19             /* low byte of Y on the last level */
#define queen   r20
#define step    r21
#define target  r22             /* levels that are still to be gone down */
#define at      r23
#define found   r24             /* completions */
#define found_high r25

; While the cross is laid
#define outer0  r11             /* lines beyond the mask's edges, which are seen one row further */
#define outer1  r12
#define n       r13
#define rows    r14             /* since the last free one */
#define levels  r15
#define lo      r16
#define hi      r17
#define final   r19             /* the last row to lay */
#define col0    r20             /* the bits of the queens in rows, */
#define col1    r21
#define row2    r22             /* and the rows of those in columns */
#define row3    r23
#define row0    r24
#define row1    r25
#define edge0   r26
#define edge1   r27
#define line    r30
#define way     r31             /* 1 down, -1 up */

; In the window: the sets of rows a to d; those of b, c, d once a has its queen; and of d once b has
#define lastd   r1
#define a0      r16
#define a1      r17
#define b0      r14
#define b1      r15
#define c0      r12
#define c1      r13
#define d0      r18
#define d1      r19
#define nextb0  r20
#define nextb1  r21
#define nextc0  r22
#define nextc1  r23
#define nextd0  r26
#define nextd1  r27

.macro lowest_of set, to=work
        mov     \to, \set
        neg     \to
        and     \to, \set
.endm

; Takes the lowest out of a byte; Z if that was all.
.macro drop_lowest set
        mov     work, \set
        dec     work
        and     \set, work
.endm

; The flags are those of the high byte.
.macro open_set to, to_high, left, right, right_high, cols, cols_high
        movw    \to, \left
        or      \to, \right
        com     \to
        and     \to, \cols
        or      \to_high, \right_high
        com     \to_high
        and     \to_high, \cols_high
.endm

; The same in a row that the cross looks into.
.macro masked_byte to, mask, left, right, cols
        ldd     \to, Y + \mask
        or      \to, \left
        or      \to, \right
        com     \to
        and     \to, \cols
.endm

.macro or_zero lo, hi, to
        mov     work, \lo
        or      work, \hi
        breq    \to
.endm

; The same when the flags are those of the first byte.
.macro also_zero other, to
        brne    .Lsome\@
        tst     \other
        breq    \to
.Lsome\@:
.endm

.macro lines_down
        lsl     left0
        rol     left1
        lsr     right1
        ror     right0
.endm

.macro lines_save at
        std     Y + \at, left0
        std     Y + \at + 1, left1
        std     Y + \at + 2, right0
        std     Y + \at + 3, right1
.endm

.macro lines_load at
        ldd     left0, Y + \at
        ldd     left1, Y + \at + 1
        ldd     right0, Y + \at + 2
        ldd     right1, Y + \at + 3
.endm

; While the cross is laid: lines come in from columns beyond the mask, too.
.macro lay_lines_down
#if COUNT_HAS_EDGES
        lsl     outer0
        rol     left0
        rol     left1
        lsr     outer1
        ror     right1
        ror     right0
#else
        lines_down
#endif
.endm

; 256 queens more.
.macro placed_carry back
        lds     work, PLACED
        inc     work
        sts     PLACED, work
        rjmp    \back
.endm

.macro lines_save_frame
        st      Z, left0
        std     Z + 1, left1
        std     Z + 2, right0
        std     Z + 3, right1
.endm

.macro lines_load_frame
        ld      left0, Z
        ldd     left1, Z + 1
        ldd     right0, Z + 2
        ldd     right1, Z + 3
.endm

        .section .text.rows_run,"ax",@progbits
        .global rows_run
        .type   rows_run, @function


; struct run rows_run(struct board *board, struct laid laid)
rows_run:
        push    r14
        push    r15
        push    r16
        push    r17
        push    YL
        push    YH
        in      YL, SPL
        in      YH, SPH
        sbiw    YL, FRAME
        in      work, SREG
        cli
        out     SPH, YH
        out     SREG, work
        out     SPL, YL

; ---- The table: what the cross attacks ----

        movw    ZL, r24
        ld      n, Z
#if COUNT_HAS_EDGES
        ldd     edge0, Z + EDGE
        ldd     edge1, Z + EDGE + 1
#endif
        mov     row0, n
        lsr     row0
        dec     row0
        mov     row1, n
        dec     row1
        sub     row1, row0
        mov     final, n
        subi    final, 8        ; at the most seven rows below
        ldi     lo, 2           ; queens
        .irp    row, 25, 22, 23, 26, 27
        .if     \row <= 25 || COUNT_HAS_EDGES
        .if     \row != 25
        cp      r\row, n
        brsh    1f              ; no queen
        inc     lo
        .endif
        cp      final, r\row
        brsh    1f
        mov     final, r\row
1:
        .endif
        .endr
        .irp    row, 22, 23     ; one queen in both a row and a column of the cross
        cp      r\row, row0
        breq    2f
        cp      r\row, row1
        brne    1f
2:      dec     lo
1:
        .endr
        mov     rows, lo
        mov     hi, n           ; rows below
        dec     hi
        sub     hi, final
        mov     lo, row1        ; 3 of them make a window, n odd 4
        sub     lo, row0
        subi    lo, -2
#if !COUNT_HAS_ODD_WINDOW
        sbrc    n, 0
        ldi     lo, 0xff
#endif
        cp      hi, lo
        ldi     lo, 0           ; bytes that the rows above the window need
        brlo    lay_pair
        subi    hi, 5
        brlo    1f
        breq    2f
        mov     lo, hi          ; 6, 7 rows: the lower of them, both
        inc     hi
        lsl     lo              ; 6 bytes each
        mov     work, lo
        lsl     lo
        add     lo, work
        rjmp    2f
1:      neg     hi              ; 4, 3 rows
        subi    hi, -3
2:      mov     levels, final
        inc     levels
        rjmp    lay_levels
lay_pair:
        mov     final, n        ; the records of the last two rows are in the table, too
        dec     final
        mov     levels, final
        dec     levels
        ldi     hi, _BV(IS_PAIR)
lay_levels:
        sub     levels, rows
        out     KIND, hi
        ; Where the last level has its squares to try and its record, and the levels above it their frames.
        mov     hi, levels
        lsl     hi
        adiw    ZL, OPEN1 - 2
        add     ZL, hi
        adc     ZH, r1
        std     Y + AT_LEVEL, ZL
        out     AT_LEVEL_HIGH, ZH
        mov     ZL, YL
        add     ZL, lo
        subi    ZL, 4 - LOWER
        sts     AT_FRAME, ZL
        add     hi, levels      ; bytes of the table
        add     lo, hi
        ldi     r18, AREA
        sub     r18, lo
        mov     ZL, YL
        subi    ZL, -(BELOW)
        mov     lo, levels
        subi    lo, 2           ; level 1 and the last one need no frame
1:      dec     lo
        brmi    2f
        subi    r18, 4
        brmi    2f
        subi    ZL, RECORD
        rjmp    1b
2:      sts     FRAMED, ZL
        subi    YL, -(BELOW)
        sub     YL, hi
        ; Free columns.
        clr     cols0
        com     cols0
        mov     cols1, cols0
        sbrc    n, 4
        rjmp    2f
        sbrc    n, 0
        lsr     cols1
        ldi     lo, 8
        sub     lo, row1        ; the first column's bit
        rjmp    3f
1:      lsl     cols0
        lsr     cols1
        dec     lo
3:      brne    1b
2:
#if COUNT_HAS_EDGES
        ldi     lo, 17
        clt
        cp      n, lo
        brlo    1f
        set                     ; there are edge columns
1:
#endif
        ldi     line, 0
        ldi     way, 1
; Down, with the lines that go down from the queens; then up, with those that go up.
lay_way:
        clr     left0
        clr     left1
        movw    right0, left0
#if COUNT_HAS_EDGES
        clr     outer0
        clr     outer1
#endif
        clr     rows
lay:
        lay_lines_down
        inc     rows
        cp      line, row0
        breq    lay_low
        cp      line, row1
        breq    lay_high
        cp      line, row2
        breq    lay_left
        cp      line, row3
        breq    lay_right
#if COUNT_HAS_EDGES
        brts    lay_edges
#endif
lay_free:
        mov     lo, left0
        or      lo, right0
        mov     hi, left1
        or      hi, right1
        sbrc    way, 7
        rjmp    lay_up
        std     Y + 0, rows
        std     Y + 1, lo
        std     Y + 2, hi
        subi    YL, -RECORD
        clr     rows
lay_on:
        cp      line, final
        brne    1f
        rjmp    lay_turn
1:      add     line, way
        rjmp    lay
lay_up:
        subi    YL, RECORD
        ldd     work, Y + 1
        or      work, lo
        std     Y + 1, work
        ldd     work, Y + 2
        or      work, hi
        std     Y + 2, work
        rjmp    lay_on

lay_low:
        mov     work, col0
        rjmp    lay_col
lay_high:
        mov     work, col1
        rjmp    lay_col
lay_left:
        ldi     lo, 0x80
        sbrc    n, 0
        lsr     lo
        ldi     hi, 0
        rjmp    lay_bit
lay_right:
        ldi     lo, 0
        ldi     hi, 1
        rjmp    lay_bit
#if COUNT_HAS_EDGES
lay_edges:
        cp      line, edge1
        breq    lay_last_edge
        cpse    line, edge0
        rjmp    lay_free
        ldi     lo, 0xff        ; edge_column
1:      cp      lo, col0
        breq    2f
        cpse    lo, col1
        rjmp    3f
2:      inc     lo
        rjmp    1b
lay_last_edge:
        ldi     lo, 16
1:      cp      lo, col0
        breq    2f
        cpse    lo, col1
        rjmp    3f
2:      dec     lo
        rjmp    1b
3:      mov     work, lo
#endif
lay_col:
#if COUNT_HAS_EDGES
        sbrc    work, 7
        rjmp    lay_before
        sbrc    work, 4
        rjmp    lay_after
#endif
        ldi     lo, 1
        sbrc    work, 1
        ldi     lo, 4
        sbrc    work, 0
        lsl     lo
        sbrc    work, 2
        swap    lo
        clr     hi
        sbrs    work, 3
        rjmp    lay_bit
        mov     hi, lo
        clr     lo
lay_bit:
        or      left0, lo
        or      left1, hi
        or      right0, lo
        or      right1, hi
        com     lo
        com     hi
        and     cols0, lo
        and     cols1, hi
        rjmp    lay_on
#if COUNT_HAS_EDGES
lay_before:                     ; in column -1
        ldi     lo, 0x80
        or      outer0, lo
        rjmp    lay_on
lay_after:                      ; in column 16
        ldi     lo, 1
        or      outer1, lo
        rjmp    lay_on
#endif

lay_turn:
        sbrc    way, 7
        rjmp    lay_end
        in      lo, SPL
        subi    lo, -(BELOW)
        mov     hi, n
        dec     hi
        cp      hi, final
        breq    1f
        ; What the window sees of the cross, and the gate's queens of it.
        lay_lines_down
        std     Y + CROSS - BELOW, left0
        std     Y + CROSS - BELOW + 1, left1
        std     Y + CROSS - BELOW + 2, right0
        std     Y + CROSS - BELOW + 3, right1
        rjmp    2f
1:      subi    lo, -2 * RECORD
2:      cp      YL, lo
        brne    lay_wrong
        ldi     lo, 2
        ldi     hi, 0x80
3:      dec     rows
        brmi    4f
        lsl     lo
        lsr     hi
        rjmp    3b
4:      mov     shift, lo
        mov     lo, n
        dec     lo
        cpse    lo, final
        std     Y + SHIFT - BELOW, hi
        ldi     way, -1
        mov     r18, final
        mov     line, final
        clr     final
        rjmp    lay_way

lay_wrong:                      ; the cross is none
        set
        rjmp    lay_leave
lay_end:
        clt
lay_leave:
        mov     at, YL
        in      YL, SPL
        ldd     XL, Y + AT_LEVEL
        in      XH, AT_LEVEL_HIGH
        lds     ZL, AT_FRAME
        lds     framed, FRAMED
        mov     last, YL
        subi    last, -(BELOW)
        mov     ZH, YH
        mov     YL, at
        lsl     levels
        sub     XL, levels      ; above the first row: the parts are there
        sbc     XH, r1
        lsl     levels
        add     ZL, levels
        clr     found
        clr     found_high
        sbiw    XL, PARTS - ROW
        ld      target, X
        ldi     lo, 1
        sub     lo, target
        mov     placed, lo
        sbc     lo, lo
        sts     PLACED, lo
        ldi     step, 0xff      ; ROWS_DONE
        brts    to_leave
        adiw    XL, PARTS - ROW
        ; Level 1 is known by rows = 0; the squares of level 2 are dealt out where the highest bit is set.
        std     Y + 0, r1
        ld      open0, X+
        ld      open1, X
        sbiw    XL, 1
        ldd     lo, Y + RECORD
        or_zero open0, open1, 1f
        ori     lo, 0x80
        std     Y + RECORD, lo
1:      clr     left0
        clr     left1
        movw    right0, left0
        set
        rjmp    row
to_leave:
        mov     target, step
        rjmp    leave

; ---- The levels ----

; T: on the way down to where the board stands, or the squares are still to be dealt out.
special:
        tst     target
        breq    to_deal
        adiw    XL, 2           ; what is left to try
        ld      work, X+
        and     next0, work
        ld      work, X
        and     next1, work
        sbiw    XL, 3
        or_zero next0, next1, again_none
        dec     target
        brne    1f
        clt
1:      st      X+, open0
        st      X+, open1
        movw    open0, next0
        subi    YL, -RECORD
        subi    ZL, 4
        brtc    again_end
        cp      YL, last
        breq    again_end
        cp      YL, framed
        brsh    2f
        movw    above0, left0
        movw    above2, right0
        rjmp    1f
2:      lines_save_frame
1:      tst     open0
        breq    1f
        rjmp    level_low_on
1:      rjmp    level_high_on
again_end:
        clt
        in      step, SLICE_MS
        tst     step
        breq    to_stop
        rjmp    row_on
to_deal:
        rjmp    deal
to_stop:
        rjmp    stop
again_none:
        clt
        ldd     work, Y + 0
        tst     work
        brne    dead
        ldi     target, 0xff    ; ROWS_DONE
        rjmp    store_row

dead_high:
        eor     cols1, queen
        eor     open1, queen
        breq    up
        cp      YL, framed
        brlo    to_rebuild
high_again:
        lines_load_frame
level_high:
        sbic    TIFR1, OCF1B
        rjmp    level_flag
level_high_on:
        lowest_of open1, queen
        or      left1, queen
        or      right1, queen
        eor     cols1, queen
        inc     placed
        brne    level_down
        placed_carry level_down

; To the level above, which has a frame.
up:
        subi    YL, RECORD
        cp      YL, framed
        brlo    to_above
        subi    ZL, -4
        ld      open1, -X
        ld      open0, -X
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     open0, work
        brne    low_again
        tst     open1
        breq    up
        rjmp    high_again
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        breq    up
        rjmp    high_again

to_above:
        rjmp    up_above
to_rebuild:
        rjmp    rebuild

dead_low_end:
        tst     open1
        breq    up
        cp      YL, framed
        brlo    1f
        rjmp    high_again
1:      rjmp    rebuild
to_dead_high:
        rjmp    dead_high
dead:
        tst     open0
        breq    to_dead_high
        eor     cols0, queen
        eor     open0, queen
        breq    dead_low_end
        cp      YL, framed
        brlo    to_rebuild
low_again:
        lines_load_frame
level_low:
        sbic    TIFR1, OCF1B
        rjmp    level_flag
level_low_on:
        lowest_of open0, queen
        or      left0, queen
        or      right0, queen
        eor     cols0, queen
        inc     placed
        breq    low_carry
level_down:
        lines_down
        ldd     step, Y + 0
        dec     step
        brne    level_far
row:
        masked_byte next0, 1, left0, right0, cols0
        masked_byte next1, 2, left1, right1, cols1
        brts    to_special
row_dealt:
        also_zero next0, dead
        st      X+, open0       ; with its queen, the lowest
        st      X+, open1
        movw    open0, next0
        subi    YL, -RECORD
        subi    ZL, 4
row_on:
        cp      YL, last
        breq    to_gate
        cp      YL, framed
        brlo    level_above
        lines_save_frame
level:
        tst     open0
        brne    level_low
        rjmp    level_high

; More than one row down.
level_far:
        sbrs    step, 7
        rjmp    1f
        set
        andi    step, 0x7f
        breq    row
1:      lines_down
        dec     step
        brne    1b
        rjmp    row

level_above:
        movw    above0, left0
        movw    above2, right0
        rjmp    level
to_special:
        rjmp    special
to_gate:
        rjmp    gate
low_carry:
        placed_carry level_down
; Which has none.
up_above:
        ldd     work, Y + 0
        tst     work
        brne    1f
        rjmp    done
1:      subi    ZL, -4
        ld      open1, -X
        ld      open0, -X
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     open0, work
        brne    rebuild
        tst     open1
        brne    rebuild
        rjmp    up
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        brne    rebuild
        rjmp    up

; The lines of a level without a frame are laid anew, from the first row.  Or (T) the slice ends there.
rebuild:
        in      work, KIND
        sbrs    work, IS_PAIR
        rjmp    rebuild_all
        mov     step, YL
        subi    step, -RECORD
        cp      step, framed
        brne    rebuild_all
        movw    left0, above0
        movw    right0, above2
        rjmp    level
rebuild_all:
        st      X+, open0
        st      X, open1
        sbiw    XL, 1
        mov     at, YL
        clr     target
1:      inc     target
        subi    YL, RECORD
        sbiw    XL, 2
        ldd     work, Y + 0
        tst     work
        brne    1b
        brts    store_row
        clr     left0
        clr     left1
        movw    right0, left0
        adiw    XL, 2
        rjmp    4f
2:      tst     open0
        breq    3f
        lowest_of open0
        or      left0, work
        or      right0, work
        rjmp    5f
3:      lowest_of open1
        or      left1, work
        or      right1, work
5:      ldd     step, Y + 0
        andi    step, 0x7f
6:      lines_down
        dec     step
        brne    6b
4:      ld      open0, X+
        ld      open1, X+
        subi    YL, -RECORD
        cp      YL, at
        brne    2b
        sbiw    XL, 2
        clr     target
        rjmp    level

stop:
        set
        rjmp    rebuild_all
done:
        sbiw    XL, 2
        ldi     target, 0xff    ; ROWS_DONE
store_row:
        sbiw    XL, PARTS - ROW
leave:
        st      X, target
        mov     r22, placed
        lds     r23, PLACED
        in      YL, SPL
        in      YH, SPH
        adiw    YL, FRAME
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
        clr     r1
        ret                     ; found is where it belongs

; Each millisecond: does a byte wait, or is the time over?
gate_flag:
level_flag:
        ldi     step, _BV(OCF1B)
        out     TIFR1, step
        in      step, SLICE_MS
        subi    step, 1
        brcc    1f
        clr     step
1:      lds     work, uart_rx_head
        lds     queen, uart_rx_tail
        cpse    work, queen
        clr     step
        out     SLICE_MS, step
        in      work, SPL
        cp      YL, work
        breq    1f
        tst     step
        breq    stop
        tst     open0
        breq    2f
        rjmp    level_low_on
2:      rjmp    level_high_on
1:      tst     step
        breq    gate_stop
        in      step, KIND
        sbrc    step, IS_PAIR
        rjmp    pair_on
        tst     open0
        breq    2f
        rjmp    gate_low_on
2:      rjmp    gate_high_on
gate_stop:
        ldd     XL, Y + AT_LEVEL
        in      XH, AT_LEVEL_HIGH
        subi    YL, -(BELOW)
        rjmp    stop

; The squares of level 2 are dealt out in turn: those that are not ours go.
#define turn0   r14
#define turn1   r15
deal:
        clt
        st      X+, open0
        st      X, open1
        sbiw    XL, 1
        movw    r12, ZL
        movw    ZL, XL
        sbiw    ZL, OPEN1
        ldd     turn0, Z + TURN
        ldd     turn1, Z + TURN + 1
        mov     step, next0     ; squares that are still to be dealt out
        mov     at, next1
deal_next:
        lowest_of step
        breq    deal_high
        eor     step, work
        mov     target, turn0
        or      target, turn1
        breq    deal_ours
        eor     next0, work
        rjmp    deal_turn
deal_high:
        lowest_of at
        breq    deal_end
        eor     at, work
        mov     target, turn0
        or      target, turn1
        breq    deal_ours
        eor     next1, work
deal_turn:
        clr     target
        sec
        sbc     turn0, target
        sbc     turn1, target
        rjmp    deal_next
deal_ours:
        ldd     turn0, Z + PARTS
        ldd     turn1, Z + PARTS + 1
        rjmp    deal_next
deal_end:
        std     Z + TURN, turn0
        std     Z + TURN + 1, turn1
        movw    ZL, r12
        clr     above0          ; the lines of level 1
        clr     r13
        movw    above2, above0
        clr     target
        tst     next1
        rjmp    row_dealt

; ---- The last two rows ----

; Two rows and two columns are left.  A square below is of no use if the other column's square above attacks
; it, which goes for both or none: as if queens stood on both.
#define pleft0  r16
#define pleft1  r17
#define pright0 r18
#define pright1 r19
#define upper0  r22
#define upper1  r23
#define lower0  r26
#define lower1  r27
pair_rows:
        ldd     step, Y + BELOW
1:      lsl     pleft0
        rol     pleft1
        lsr     pright1
        ror     pright0
        dec     step
        brne    1b
        masked_byte upper0, BELOW + 1, pleft0, pright0, cols0
        masked_byte upper1, BELOW + 2, pleft1, pright1, cols1
        or_zero upper0, upper1, pair_next
        or      pleft0, cols0
        or      pleft1, cols1
        or      pright0, cols0
        or      pright1, cols1
        ldd     step, Y + BELOW + RECORD
1:      lsl     pleft0
        rol     pleft1
        lsr     pright1
        ror     pright0
        dec     step
        brne    1b
        masked_byte lower0, BELOW + RECORD + 1, pleft0, pright0, cols0
        masked_byte lower1, BELOW + RECORD + 2, pleft1, pright1, cols1
        or_zero lower0, lower1, pair_next
        cp      lower0, upper0
        cpc     lower1, upper1
        brne    1f              ; different sets of these two columns: one way, whichever they are
        cp      lower0, cols0
        cpc     lower1, cols1
        brne    pair_next       ; the same one column in both rows
        adiw    found, 1
1:      adiw    found, 1
pair_next:
        tst     open0
        breq    pair_high_next
        eor     cols0, queen
        eor     open0, queen
        breq    pair_low_end
pair_low:
        sbic    TIFR1, OCF1B
        rjmp    gate_flag
pair_low_on:
        lowest_of open0, queen
        eor     cols0, queen
        movw    pleft0, left0
        movw    pright0, right0
        or      pleft0, queen
        or      pright0, queen
        inc     placed
        breq    1f
        rjmp    pair_rows
1:      placed_carry pair_rows
pair_low_end:
        tst     open1
        brne    pair_high
        rjmp    gate_up
pair_high_next:
        eor     cols1, queen
        eor     open1, queen
        brne    pair_high
        rjmp    gate_up
pair:
        tst     open0
        brne    pair_low
pair_high:
        sbic    TIFR1, OCF1B
        rjmp    gate_flag
pair_high_on:
        lowest_of open1, queen
        eor     cols1, queen
        movw    pleft0, left0
        movw    pright0, right0
        or      pleft1, queen
        or      pright1, queen
        inc     placed
        breq    1f
        rjmp    pair_rows
1:      placed_carry pair_rows
pair_on:
        tst     open0
        brne    pair_low_on
        rjmp    pair_high_on

; ---- The gate: the last level ----

; From here on the cross's lines are added to those of the queens, and need no thought.
to_pair:
        rjmp    pair
gate_high_carry:
        placed_carry gate_high_placed
gate:
        in      YL, SPL
        in      step, KIND
        sbrc    step, IS_PAIR
        rjmp    to_pair
        ldd     step, Y + SHIFT
        mul     left0, shift
        movw    next0, r0
        mul     left1, shift
        or      next1, r0
        mul     right1, step
        movw    r18, r0
        mul     right0, step
        or      r18, r1
        ldd     left0, Y + CROSS
        or      left0, next0
        ldd     left1, Y + CROSS + 1
        or      left1, next1
        ldd     right0, Y + CROSS + 2
        or      right0, r18
        ldd     right1, Y + CROSS + 3
        or      right1, r19
        lines_save GATE
        tst     open0
        brne    gate_low
gate_high:
        sbic    TIFR1, OCF1B
        rjmp    gate_flag
gate_high_on:
        lowest_of open1, queen
        eor     cols1, queen
        inc     placed
        breq    gate_high_carry
gate_high_placed:
        mul     queen, shift
        or      left1, r0
        ldd     step, Y + SHIFT
        mul     queen, step
        or      right0, r0
        or      right1, r1
        open_set next0, next1, left0, right0, right1, cols0, cols1
        brne    to_below_gate
        tst     next0
        brne    to_below_gate
        eor     cols1, queen
        eor     open1, queen
        breq    gate_up
gate_high_again:
        lines_load GATE
        rjmp    gate_high
to_below_gate:
        rjmp    below_gate
gate_low_end:
        tst     open1
        brne    gate_high_again
gate_up:
        ldd     XL, Y + AT_LEVEL
        in      XH, AT_LEVEL_HIGH
        lds     ZL, AT_FRAME
        mov     ZH, YH
        lds     framed, FRAMED
        subi    YL, -(BELOW)
        mov     last, YL
        clr     target
        rjmp    up
gate_back:
        ldd     open0, Y + GATE + 4
        ldd     open1, Y + GATE + 5
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     open0, work
        breq    gate_low_end
gate_low_again:
        lines_load GATE
gate_low:
        sbic    TIFR1, OCF1B
        rjmp    gate_flag
gate_low_on:
        lowest_of open0, queen
        eor     cols0, queen
        inc     placed
        breq    gate_low_carry
2:      mul     queen, shift
        or      left0, r0
        or      left1, r1
        ldd     step, Y + SHIFT
        mul     queen, step
        or      right0, r1
        open_set next0, next1, left0, right0, right1, cols0, cols1
        brne    below_gate
        tst     next0
        brne    below_gate
        eor     cols0, queen
        eor     open0, queen
        brne    gate_low_again
        rjmp    gate_low_end
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        breq    gate_up
        rjmp    gate_high_again
gate_low_carry:
        placed_carry 2b

below_gate:
        std     Y + GATE + 4, open0
        std     Y + GATE + 5, open1
        movw    open0, next0
        in      work, KIND
        sbrs    work, HAS_LOWER
        rjmp    1f
        sbrc    work, HAS_UPPER
        rjmp    upper
        rjmp    lower
1:      sbrs    work, IS_SHORT
        rjmp    window
        movw    nextb0, left0
        movw    nextc0, right0
        movw    nextd0, cols0
        sbrs    work, IS_THREE
        rjmp    four
        rjmp    three

; ---- Up to two rows above the window ----

.macro below_byte name, byte, open, left, right, cols
\name\()_\byte:
        lowest_of \open, queen
        or      \left, queen
        or      \right, queen
        eor     \cols, queen
        lines_down
        open_set next0, next1, left0, right0, right1, cols0, cols1
        brne    \name\()_down
        tst     next0
        brne    \name\()_down
        eor     \cols, queen
        eor     \open, queen
.endm

.macro below_row name, at, next, up
\name\()_back:
        ldd     open0, Y + \at + 4
        ldd     open1, Y + \at + 5
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     open0, work
        brne    \name\()_low_again
        rjmp    \name\()_low_end
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        brne    \name\()_high_again
\name\()_end:
        \up
\name:
        lines_save \at
        tst     open0
        breq    \name\()_high
        rjmp    \name\()_low
\name\()_low_again:
        lines_load \at
        below_byte \name, low, open0, left0, right0, cols0
        brne    \name\()_low_again
\name\()_low_end:
        tst     open1
        breq    \name\()_end
\name\()_high_again:
        lines_load \at
        below_byte \name, high, open1, left1, right1, cols1
        brne    \name\()_high_again
        rjmp    \name\()_end
\name\()_down:
        std     Y + \at + 4, open0
        std     Y + \at + 5, open1
        movw    open0, next0
        rjmp    \next
.endm

.macro lower_up
        in      step, KIND
        sbrs    step, HAS_UPPER
        rjmp    gate_back
        rjmp    upper_back
.endm

.macro upper_up
        rjmp    gate_back
.endm

        below_row upper, UPPER, lower, upper_up
        below_row lower, LOWER, window, lower_up

; ---- The window ----

; One row further down: its set, and on if that is not empty.
.macro set_of lo, hi, none
        lsl     nextb0          ; left
        rol     nextb1
        lsr     nextc1          ; right
        ror     nextc0
        open_set \lo, \hi, nextb0, nextc0, nextc1, nextd0, nextd1
        also_zero \lo, \none
.endm

; Takes from a set what the lowest queen of byte Z attacks in the same byte of a row so far below.
.macro beside distance, set
        ldi     ZH, hi8(beside_\distance)
        lpm     work, Z
        and     \set, work
.endm

; The queens of one byte of row c, each with those that it leaves in row d: far is d's other byte.
.macro two_byte near, far
.Ltwo\@:
        lpm     work, Z
        and     work, \near
        or      work, \far
        breq    .Lnone\@
        adiw    found, 1
.Lnone\@:
        drop_lowest ZL
        brne    .Ltwo\@
.endm

; Three rows with the sets nextb, nextc, nextd, and three columns are left.
.macro three_byte bc, bd, cd, b, c, d, other_c, other_d
.Lb\@:
        mov     ZL, \b
        ldi     ZH, hi8(beside_\bd)
        lpm     lastd, Z
        and     lastd, \d
        also_zero \other_d, .Lb_next\@
        ldi     ZH, hi8(beside_\bc)
        lpm     ZL, Z
        ldi     ZH, hi8(beside_\cd)
        and     ZL, \c
        breq    .Lother\@
        two_byte lastd, \other_d
.Lother\@:
        mov     ZL, \other_c
        tst     ZL
        breq    .Lb_next\@
        two_byte \other_d, lastd
.Lb_next\@:
        drop_lowest \b
        brne    .Lb\@
.endm

.macro three bc, bd, cd
        tst     nextb0
        breq    .Lhigh\@
        three_byte \bc, \bd, \cd, nextb0, nextc0, nextd0, nextc1, nextd1
.Lhigh\@:
        tst     nextb1
        breq    .Lend\@
        three_byte \bc, \bd, \cd, nextb1, nextc1, nextd1, nextc0, nextd0
.Lend\@:
.endm

; The window has four rows: row a is what is open in the first.
four:
        movw    a0, open0
        clr     open0
        clr     open1
        rjmp    e_rows_below

; Three.
three:
        clr     a0
        clr     a1
        set_of  c0, c1, three_none
        set_of  d0, d1, three_none
        movw    nextb0, open0
        movw    nextc0, c0
        movw    nextd0, d0
        clr     open0
        clr     open1
        rjmp    b
three_none:
        rjmp    window_up

window_up:
        in      step, KIND
        sbrc    step, HAS_LOWER
        rjmp    lower_back
        rjmp    gate_back
window:
        tst     open0
        brne    e_low
e_high:
        lowest_of open1
        eor     open1, work
        movw    nextb0, left0
        movw    nextc0, right0
        movw    nextd0, cols0
        or      nextb1, work
        or      nextc1, work
        eor     nextd1, work
        rjmp    e_rows
e_next:
        tst     open0
        brne    e_low
        tst     open1
        brne    e_high
        rjmp    window_up
e_low:
        lowest_of open0
        eor     open0, work
        movw    nextb0, left0
        movw    nextc0, right0
        movw    nextd0, cols0
        or      nextb0, work
        or      nextc0, work
        eor     nextd0, work
e_rows:
        set_of  a0, a1, e_next
e_rows_below:
        set_of  b0, b1, e_next
        set_of  c0, c1, e_next
        set_of  d0, d1, e_none_near
#if COUNT_HAS_ODD_WINDOW
        sbrc    nextd0, 7
        rjmp    middle
#endif
        tst     a0
        brne    a_low
        rjmp    a_high_far
e_none_near:
        rjmp    e_next
a_low:
        mov     ZL, a0
        movw    nextb0, b0
        beside  1, nextb0
        also_zero nextb1, a_low_next
        movw    nextc0, c0
        beside  2, nextc0
        also_zero nextc1, a_low_next
        movw    nextd0, d0
        beside  3, nextd0
        cpi     a0, 0x40        ; the queen next to the middle reaches the other byte
        brne    1f
        andi    nextd1, 0xfd
1:      or_zero nextd0, nextd1, a_low_next
        rjmp    b
a_low_next:
        drop_lowest a0
        brne    a_low
a_high_far:
        tst     a1
        breq    e_next_far
a_high:
        mov     ZL, a1
        movw    nextb0, b0
        beside  1, nextb1
        also_zero nextb0, a_high_next
        movw    nextc0, c0
        beside  2, nextc1
        also_zero nextc0, a_high_next
        movw    nextd0, d0
        beside  3, nextd1
        sbrc    a1, 1
        andi    nextd0, 0xbf
        or_zero nextd0, nextd1, a_high_next
        rjmp    b
a_next:
        tst     a0
        breq    a_high_next
        drop_lowest a0
        breq    a_high_far
        rjmp    a_low
a_high_next:
        drop_lowest a1
        brne    a_high
e_next_far:
        rjmp    e_next
b:
        three   1, 2, 1
#if COUNT_HAS_ODD_WINDOW
        brts    to_middle
        rjmp    a_next
to_middle:
        rjmp    middle_back

; n odd, and the middle column is free: where its queen may stand comes first, as only this column is near
; both halves.
.macro middle_row self, none, plo, phi, p, qlo, qhi, q, rlo, rhi, r
        sbrs    \self, 7
        rjmp    \none
        movw    nextb0, \plo
        movw    nextc0, \qlo
        movw    nextd0, \rlo
        andi    nextb0, lo8(\p)
        andi    nextb1, hi8(\p)
        or_zero nextb0, nextb1, .Lmiddle_none\@
        andi    nextc0, lo8(\q)
        andi    nextc1, hi8(\q)
        or_zero nextc0, nextc1, .Lmiddle_none\@
        andi    nextd0, lo8(\r)
        andi    nextd1, hi8(\r)
        mov     work, nextd0
        or      work, nextd1
        brne    .Lmiddle_on\@
.Lmiddle_none\@:
        rjmp    \none
.Lmiddle_on\@:
.endm
#define NEAR_1 0xfe3f
#define NEAR_2 0xfd5f
#define NEAR_3 0xfb6f

; The first and the last of them leave three rows side by side: as in a window, from row b on.
middle:
        middle_row a0, middle_b, b0, b1, NEAR_1, c0, c1, NEAR_2, d0, d1, NEAR_3
        set
        rjmp    b
middle_back:
        clt
middle_b:
        middle_row b0, middle_c, a0, a1, NEAR_1, c0, c1, NEAR_1, d0, d1, NEAR_2
three_rows:
        three   2, 3, 1
        brts    middle_d
middle_c:
        middle_row c0, middle_d, d0, d1, NEAR_1, b0, b1, NEAR_1, a0, a1, NEAR_2
        set                     ; from row d up, they stand as those before
        rjmp    three_rows
middle_d:
        clt
        middle_row d0, middle_end, a0, a1, NEAR_3, b0, b1, NEAR_2, c0, c1, NEAR_1
        clr     a0              ; nothing is left of row a
        clr     a1
        rjmp    b
middle_end:
        rjmp    e_next
#else
        rjmp    a_next
#endif
        .size   rows_run, . - rows_run

; What the lowest queen of a byte leaves open in a row so far below.
        .section .progmem.gcc.beside,"a",@progbits
        .balign 256
.macro  beside_page distance
        .set    set, 0
        .rept   256
        .byte   ~((set & -set) | (set & -set) << \distance | (set & -set) >> \distance) & 0xff
        .set    set, set + 1
        .endr
.endm
        .global beside_1
beside_1:
        beside_page 1
beside_2:
        beside_page 2
beside_3:
        beside_page 3

#endif
