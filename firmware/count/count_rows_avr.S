; The rows of a count: all ways to fill the rows that a cross of queens leaves free (see README.md).
#ifdef __AVR__

#define __SFR_OFFSET 0
#include <avr/io.h>

#include "firmware/features.h"

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
; On a level, Y is the address of the record of the next row; in the rows below the levels, that of the frame.
;
;   1         the rows above the window
;   ...       free
;   ...       the table: a record for each level, that of level 1 first
;   BELOW     what the last level needs
#define AREA    38
#define LOWER   1               /* lines (4 bytes) and squares to try of the row above the window: high byte */
#define UPPER   6               /* lines and squares to try (2) of the row above that */
#define BELOW   (AREA + 1)
; With a window:
#define SHIFT   BELOW           /* shifts right by the rows from the last level to the next: 2^(8 - rows) */
#define CROSS   (BELOW + 1)     /* the cross's lines in the first row below it, left and right */
#define GATE    (BELOW + 5)     /* lines of the last level */
#define AT_LEVEL_HIGH (BELOW + 9)
#define FRAME   AT_LEVEL_HIGH   /* the last byte */
; Without: the records of the last two rows at BELOW.
#define RECORD1 (BELOW + 6 - ROWS) /* the record of level 1: it is read before the last level is reached */
;
; A record: the lines of the level above (only where the levels have frames), the rows since that level, and
; the squares that the cross attacks.  Without frames, a record begins 4 bytes before its memory.
#define ROWS    4
#define MASK    5
#define RECORD  3
#define FRAMED_RECORD 7
; A deep window has no room for frames.  Its last level keeps its lines here, and what has left the board:
#define DEEP    (BELOW - 8)

; Registers of the chip that nothing else uses keep what would be bytes of RAM: Timer0 and Timer2 stand still,
; no pin change is looked at, and no two-wire address is listened to.
#define KIND    GPIOR0          /* what is below the levels */
#define GATE_OPEN GPIOR2        /* squares to try on the last level */
#define GATE_OPEN_HIGH OCR0A
#define LOWER_OPEN OCR0B        /* in the row above the window, low byte */
#define SLICE_MS TWAR           /* slice_ms */
#define PLACED  OCR2A           /* queens, high byte */
#define AT_LEVEL OCR2B          /* X of the last level; its high byte is in the frame */
#define FIRST_OPEN PCMSK2       /* squares to try on level 1, while the work is on those below */
#define FIRST_OPEN_HIGH TWBR
#define CHECK   PCMSK0          /* slice_check */

; Bits of KIND.
#define HAS_UPPER 0
#define HAS_LOWER 1
#define IS_SHORT  2             /* the window has four rows, or three: */
#define IS_THREE  0
#define IS_PAIR   3
#define IS_SHIFTED 4            /* no frames: lines are shifted back on the way up */

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
#define shift   r10             /* 2^(rows from the last level to the next) */
#define gone0   r12             /* without frames: lines that have left the board, to the left */
#define gone1   r13
#define gone2   r14             /* and to the right */
#define gone3   r15
#define placed  r11             /* queens, low byte */
#define next0   r16             /* squares in the next row */
#define next1   r17
#define last    r19             /* low byte of the address of the record of the last level */
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
#define top     r8              /* the record of level 2, */
#define bottom  r18             /* the end of the last one, */
#define home    r10             /* that of level 1, */
#define stride  r9              /* and from one to the next */
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

; The lowest of both bytes of the squares to try.
.macro lowest_of_both to, to_high
        clr     \to
        clr     \to_high
        sub     \to, open0
        sbc     \to_high, open1
        and     \to, open0
        and     \to_high, open1
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

.macro lines_down_kept
        lsl     left0
        rol     left1
        rol     gone0
        rol     gone1
        lsr     right1
        ror     right0
        ror     gone3
        ror     gone2
.endm

.macro lines_clear
        clr     left0
        clr     left1
        movw    right0, left0
        movw    gone0, left0
        movw    gone2, left0
.endm

.macro lines_up_kept
        lsr     gone1
        ror     gone0
        ror     left1
        ror     left0
        lsl     gone2
        rol     gone3
        rol     right0
        rol     right1
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
        lsl     lo
        mov     work, lo
        lsl     lo
        add     lo, work
        dec     lo
        rjmp    2f
1:      neg     hi              ; 4, 3 rows
        subi    hi, -3
2:      mov     levels, final
        inc     levels
        sub     levels, rows
        ldi     bottom, FRAMED_RECORD
        mov     stride, bottom
        mul     levels, stride
        add     lo, r0
        ldi     bottom, BELOW
        cpi     lo, AREA + RECORD + 2 * (FRAMED_RECORD - RECORD) + 1
        brlo    lay_levels
        ori     hi, _BV(IS_SHIFTED)
        ldi     bottom, DEEP - ROWS
        rjmp    lay_shifted
lay_pair:
        mov     final, n        ; the records of the last two rows are in the table, too
        dec     final
        mov     levels, final
        dec     levels
        sub     levels, rows
        ldi     hi, _BV(IS_PAIR) | _BV(IS_SHIFTED)
        ldi     bottom, BELOW - ROWS
lay_shifted:
        ldi     lo, RECORD
        mov     stride, lo
lay_levels:
        out     KIND, hi
        add     bottom, YL
        mov     top, bottom
        dec     levels
        mul     levels, stride
        sub     top, r0
        subi    YL, -(RECORD1)
        mov     home, YL
        sbrc    hi, IS_PAIR
        subi    bottom, -2 * RECORD
        ; The squares to try on the last level.
        lsl     levels
        adiw    ZL, OPEN1
        add     ZL, levels
        adc     ZH, r1
        sts     AT_LEVEL, ZL
        std     Y + AT_LEVEL_HIGH - RECORD1, ZH
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
        std     Y + ROWS, rows
        std     Y + MASK, lo
        std     Y + MASK + 1, hi
        clr     rows
        cp      YL, home
        breq    2f
        cp      YL, bottom
        brsh    lay_many
        add     YL, stride
lay_on:
        cp      line, final
        brne    1f
        rjmp    lay_turn
1:      add     line, way
        rjmp    lay
2:      mov     YL, top
        rjmp    lay_on
lay_up:
        sub     YL, stride
        cp      YL, top
        brsh    1f
        in      YL, SPL
        subi    YL, -(RECORD1)
1:      ldd     work, Y + MASK
        or      work, lo
        std     Y + MASK, work
        ldd     work, Y + MASK + 1
        or      work, hi
        std     Y + MASK + 1, work
        rjmp    lay_on

lay_many:
        rjmp    lay_wrong
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
        cp      YL, bottom
        brne    lay_wrong
        mov     hi, n
        dec     hi
        cp      hi, final
        breq    2f
        ; What the window sees of the cross, and the shifts to it.
        lay_lines_down
        in      YL, SPL
        std     Y + CROSS, left0
        std     Y + CROSS + 1, left1
        std     Y + CROSS + 2, right0
        std     Y + CROSS + 3, right1
        ldi     lo, 2
        ldi     hi, 0x80
1:      dec     rows
        brmi    1f
        lsl     lo
        lsr     hi
        rjmp    1b
1:      mov     shift, lo
        std     Y + SHIFT, hi
        mov     YL, bottom
2:      ldi     way, -1
        mov     line, final
        clr     final
        rjmp    lay_way

lay_wrong:                      ; the cross is none
        set
        rjmp    lay_leave
lay_end:
        clt
lay_leave:
        in      YL, SPL
        subi    YL, -(RECORD1)
        lds     XL, AT_LEVEL
        ldd     XH, Y + AT_LEVEL_HIGH - RECORD1
        sub     XL, levels
        sbc     XH, r1
        mov     last, bottom
        sub     last, stride
        sbic    KIND, IS_PAIR
        subi    last, 2 * RECORD
        clr     found
        clr     found_high
        sbiw    XL, OPEN1 - ROW
        ld      target, X
        lds     work, CHECK
        eor     work, target
        sts     CHECK, work
        clr     placed
        sts     PLACED, placed
        adiw    XL, OPEN1 - ROW
        mov     at, top
        brts    to_done
        std     Y + ROWS, r1    ; level 1 is known by that
        rjmp    check_table
begin:
        lines_clear
        rjmp    lead_row

; A part of a count: changes CHECK by the bytes of the frame that stay the same, at the start and at the end
; of a slice (T).
check_table:
        ld      work, -X        ; PARTS
        ld      step, -X
        adiw    XL, OPEN1 - PARTS
        or      step, work
        breq    check_end
        lds     step, AT_LEVEL
        sub     step, XL        ; twice the levels below the first
        in      ZL, SPL
        in      ZH, SPH
        subi    ZL, -(CROSS + 4)
        lds     work, CHECK
        ldi     next0, 5        ; SHIFT and CROSS, or as many bytes of the pair's records
1:      ld      queen, -Z
        eor     work, queen
        dec     next0
        brne    1b
        sbic    KIND, IS_PAIR
        rjmp    check_record
        sbic    KIND, IS_SHIFTED
        subi    ZL, BELOW - DEEP
check_record:
        ldi     next0, RECORD
1:      ld      queen, -Z
        eor     work, queen
        dec     next0
        brne    1b
        subi    step, 2
        breq    1f
        sbis    KIND, IS_SHIFTED
        subi    ZL, FRAMED_RECORD - RECORD
        rjmp    check_record
1:      sts     CHECK, work
check_end:
        brtc    begin
        rjmp    leave

; ---- Level 1, and the way down to where the board stands ----

to_done:
        rjmp    done
first_up:
        lds     open0, FIRST_OPEN
        lds     open1, FIRST_OPEN_HIGH
first_dead:
        lowest_of_both next0, next1
        eor     cols0, next0
        eor     cols1, next1
        eor     open0, next0
        eor     open1, next1
first:
        lines_clear
        or_zero open0, open1, to_done
        set
        sbic    TIFR1, OCF1B
        rjmp    flag
first_on:
        inc     placed
        brne    lead
        placed_carry lead

; Puts a queen on the lowest square, and looks at the next row.  T: its squares are still to be dealt out.
lead:
        lowest_of_both next0, next1
        or      left0, next0
        or      left1, next1
        or      right0, next0
        or      right1, next1
        eor     cols0, next0
        eor     cols1, next1
        ldd     step, Y + ROWS
1:      lines_down_kept
        dec     step
        brne    1b
lead_row:
        masked_byte next0, MASK, left0, right0, cols0
        masked_byte next1, MASK + 1, left1, right1, cols1
        brts    to_deal
        ld      work, X+        ; what is left to try
        and     next0, work
        ld      work, X
        and     next1, work
        sbiw    XL, 1
        or_zero next0, next1, lead_none
        movw    open0, next0
        ldd     step, Y + ROWS
        dec     target
        breq    lead_end
        cp      YL, last
        breq    lead_end
        tst     step
        breq    lead_first
        st      X+, open0
        st      X+, open1
        subi    YL, -RECORD
        sbic    KIND, IS_SHIFTED
        rjmp    lead
        subi    YL, -(FRAMED_RECORD - RECORD)
        lines_save 0
        rjmp    lead
to_deal:
        rjmp    deal
lead_none:
        ldd     step, Y + ROWS
        tst     step
        breq    done            ; on level 1; below it, the board has no such position
1:      ld      step, -X        ; back to level 1, whose entry is 0
        ld      work, -X
        or      step, work
        brne    1b
        rjmp    done
lead_first:
        sts     FIRST_OPEN, open0
        sts     FIRST_OPEN_HIGH, open1
        st      X+, step
        st      X+, step
        mov     YL, at
        rjmp    lead
lead_end:
        lds     work, SLICE_MS
        tst     step
        breq    1f
        tst     work
        breq    stop
        sbic    KIND, IS_SHIFTED
        rjmp    shifted_live
        rjmp    live
1:      mov     YL, at
        tst     work
        breq    stop_first
        rjmp    first
stop_first:
        ldi     target, 1
        st      X+, open0
        st      X, open1
        sbiw    XL, 1
        rjmp    store_row
done:
        ldi     target, 0xff    ; ROWS_DONE
store_row:
        set
        rjmp    check_table
leave:
        sbiw    XL, OPEN1 - ROW
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

; The slice ends on a level below the first.  The squares of level 1 come back to their place.
stop:
        st      X+, open0
        st      X, open1
        sbiw    XL, 1
        ldi     target, 1
1:      inc     target
        ld      step, -X
        ld      work, -X
        or      step, work
        brne    1b
        lds     work, FIRST_OPEN
        st      X+, work
        lds     work, FIRST_OPEN_HIGH
        st      X, work
        sbiw    XL, 1
        rjmp    store_row

; Each millisecond: does a byte wait, or is the time over?
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
        brts    flag_first
        in      work, SPL
        cp      YL, work
        breq    flag_last
        tst     step
        breq    stop
        sbic    KIND, IS_SHIFTED
        rjmp    shifted_high_on
        rjmp    level_high_on
flag_first:
        tst     step
        breq    1f
        rjmp    first_on
1:      rjmp    stop_first
flag_last:
        tst     step
        breq    stop_last
        sbic    KIND, IS_PAIR
        rjmp    pair_on
        tst     open0
        breq    1f
        rjmp    gate_low_on
1:      rjmp    gate_high_on
stop_last:
        lds     XL, AT_LEVEL
        ldd     XH, Y + AT_LEVEL_HIGH
        rjmp    stop

; The squares of level 2 are dealt out in turn: those that are not ours go.
#define turn0   r18
#define turn1   r1
.macro check_turn
        lds     work, CHECK
        eor     work, turn0
        eor     work, turn1
        sts     CHECK, work
.endm
deal:
        clt
        movw    ZL, XL
        sbiw    ZL, OPEN1 - PARTS
        ld      step, Z
        ldd     at, Z + 1
        or      at, step
        breq    deal_done       ; one part: all squares are ours
        ldd     turn0, Z + TURN - PARTS
        ldd     turn1, Z + TURN - PARTS + 1
        check_turn
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
        subi    turn0, 1
        sbc     turn1, target
        rjmp    deal_next
deal_ours:
        ldd     turn0, Z + 0
        ldd     turn1, Z + 1
        rjmp    deal_next
deal_end:
        check_turn
        std     Z + TURN - PARTS, turn0
        std     Z + TURN - PARTS + 1, turn1
deal_done:
        or_zero next0, next1, to_first_dead
        sts     FIRST_OPEN, open0
        sts     FIRST_OPEN_HIGH, open1
        st      X+, at          ; 0
        st      X+, at
        movw    open0, next0
        sbis    KIND, IS_SHIFTED
        rjmp    live
        rjmp    shifted_live
to_first_dead:
        rjmp    first_dead

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
        rjmp    flag
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
        rjmp    shifted_up_last
pair_high_next:
        eor     cols1, queen
        eor     open1, queen
        brne    pair_high
        rjmp    shifted_up_last
pair:
        tst     open0
        brne    pair_low
pair_high:
        sbic    TIFR1, OCF1B
        rjmp    flag
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

; ---- Levels without frames: their lines are shifted back on the way up ----

shifted_up_last:
        lds     XL, AT_LEVEL
        ldd     XH, Y + AT_LEVEL_HIGH
        sbic    KIND, IS_PAIR
        rjmp    1f
        lines_load DEEP
        ldd     gone0, Y + DEEP + 4
        ldd     gone1, Y + DEEP + 5
        ldd     gone2, Y + DEEP + 6
        ldd     gone3, Y + DEEP + 7
        subi    YL, BELOW - DEEP
1:      subi    YL, -(BELOW - ROWS - RECORD)
        mov     last, YL
        rjmp    shifted_above
shifted_up:
        subi    YL, RECORD
shifted_above:
        ld      open1, -X
        ld      open0, -X
shifted_dead:
        ldd     step, Y + ROWS
1:      lines_up_kept
        dec     step
        brne    1b
        tst     open0
        breq    2f
        lowest_of open0
        eor     left0, work
        eor     right0, work
        eor     cols0, work
        eor     open0, work
        brne    shifted_low
        tst     open1
        brne    shifted_high
        rjmp    shifted_up
shifted_first:
        rjmp    first_up
2:      lowest_of open1
        breq    shifted_first   ; level 1 has none while the work is below it
        eor     left1, work
        eor     right1, work
        eor     cols1, work
        eor     open1, work
        brne    shifted_high
        rjmp    shifted_up
shifted_low:
        lowest_of open0, queen
        or      left0, queen
        or      right0, queen
        eor     cols0, queen
        inc     placed
        breq    shifted_carry
shifted_down:
        ldd     step, Y + ROWS
1:      lines_down_kept
        dec     step
        brne    1b
        masked_byte next0, MASK, left0, right0, cols0
        masked_byte next1, MASK + 1, left1, right1, cols1
        brne    1f
        tst     next0
        brne    1f
        rjmp    shifted_dead
1:
        st      X+, open0
        st      X+, open1
        movw    open0, next0
shifted_live:
        cp      YL, last
        breq    shifted_last
        subi    YL, -RECORD
        tst     open0
        brne    shifted_low
shifted_high:
        sbic    TIFR1, OCF1B
        rjmp    flag
shifted_high_on:
        lowest_of open1, queen
        or      left1, queen
        or      right1, queen
        eor     cols1, queen
        inc     placed
        brne    shifted_down
shifted_carry:
        placed_carry shifted_down
shifted_last:
        in      YL, SPL
        sbic    KIND, IS_PAIR
        rjmp    pair
        lines_save DEEP
        std     Y + DEEP + 4, gone0
        std     Y + DEEP + 5, gone1
        std     Y + DEEP + 6, gone2
        std     Y + DEEP + 7, gone3
        rjmp    gate

; ---- Levels with frames ----

; To the level above.
up:
        subi    YL, FRAMED_RECORD
up_last:
        ld      open1, -X
        ld      open0, -X
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     open0, work
        brne    low_again
        tst     open1
        brne    high_again
        rjmp    up
1:      lowest_of open1
        breq    to_first_up     ; level 1 has none while the work is below it
        eor     cols1, work
        eor     open1, work
        brne    high_again
        rjmp    up
to_first_up:
        rjmp    first_up

dead_high:
        eor     cols1, queen
        eor     open1, queen
        breq    up
high_again:
        lines_load 0
        rjmp    level_high
dead_low_end:
        tst     open1
        brne    high_again
        rjmp    up
dead:
        tst     open0
        breq    dead_high
        eor     cols0, queen
        eor     open0, queen
        breq    dead_low_end
low_again:
        lines_load 0
level_low:
        lowest_of open0, queen
        or      left0, queen
        or      right0, queen
        eor     cols0, queen
        inc     placed
        breq    low_carry
level_down:
        lines_down
        ldd     step, Y + ROWS
        dec     step
        brne    level_far
row:
        masked_byte next0, MASK, left0, right0, cols0
        masked_byte next1, MASK + 1, left1, right1, cols1
        also_zero next0, dead
        st      X+, open0       ; with its queen, the lowest
        st      X+, open1
        movw    open0, next0
live:
        cp      YL, last
        breq    gate
        subi    YL, -FRAMED_RECORD
        lines_save 0
        tst     open0
        brne    level_low
level_high:
        sbic    TIFR1, OCF1B
        rjmp    flag
level_high_on:
        lowest_of open1, queen
        or      left1, queen
        or      right1, queen
        eor     cols1, queen
        inc     placed
        brne    level_down
low_carry:
        placed_carry level_down
; More than one row down.
level_far:
        lines_down
        dec     step
        brne    level_far
        rjmp    row

; ---- The gate: the last level ----

; From here on the cross's lines are added to those of the queens, and need no thought.
gate_high_carry:
        placed_carry gate_high_placed
gate:
        in      YL, SPL
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
        breq    gate_high
        rjmp    gate_low
gate_high_again:
        lines_load GATE
gate_high:
        sbic    TIFR1, OCF1B
        rjmp    flag
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
        brne    below_gate
        tst     next0
        brne    below_gate
        eor     cols1, queen
        eor     open1, queen
        brne    gate_high_again
        rjmp    gate_up
below_gate:
        out     GATE_OPEN, open0
        out     GATE_OPEN_HIGH, open1
        movw    open0, next0
        sbis    KIND, HAS_LOWER
        rjmp    1f
        sbis    KIND, HAS_UPPER
        rjmp    lower
        rjmp    upper
1:      sbis    KIND, IS_SHORT
        rjmp    window
        rjmp    short_window
gate_low_end:
        tst     open1
        brne    gate_high_again
gate_up:
        sbic    KIND, IS_SHIFTED
        rjmp    shifted_up_last
        lds     XL, AT_LEVEL
        ldd     XH, Y + AT_LEVEL_HIGH
        subi    YL, -(BELOW - FRAMED_RECORD)
        mov     last, YL
        rjmp    up_last
gate_back:
        in      open0, GATE_OPEN
        in      open1, GATE_OPEN_HIGH
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
        rjmp    flag
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

; Y + at is the place of its lines; open_get and open_put load and store its squares to try.
.macro below_row name, at, open_get, open_put, up
\name\()_back:
        \open_get
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
        \open_put
        movw    open0, next0
.endm

.macro upper_up
        rjmp    gate_back
.endm
.macro upper_get
        ldd     open0, Y + UPPER + 4
        ldd     open1, Y + UPPER + 5
.endm
.macro upper_put
        std     Y + UPPER + 4, open0
        std     Y + UPPER + 5, open1
.endm

.macro lower_up
        sbis    KIND, HAS_UPPER
        rjmp    gate_back
        rjmp    upper_back
.endm
.macro lower_get
        in      open0, LOWER_OPEN
        ldd     open1, Y + LOWER + 4
.endm
.macro lower_put
        out     LOWER_OPEN, open0
        std     Y + LOWER + 4, open1
.endm

        below_row upper, UPPER, upper_get, upper_put, upper_up
        rjmp    lower
window_up:
        sbis    KIND, HAS_LOWER
        rjmp    gate_back
        below_row lower, LOWER, lower_get, lower_put, lower_up
        rjmp    window

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

; Each column that is left must be free in one of the rows.
.macro all_covered a, b, c, d, cols, none
        mov     work, \a
        or      work, \b
        or      work, \c
        or      work, \d
        cp      work, \cols
        brne    \none
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

short_window:
        movw    nextb0, left0
        movw    nextc0, right0
        movw    nextd0, cols0
        sbic    KIND, IS_THREE
        rjmp    three
; The window has four rows: row a is what is open in the first.
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
        all_covered a0, b0, c0, d0, nextd0, e_none_near
        all_covered a1, b1, c1, d1, nextd1, e_none_near
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
