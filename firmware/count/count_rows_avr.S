; The rows of a count: counts all ways to fill the rows that a cross of queens leaves free.
; README.md explains the terms and the method: cross, level, record, frame, window, pair.
#ifdef __AVR__

#define __SFR_OFFSET 0
#include <avr/io.h>

#include "firmware/features.h"

; struct board, with struct rows in its column array
#define ROW         1
#define PARTS       6
#define OPEN1       8           /* the squares to try on level 1 */
#define TURN        30
#define EDGE        32

#define XL          r26
#define XH          r27
#define YL          r28
#define YH          r29
#define ZL          r30
#define ZH          r31

; ---- The stack frame ----
;
; The whole frame is in the last 256 bytes of the RAM, so addresses in it differ only in the low byte.
; On the levels, Y is the address of the record of the next level.  Below them, Y is the base of the frame.
;
;   1 ..          the rows above the window
;   ...           unused
;   ... AREA      the records of the levels from 2 on
;   BELOW ..      what the last level needs, or the records of a pair
#define AREA        38
#define LOWER       1           /* row above the window: diagonals (4 bytes) */
#define UPPER       5           /* the row above that: diagonals (4 bytes), squares to try (high byte) */
#define BELOW       (AREA + 1)
; With a window:
#define SHIFT       BELOW       /* factor for right diagonals: 2^(8 - rows to the next free row) */
#define CROSS       (BELOW + 1) /* diagonals of the cross in the first row below it */
#define LAST_DIAGONALS (BELOW + 5) /* diagonals of the last level */
#define UPPER_OPEN  (BELOW + 9) /* squares to try in the upper of two rows above the window, low byte */
#define FRAME       UPPER_OPEN  /* the last byte of the frame */
; With a pair: the records of its two rows begin at BELOW.
#define RECORD1     (BELOW + 6 - ROWS) /* of level 1: shares bytes with LAST_DIAGONALS, which come later */
;
; A record: the frame of the level above (4 bytes), the rows since that level (1), and the squares that the
; cross attacks (2).  Where levels have no frames, a record has only the last 3 bytes.  Y is 4 below them.
#define ROWS        4
#define MASK        5
#define RECORD      3
#define FRAMED_RECORD 7
; A board with a window, but without room for frames: the last level stores its diagonals and lost bits here.
#define DEEP        (BELOW - 8)

; I/O registers that nothing else uses hold bytes that would need RAM: Timer0 and Timer2 are stopped, pin
; change interrupts are off, and the two-wire interface is never a slave and sets TWBR for each transfer.
#define KIND        GPIOR0      /* which rows are below the levels: the bits that follow */
#define LAST_OPEN   GPIOR2      /* squares to try on the last level */
#define LAST_OPEN_HIGH OCR0A
#define HASH        OCR0B       /* hash: the last level and the rows below it need its register */
#define SLICE_MS    PCMSK1      /* slice_ms: at most 9, as it has seven bits */
#define PLACED      OCR2A       /* queens placed, high byte */
#define AT_LEVEL    OCR2B       /* X on the last level, low byte */
#define AT_LEVEL_HIGH hi8(RAMSTART) /* all variables together have less than 256 bytes */
#define LEVEL1_OPEN TWAR        /* squares to try on level 1, while the search is below it */
#define LEVEL1_OPEN_HIGH TWBR
#define CHECK       PCMSK0      /* slice_check */

; Bits of KIND.
#define HAS_UPPER   0
#define HAS_LOWER   1
#define IS_SHORT    2           /* the window has four rows, or with IS_THREE, three */
#define IS_THREE    0
#define IS_PAIR     3
#define IS_SHIFTED  4           /* no frames: diagonals are shifted back on the way up */
#define IS_PART     5           /* the squares of level 2 are dealt out */

; ---- Registers ----

#define work        r0
#define left0       r2          /* columns that left and right diagonals attack in this row */
#define left1       r3
#define right0      r4
#define right1      r5
#define cols0       r6          /* free columns */
#define cols1       r7
#define open0       r8          /* squares to try; the lowest is the next queen */
#define open1       r9
#define shift       r10         /* factor for left diagonals: 2^(rows from the last level to the next) */
#define lost0       r12         /* without frames: bits that were shifted out to the left */
#define lost1       r13
#define lost2       r14         /* and to the right */
#define lost3       r15
#define placed      r11         /* queens, low byte */
#define next0       r16         /* free squares in the next row */
#define next1       r17
#define last_record r19         /* the record of the last level, low byte of its address */
#define queen       r20
#define at          r20         /* on the way down: record of level 2; in deal: squares, high byte */
#define step        r21
#define target      r22         /* levels still to descend to the position of the board */
#define hash        r23         /* the squares to try on the levels from 2 to the last but one, XORed */
#define found       r24         /* completions */
#define found_high  r25

; While the table is computed
#define before0      r12         /* left diagonals that enter the 16 bits further down */
#define before1      r13
#define after0      r11         /* right diagonals after the 16 bits */
#define after1      r31
#define n           r13         /* before the diagonals */
#define rows        r14         /* rows since the last level */
#define levels      r15
#define lo          r16
#define hi          r17
#define final_row   r19         /* the last row that the table covers */
#define record2     r8          /* address of the record of level 2 */
#define past_table  r18         /* address after the last record */
#define stride      r9          /* bytes from a record to the next, */
#define next_record r10         /* from level 1 to level 2: from there to the record of level 2 */
#define col0        r20         /* bits of the queens in the middle rows, */
#define col1        r21
#define row2        r22         /* rows of the queens in the middle columns */
#define row3        r23
#define row0        r24
#define row1        r25
#define edge0       r26
#define edge1       r27
#define this_row    r30
#define sum         r1          /* all bytes of the table, XORed; 0 before the table */
; While the diagonals of the cross are computed
#define col         r20         /* the bit of a queen, then those of the next ones */
#define col_next    r21
#define col_last    r16
#define its_row     r24         /* its row; the rows of the next ones are in r25, r22, r23 */
#define place       r17
#define queens      r28
#define entering    r14         /* after1 */
#define edge_col0   r10         /* bits of the queens in the edge columns */
#define edge_col1   r1

; In the window: the sets of rows a to d, those of b to d after the queen of row a, that of d after that of b
#define lastd       r1
#define a0          r16
#define a1          r17
#define b0          r14
#define b1          r15
#define c0          r12
#define c1          r13
#define d0          r18
#define d1          r19
#define nextb0      r20
#define nextb1      r21
#define nextc0      r22
#define nextc1      r23
#define nextd0      r26
#define nextd1      r27

.macro lowest_of set, to=work
        mov     \to, \set
        neg     \to
        and     \to, \set
.endm

; The lowest bit of the squares to try, as two bytes.
.macro lowest_of_both to, to_high
        clr     \to
        clr     \to_high
        sub     \to, open0
        sbc     \to_high, open1
        and     \to, open0
        and     \to_high, open1
.endm

; Removes the lowest bit of a byte; sets Z if none is left.
.macro drop_lowest set
        mov     work, \set
        dec     work
        and     \set, work
.endm

; The free columns that no diagonal attacks.  The flags are those of the high byte.
.macro open_set to, to_high, left, right, right_high, cols, cols_high
        movw    \to, \left
        or      \to, \right
        com     \to
        and     \to, \cols
        or      \to_high, \right_high
        com     \to_high
        and     \to_high, \cols_high
.endm

; One byte of the same in a row that the cross attacks, too.
.macro masked_byte to, mask, left, right, cols
        ldd     \to, Y + \mask
        free_squares \to, \left, \right, \cols
.endm

.macro free_squares to, left, right, cols
        or      \to, \left
        or      \to, \right
        com     \to
        and     \to, \cols
.endm

; The squares to try of a level are in RAM while the search is below it.  The hash is the XOR of them all: a
; set is added when the search enters the level, and each square is removed with its queen.  The sets of level
; 1 and of the last level are not in RAM: they are added at the end of a slice and removed at its start.
; count.c XORs slice_check with the sets before and after a slice, so the result is 0.
.macro hash_open
        eor     hash, open0
        eor     hash, open1
.endm

.macro or_zero lo, hi, to
        mov     work, \lo
        or      work, \hi
        breq    \to
.endm

; The same if the flags are already those of the other byte.
.macro also_zero other, to
        brne    .Lsome\@
        tst     \other
        breq    \to
.Lsome\@:
.endm

.macro diagonals_down
        lsl     left0
        rol     left1
        lsr     right1
        ror     right0
.endm

.macro diagonals_save at
        std     Y + \at, left0
        std     Y + \at + 1, left1
        std     Y + \at + 2, right0
        std     Y + \at + 3, right1
.endm

.macro diagonals_load at
        ldd     left0, Y + \at
        ldd     left1, Y + \at + 1
        ldd     right0, Y + \at + 2
        ldd     right1, Y + \at + 3
.endm

; While the table is computed: diagonals also enter from the columns beyond the 16 bits.
.macro table_diagonals_down
        lsl     before0
        rol     before1
        rol     left0
        rol     left1
        lsr     after1
        ror     after0
        ror     right1
        ror     right0
.endm

; Sets the bit of this place (0 .. 31) in four bytes.  The places of edge queens may be beyond them.
.macro set_place byte0, byte1, byte2, byte3
#if COUNT_HAS_EDGES
        sbrc    place, 5
        rjmp    .Lset\@
#endif
        mov     ZL, place
        ori     ZL, 0xf8        ; the table of these bits: engine.S
        lpm     work, Z
        sbrc    place, 4
        rjmp    .Lhigh\@
        sbrs    place, 3
        or      \byte0, work
        sbrc    place, 3
        or      \byte1, work
        rjmp    .Lset\@
.Lhigh\@:
        sbrs    place, 3
        or      \byte2, work
        sbrc    place, 3
        or      \byte3, work
.Lset\@:
.endm

; Adds 256 to the queens placed.
.macro placed_carry back
        lds     work, PLACED
        inc     work
        sts     PLACED, work
        rjmp    \back
.endm

.macro diagonals_shift_down
        lsl     left0
        rol     left1
        rol     lost0
        rol     lost1
        lsr     right1
        ror     right0
        ror     lost3
        ror     lost2
.endm

.macro diagonals_clear
        clr     left0
        clr     left1
        movw    right0, left0
        movw    lost0, left0
        movw    lost2, left0
.endm

.macro diagonals_shift_up
        lsr     lost1
        ror     lost0
        ror     left1
        ror     left0
        lsl     lost2
        rol     lost3
        rol     right0
        rol     right1
.endm

; Moves one row down and computes its set; jumps to none if that is empty.
.macro set_of lo, hi, none
        lsl     nextb0          ; left
        rol     nextb1
        lsr     nextc1          ; right
        ror     nextc0
        open_set \lo, \hi, nextb0, nextc0, nextc1, nextd0, nextd1
        also_zero \lo, \none
.endm

        .section .text.rows_run,"ax",@progbits
        .global rows_run
        .type   rows_run, @function


; struct run rows_run(struct board *board, struct cross cross): see count_rows.h
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
        mov     final_row, n
        subi    final_row, 8    ; at most seven rows are below the table
        ldi     lo, 2           ; count the queens
        .irp    row, 25, 22, 23, 26, 27
        .if     \row <= 25 || COUNT_HAS_EDGES
        .if     \row != 25
        cp      r\row, n
        brsh    1f              ; no queen
        inc     lo
        .endif
        cp      final_row, r\row
        brsh    1f
        mov     final_row, r\row
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
        sub     hi, final_row
        mov     lo, row1        ; a window needs 3 rows, or 4 if n is odd
        sub     lo, row0
        subi    lo, -2
#if !COUNT_HAS_ODD_WINDOW
        sbrc    n, 0
        ldi     lo, 0xff
#endif
        cp      hi, lo
        ldi     lo, 0           ; bytes of the frame for the rows above the window
        brlo    table_pair
        subi    hi, 5
        brlo    1f
        breq    2f
        mov     lo, hi          ; 6 or 7 rows: one or two rows above the window, 4 and 5 bytes
        lsl     lo
        lsl     lo
        add     lo, hi
        dec     lo
        inc     hi
        rjmp    2f
1:      neg     hi              ; 4 or 3 rows: a short window
        subi    hi, -3
2:      mov     levels, final_row
        inc     levels
        sub     levels, rows
        ldi     past_table, FRAMED_RECORD
        mov     stride, past_table
        mul     levels, stride
        add     lo, r0
        ldi     past_table, BELOW
        cpi     lo, AREA + RECORD + 2 * (FRAMED_RECORD - RECORD) + 1
        brlo    table_levels
        ori     hi, _BV(IS_SHIFTED)
        ldi     past_table, DEEP - ROWS
        rjmp    table_shifted
table_pair:
        mov     final_row, n    ; the table also has records of the last two rows
        dec     final_row
        mov     levels, final_row
        dec     levels
        sub     levels, rows
        ldi     hi, _BV(IS_PAIR) | _BV(IS_SHIFTED)
        ldi     past_table, BELOW - ROWS
table_shifted:
        ldi     lo, RECORD
        mov     stride, lo
table_levels:
        sbic    KIND, IS_PART   ; set by main
        ori     hi, _BV(IS_PART)
        out     KIND, hi
        add     past_table, YL
        mov     record2, past_table
        dec     levels
        mul     levels, stride
        sub     record2, r0
        sbrc    hi, IS_PAIR
        subi    past_table, -2 * RECORD
        ; Address of the squares to try on the last level.
        lsl     levels
        add     ZL, levels
        subi    ZL, -(OPEN1)
        sts     AT_LEVEL, ZL
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
#if COUNT_HAS_EDGES
        brtc    1f
        ldi     lo, 0xff        ; edge_column
2:      cp      lo, col0
        breq    3f
        cpse    lo, col1
        rjmp    4f
3:      inc     lo
        rjmp    2b
4:      mov     edge_col0, lo
        ldi     lo, 16
2:      cp      lo, col0
        breq    3f
        cpse    lo, col1
        rjmp    4f
3:      dec     lo
        rjmp    2b
4:      mov     edge_col1, lo
        sbrs    edge1, 7
        rjmp    1f
        mov     edge1, edge0    ; n = 17: only one edge column
        mov     edge_col1, edge_col0
1:
#endif
        ; A queen's diagonals reach row 0 this many bits to the left and to the right of her.
        ldi     col_last, 7     ; the left one of the middle columns
        sbrc    n, 0
        dec     col_last
        clr     left0
        clr     left1
        movw    right0, left0
        movw    before0, left0
        clr     after0
        clr     entering
        ldi     queens, 4
        ldi     ZH, hi8(queens_page)
table_queen:
        mov     ZL, col
        ori     ZL, 0xf8
        lpm     work, Z
#if COUNT_HAS_EDGES
        sbrc    col, 4
        clr     work            ; in a column beyond the 16 bits
#endif
        com     work
        sbrs    col, 3
        and     cols0, work
        sbrc    col, 3
        and     cols1, work
        mov     place, col
        add     place, its_row
        set_place right0, right1, after0, entering
        mov     place, col
        sub     place, its_row
        subi    place, -16
        set_place before0, before1, left0, left1
        mov     col, col_next
        mov     col_next, col_last
        ldi     col_last, 8     ; the right one
        mov     work, row0
        mov     row0, row1
        mov     row1, row2
        mov     row2, row3
        mov     row3, work
        dec     queens
        brne    table_queen
#if COUNT_HAS_EDGES
        sbrc    edge0, 7
        rjmp    1f              ; there are no edge columns
        brtc    2f
        movw    lo, row0        ; then the edge queens: their rows are in row2 and row3 after that
        movw    row0, edge0
        movw    edge0, lo
        mov     col, edge_col0
        mov     col_next, edge_col1
        ldi     queens, 2
        clt
        rjmp    table_queen
2:      set
        mov     col0, edge_col0
        mov     col1, edge_col1
        clr     sum
1:
#endif
        mov     after1, entering
        clr     rows
        in      YL, SPL
        subi    YL, -(RECORD1)
        mov     next_record, record2
        sub     next_record, YL
        ldi     this_row, 0
        rjmp    1f
#if COUNT_HAS_EDGES
; The row of an edge queen: from beyond the 16 bits, her diagonal enters them in the next row.
table_third:
        brtc    table_next
        ldi     lo, 0x80
        sbrc    col0, 7
        or      before1, lo
        rjmp    table_next
table_fourth:
        brtc    table_next
        ldi     lo, 1
        sbrc    col1, 4
        or      after0, lo
        rjmp    table_next
table_fifth:
        cp      this_row, edge0
        breq    table_next
        cp      this_row, edge1
        breq    table_next
        rjmp    table_level
#endif
table_row:
        inc     this_row
        table_diagonals_down
1:      inc     rows
        cp      this_row, row0
        breq    table_next
        cp      this_row, row1
        breq    table_next
        cp      this_row, row2
        breq    table_third
        cp      this_row, row3
        breq    table_fourth
#if COUNT_HAS_EDGES
        brts    table_fifth
#endif
table_level:
        movw    lo, left0
        or      lo, right0
        or      hi, right1
        std     Y + ROWS, rows
        std     Y + MASK, lo
        std     Y + MASK + 1, hi
        eor     sum, rows
        eor     sum, lo
        eor     sum, hi
        clr     rows
        add     YL, next_record
        mov     next_record, stride
        cp      past_table, YL
        brlo    table_wrong
#if !COUNT_HAS_EDGES
table_third:
table_fourth:
#endif
table_next:
        cp      this_row, final_row
        brne    table_row
        cp      YL, past_table
        brne    table_wrong
        sbic    KIND, IS_PAIR
        rjmp    table_end
        ; The diagonals of the cross in the first row below, and the factors of the way to it.
        table_diagonals_down
        in      YL, SPL
        std     Y + CROSS, left0
        std     Y + CROSS + 1, left1
        std     Y + CROSS + 2, right0
        std     Y + CROSS + 3, right1
        eor     sum, left0
        eor     sum, left1
        eor     sum, right0
        eor     sum, right1
        ldi     lo, 2
        ldi     hi, 0x80
1:      dec     rows
        brmi    1f
        lsl     lo
        lsr     hi
        rjmp    1b
1:      mov     shift, lo
        std     Y + SHIFT, hi
        eor     sum, hi
table_end:
        clt
        rjmp    table_done
table_wrong:                    ; this is no cross: its queens attack each other
        set
table_done:
        in      YL, SPL
        subi    YL, -(RECORD1)
        lds     XL, AT_LEVEL
        ldi     XH, AT_LEVEL_HIGH
        clr     found
        clr     found_high
        sub     XL, levels
        mov     last_record, past_table
        sub     last_record, stride
        sbic    KIND, IS_PAIR
        subi    last_record, 2 * RECORD
        subi    XL, OPEN1 - ROW
        ld      target, X
        subi    XL, -(OPEN1 - ROW)
        eor     sum, target
        clr     placed
        sts     PLACED, placed
        mov     at, record2
        ; XORs CHECK with the bytes that the table should have, but for the record of level 1.  The end of
        ; the slice XORs it with those that are there.
        lds     work, CHECK
        eor     work, sum
        ldd     step, Y + ROWS
        eor     work, step
        ldd     step, Y + MASK
        eor     work, step
        ldd     step, Y + MASK + 1
        eor     work, step
        sts     CHECK, work
        brts    to_done
        std     Y + ROWS, found ; marks level 1
        diagonals_clear
        clr     hash
        tst     target
        brne    1f
        inc     target          ; ROWS_NEW: all squares of level 1 are to be tried
        ldi     step, 4         ; the queens of the cross
        mov     placed, step
        ldi     step, 0xff
        st      X+, step
        st      X, step
        subi    XL, 1
1:      rjmp    descend_row

; ---- Level 1, and the way down to the position of the board ----

to_done:
        rjmp    done
level1_up:
        lds     open0, LEVEL1_OPEN
        lds     open1, LEVEL1_OPEN_HIGH
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
level1:
        diagonals_clear
        or_zero open0, open1, to_done
        set
        sbic    TIFR1, OCF1B
        rjmp    flag
level1_on:
        inc     placed
        breq    level1_carry

; Places a queen on the lowest square, and computes the next row.  T: its squares must be dealt out.
descend:
        lowest_of_both next0, next1
        or      left0, next0
        or      left1, next1
        or      right0, next0
        or      right1, next1
        eor     cols0, next0
        eor     cols1, next1
        ldd     step, Y + ROWS
1:      diagonals_shift_down
        dec     step
        brne    1b
descend_row:
        masked_byte next0, MASK, left0, right0, cols0
        masked_byte next1, MASK + 1, left1, right1, cols1
        brtc    1f
        clt
        clr     at
        sbic    KIND, IS_PART
        rjmp    deal
deal_done:
        or_zero next0, next1, level1_dead
        sts     LEVEL1_OPEN, open0
        sts     LEVEL1_OPEN_HIGH, open1
        st      X+, at          ; 0
        st      X+, at
        movw    open0, next0
        sbis    KIND, IS_SHIFTED
        rjmp    level_enter
        rjmp    shifted_begin
level1_carry:
        placed_carry descend
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
        cp      YL, last_record
        breq    descend_end
        tst     step
        breq    descend_first
        st      X+, open0
        st      X+, open1
        subi    YL, -RECORD
        sbic    KIND, IS_SHIFTED
        rjmp    descend
        subi    YL, -(FRAMED_RECORD - RECORD)
        diagonals_save 0
        rjmp    descend
descend_none:
        ldd     step, Y + ROWS
        tst     step
        breq    done            ; on level 1; below it, the board has no such position
1:      ld      step, -X        ; back to level 1, whose entry is 0
        ld      work, -X
        or      step, work
        brne    1b
        rjmp    done
descend_first:
        hash_open
        sts     LEVEL1_OPEN, open0
        sts     LEVEL1_OPEN_HIGH, open1
        st      X+, step
        st      X+, step
        mov     YL, at
        rjmp    descend
descend_end:
        sbrc    placed, 2       ; a new cross: no entry was read
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
1:      mov     YL, at
        tst     work
        breq    stop_level1
        rjmp    level1
stop_level1:
        hash_open
        ldi     target, 1
        st      X+, open0
        st      X, open1
        subi    XL, 1
        rjmp    store_row
done:
        ldi     target, 0xff    ; ROWS_DONE
        rjmp    store_row

; The slice ends below level 1.  Writes the squares to try of level 1 back to the board.
stop:
        st      X+, open0
        st      X, open1
        subi    XL, 1
        ldi     target, 1
1:      inc     target
        ld      step, -X
        ld      work, -X
        or      step, work
        brne    1b
        lds     work, LEVEL1_OPEN
        eor     hash, work
        st      X+, work
        lds     work, LEVEL1_OPEN_HIGH
        eor     hash, work
        st      X, work
        subi    XL, 1
        rjmp    store_row

; Once a millisecond: ends the slice if a byte has arrived or the time is over.
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
flag_level1:
        tst     step
        breq    1f
        rjmp    level1_on
1:      rjmp    stop_level1
flag_last:
        tst     step
        breq    stop_last
        sbic    KIND, IS_PAIR
        rjmp    pair_high_on
        tst     open0
        breq    1f
        rjmp    last_low_on
1:      rjmp    last_high_on
stop_last:
        sbis    KIND, IS_PAIR   ; which leaves the register alone
        in      hash, HASH
        hash_open
        lds     XL, AT_LEVEL
        ldi     XH, AT_LEVEL_HIGH
        rjmp    stop

; A part of a count: XORs CHECK with the hash, and with the bytes of the frame that stay the same.
store_row:
        sbis    KIND, IS_PART
        rjmp    leave
        lds     step, AT_LEVEL
        sub     step, XL        ; twice the number of levels below level 1
        lds     work, CHECK
        eor     work, hash
        in      ZL, SPL
        in      ZH, SPH
        subi    ZL, -(BELOW + 2 * RECORD)
        ldi     next0, 2 * RECORD ; the records of a pair, or SHIFT and CROSS
        sbic    KIND, IS_PAIR
        rjmp    1f
        dec     ZL
        dec     next0
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
leave:
        subi    XL, OPEN1 - ROW
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
        ret                     ; the completions are in r24:25 already

; Deals out the squares of level 2 in turn: removes those of other parts.
#define turn0       r18
#define turn1       r1
.macro check_turn
        lds     work, CHECK
        eor     work, turn0
        eor     work, turn1
        sts     CHECK, work
.endm
deal:
        movw    ZL, XL
        sbiw    ZL, OPEN1 - PARTS
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
        rjmp    deal_done

; ---- A pair: the last two rows ----

; Two rows and two columns are left.  If a queen on one column of the upper row attacks the other column in
; the lower row, so does a queen on the other column the first one.  So the diagonals of both are added, as if
; both columns had a queen.
#define pleft0      r16
#define pleft1      r17
#define pright0     r18
#define pright1     r19
#define upper0      r30
#define upper1      r31
#define lower0      r26
#define lower1      r27
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
        also_zero upper0, pair_next
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
        also_zero lower0, pair_next
        cp      lower0, upper0
        cpc     lower1, upper1
        brne    1f              ; different sets of these two columns: one way
        cp      lower0, cols0
        cpc     lower1, cols1
        brne    pair_next       ; only one column, the same in both rows: no way
        adiw    found, 1
1:      adiw    found, 1
pair_next:
        tst     open0
        breq    pair_high_next
        eor     cols0, queen
        eor     open0, queen
        breq    pair_low_end
; Places a queen on the lowest square of one byte.
.macro pair_byte open, cols, left, right
        lowest_of \open, queen
        eor     \cols, queen
        movw    pleft0, left0
        movw    pright0, right0
        or      \left, queen
        or      \right, queen
        inc     placed
        breq    pair_carry
        rjmp    pair_rows
.endm

pair_low:
        pair_byte open0, cols0, pleft0, pright0
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
        pair_byte open1, cols1, pleft1, pright1
pair_carry:
        placed_carry pair_rows

; ---- Levels without frames: the diagonals are shifted back on the way up ----

; Here Y is the address of the next level's record itself, and last_record that of the record after the last
; level: so far are they from where Y is elsewhere.
#define AHEAD       (ROWS + RECORD)
shifted_up_last:
        lds     XL, AT_LEVEL
        ldi     XH, AT_LEVEL_HIGH
        sbic    KIND, IS_PAIR
        rjmp    1f
        diagonals_load DEEP
        ldd     lost0, Y + DEEP + 4
        ldd     lost1, Y + DEEP + 5
        ldd     lost2, Y + DEEP + 6
        ldd     lost3, Y + DEEP + 7
        subi    YL, BELOW - DEEP
1:      subi    YL, -(BELOW - ROWS - RECORD + AHEAD)
        mov     last_record, YL
shifted_up:
        ld      open1, -X
        ld      open0, -X
shifted_dead:
        subi    YL, RECORD
        ld      step, Y
1:      diagonals_shift_up
        dec     step
        brne    1b
        tst     open0
        breq    2f
        lowest_of open0
        eor     left0, work
        eor     right0, work
        eor     cols0, work
        eor     hash, work
        eor     open0, work
        brne    shifted_low
        tst     open1
        breq    shifted_up
        rjmp    shifted_high
2:      lowest_of open1
        breq    shifted_to_level1 ; level 1: its entry is 0 while the search is below it
        eor     left1, work
        eor     right1, work
        eor     cols1, work
        eor     hash, work
        eor     open1, work
        breq    shifted_up
        rjmp    shifted_high
shifted_to_level1:
        subi    YL, ROWS
        subi    last_record, AHEAD
        rjmp    level1_up
shifted_begin:
        subi    YL, -AHEAD
        subi    last_record, -AHEAD
        cp      YL, last_record
        breq    to_shifted_last
        tst     open0
        brne    shifted_enter_low
        rjmp    shifted_enter_high
to_shifted_last:
        rjmp    shifted_last
shifted_enter_low:
        hash_open
shifted_low:
        lowest_of open0, queen
        or      left0, queen
        or      right0, queen
        eor     cols0, queen
        inc     placed
        breq    shifted_carry
shifted_down:
        ld      step, Y+
1:      diagonals_shift_down
        dec     step
        brne    1b
        ld      next0, Y+
        ld      next1, Y+
        free_squares next1, left1, right1, cols1
        free_squares next0, left0, right0, cols0
        brne    shifted_next_low
        tst     next1
        breq    to_shifted_dead
        st      X+, open0
        st      X+, open1
        movw    open0, next0
        cp      YL, last_record
        breq    shifted_last
shifted_enter_high:
        eor     hash, open1
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
to_shifted_dead:
        rjmp    shifted_dead
shifted_next_low:
        st      X+, open0
        st      X+, open1
        movw    open0, next0
        cp      YL, last_record
        brne    shifted_enter_low
shifted_last:
        in      YL, SPL
        sbic    KIND, IS_PAIR
        rjmp    pair
        diagonals_save DEEP
        std     Y + DEEP + 4, lost0
        std     Y + DEEP + 5, lost1
        std     Y + DEEP + 6, lost2
        std     Y + DEEP + 7, lost3
        rjmp    last_level

; ---- Levels with frames ----

; Back to the level above.
up:
        subi    YL, FRAMED_RECORD
up_last:
        ld      open1, -X
        ld      open0, -X
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     hash, work
        eor     open0, work
        brne    low_again
        tst     open1
        brne    high_again
        rjmp    up
1:      lowest_of open1
        breq    to_level1_up    ; level 1: its entry is 0 while the search is below it
        eor     cols1, work
        eor     hash, work
        eor     open1, work
        brne    high_again
        rjmp    up
to_level1_up:
        rjmp    level1_up

dead_high:
        eor     cols1, queen
        eor     hash, queen
        eor     open1, queen
        breq    up
high_again:
        diagonals_load 0
        rjmp    level_high
dead_low_end:
        tst     open1
        brne    high_again
        rjmp    up
dead:
        tst     open0
        breq    dead_high
        eor     cols0, queen
        eor     hash, queen
        eor     open0, queen
        breq    dead_low_end
low_again:
        diagonals_load 0
level_low:
        lowest_of open0, queen
        or      left0, queen
        or      right0, queen
        eor     cols0, queen
        inc     placed
        breq    low_carry
level_down:
        diagonals_down
        ldd     step, Y + ROWS
        dec     step
        brne    level_far
row:
        masked_byte next1, MASK + 1, left1, right1, cols1
        masked_byte next0, MASK, left0, right0, cols0
        brne    row_low
        tst     next1
        breq    dead
        st      X+, open0       ; the queen of this level is the lowest
        st      X+, open1
        movw    open0, next0
enter_high:
        cp      YL, last_record
        breq    last_level
        subi    YL, -FRAMED_RECORD
        eor     hash, open1
        diagonals_save 0
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
level_enter:
        tst     open0
        breq    enter_high
        rjmp    enter_low
row_low:
        st      X+, open0
        st      X+, open1
        movw    open0, next0
enter_low:
        cp      YL, last_record
        breq    last_level
        subi    YL, -FRAMED_RECORD
        hash_open
        diagonals_save 0
        rjmp    level_low
; More than one row down.
level_far:
        diagonals_down
        dec     step
        brne    level_far
        rjmp    row

; ---- The last level ----

; Adds the diagonals of the cross to those of the queens: the rows below need no table.
last_level:
        out     HASH, hash
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
        diagonals_save LAST_DIAGONALS
        tst     open0
        brne    last_low
        rjmp    last_high
last_back:
        in      open0, LAST_OPEN
        in      open1, LAST_OPEN_HIGH
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     open0, work
        breq    last_low_end
last_low_again:
        diagonals_load LAST_DIAGONALS
last_low:
        sbic    TIFR1, OCF1B
        rjmp    flag
last_low_on:
        lowest_of open0, queen
        eor     cols0, queen
        inc     placed
        breq    last_carry
last_low_placed:
        mul     queen, shift
        or      left0, r0
        or      left1, r1
        ldd     step, Y + SHIFT
        mul     queen, step
        or      right0, r1
        open_set next0, next1, left0, right0, right1, cols0, cols1
        brne    below_last
        tst     next0
        brne    below_last
        eor     cols0, queen
        eor     open0, queen
        brne    last_low_again
last_low_end:
        tst     open1
        brne    last_high_again
last_up:
        in      hash, HASH
        sbic    KIND, IS_SHIFTED
        rjmp    shifted_up_last
        lds     XL, AT_LEVEL
        ldi     XH, AT_LEVEL_HIGH
        subi    YL, -(BELOW - FRAMED_RECORD)
        mov     last_record, YL
        rjmp    up_last
last_carry:
        placed_carry 2f
2:      tst     open0
        brne    last_low_placed
        rjmp    last_high_placed
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        breq    last_up
last_high_again:
        diagonals_load LAST_DIAGONALS
last_high:
        sbic    TIFR1, OCF1B
        rjmp    flag
last_high_on:
        lowest_of open1, queen
        eor     cols1, queen
        inc     placed
        breq    last_carry
last_high_placed:
        mul     queen, shift
        or      left1, r0
        ldd     step, Y + SHIFT
        mul     queen, step
        or      right0, r0
        or      right1, r1
        open_set next0, next1, left0, right0, right1, cols0, cols1
        brne    below_last
        tst     next0
        brne    below_last
        eor     cols1, queen
        eor     open1, queen
        brne    last_high_again
        rjmp    last_up
below_last:
        out     LAST_OPEN, open0
        out     LAST_OPEN_HIGH, open1
        movw    open0, next0
        sbic    KIND, HAS_LOWER
        rjmp    below_lower
        sbis    KIND, IS_SHORT
        rjmp    window

; A window of less than five rows.
        movw    nextb0, left0
        movw    nextc0, right0
        movw    nextd0, cols0
        sbic    KIND, IS_THREE
        rjmp    three
; The window has four rows: the first one is row a.
        movw    a0, open0
        clr     open0
        clr     open1
        rjmp    e_rows_below

; The window has three rows: the first one is row b.
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

; ---- Up to two rows above the window ----

.macro below_byte name, byte, open, left, right, cols
\name\()_\byte:
        lowest_of \open, queen
        or      \left, queen
        or      \right, queen
        eor     \cols, queen
        diagonals_down
        open_set next0, next1, left0, right0, right1, cols0, cols1
        brne    \name\()_down
        tst     next0
        brne    \name\()_down
        eor     \cols, queen
        eor     \open, queen
.endm

; Stores its diagonals at Y + at; the macros open_get and open_put load and store its squares to try.
.macro below_row name, at, open_get, open_put, up
\name\()_back:
        \open_get
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     open0, work
        breq    \name\()_low_end
        rjmp    \name\()_low_again
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        brne    \name\()_high_again
\name\()_end:
        \up
\name:
        diagonals_save \at
        tst     open0
        breq    \name\()_high
        rjmp    \name\()_low
\name\()_low_again:
        diagonals_load \at
        below_byte \name, low, open0, left0, right0, cols0
        brne    \name\()_low_again
\name\()_low_end:
        tst     open1
        breq    \name\()_end
\name\()_high_again:
        diagonals_load \at
        below_byte \name, high, open1, left1, right1, cols1
        brne    \name\()_high_again
        rjmp    \name\()_end
\name\()_down:
        \open_put
        movw    open0, next0
.endm

.macro upper_up
        rjmp    last_back
below_lower:
        sbis    KIND, HAS_UPPER
        rjmp    lower           ; else falls into upper
.endm
.macro upper_get
        ldd     open0, Y + UPPER_OPEN
        ldd     open1, Y + UPPER + 4
.endm
.macro upper_put
        std     Y + UPPER_OPEN, open0
        std     Y + UPPER + 4, open1
.endm

.macro lower_up
        sbis    KIND, HAS_UPPER
        rjmp    last_back
        rjmp    upper_back
.endm
; While the rows of the window are counted, Y holds the squares to try.
.macro lower_get
        movw    open0, YL
        in      YL, SPL
        in      YH, SPH
.endm
.macro lower_put
        movw    YL, open0
.endm

        below_row upper, UPPER, upper_get, upper_put, upper_up
        rjmp    lower

; ---- The window ----

; The columns that are free in any of the rows.
.macro covered a, b, c, d
        mov     work, \a
        or      work, \b
        or      work, \c
        or      work, \d
.endm

; Removes from a set what the lowest queen of byte Z attacks in the same byte, that many rows below.
.macro beside distance, set
        ldi     ZH, hi8(beside_\distance)
        lpm     work, Z
        and     \set, work
.endm

; For each queen of one byte of row c: counts a completion if row d has a square left.  far: d's other byte.
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

; Three rows, with the sets nextb, nextc, nextd, and three columns are left.
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

; After this row comes the window.
        below_row lower, LOWER, lower_get, lower_put, lower_up
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
window_up:
        sbic    KIND, HAS_LOWER
        rjmp    lower_back
        rjmp    last_back
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
        covered a1, b1, c1, d1  ; is a column that is left free in none of them?
        cp      work, nextd1
        brne    e_none_near
        covered a0, b0, c0, d0
#if COUNT_HAS_ODD_WINDOW
        brmi    e_middle
#endif
        cp      work, nextd0
        brne    e_none_near
        tst     a0
        brne    a_low
        rjmp    a_high_far
#if COUNT_HAS_ODD_WINDOW
e_middle:
        cp      work, nextd0
        brne    e_none_near
        rjmp    middle
#endif
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
        cpi     a0, 0x40        ; a queen next to the middle attacks a square of the other byte
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

; n is odd and the middle column is free.  Its queen comes first: only this column is next to both bytes.
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
#define NEAR_1      0xfe3f
#define NEAR_2      0xfd5f
#define NEAR_3      0xfb6f

; A queen in row a or d leaves three adjacent rows, which are counted as from row b on.
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
        set                     ; seen from row d upwards, the rows are as in the case before
        rjmp    three_rows
middle_d:
        clt
        middle_row d0, middle_end, a0, a1, NEAR_3, b0, b1, NEAR_2, c0, c1, NEAR_1
        clr     a0              ; row a is done
        clr     a1
        rjmp    b
middle_end:
        rjmp    e_next
#else
        rjmp    a_next
#endif
        .size   rows_run, . - rows_run

; The columns that the lowest queen of a byte leaves free, that many rows below.
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
