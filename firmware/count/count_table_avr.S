; The table of a cross: what it attacks on each level, and how the rows below are counted.
#ifdef COUNT_ROWS_AVR_H /* a part of rows_run: count_rows_avr.S includes it */

#define before0      r12         /* left diagonals that enter the 16 bits further down */
#define before1      r13
#define after0      r11         /* right diagonals after the 16 bits */
#define after1      r31
#define n           r13         /* before the diagonals */
#define end         r12         /* rows without the last ones that hold edge queens; before the diagonals */
#define rows        r14         /* rows since the last level */
#define levels      r15
#define lo          r16
#define hi          r17
#define final_row   r19         /* the last row that the table covers */
#define entry2      r8          /* address of the entry of level 2 */
#define past_table  r18         /* address after the last entry */
#define stride      r9          /* bytes from an entry to the next, */
#define next_entry  r10         /* from level 1 to level 2: from there to the entry of level 2 */
#define col0        r20         /* bits of the queens in the middle rows, */
#define col1        r21
#define row2        r22         /* rows of the queens in the middle columns */
#define row3        r23
#define row0        r24
#define row1        r25
#define edge0       r27         /* rows of the edge queens */
#define edge1       r26
#define edge2       r20
#define edge3       r21
#define this_row    r30
#define sum         r1          /* all bytes of the table, XORed; 0 before the table */
; While the diagonals of the cross are computed
#define col         r20         /* the bit of a queen, then those of the next ones */
#define col_next    r21
#define col_last    r16
#define its_row     r10         /* its row */
#define bit       r17
#define queens      r28
#define entering    r14         /* after1 */

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

; Sets this bit (0 .. 31) in four bytes.  The bits of edge queens may be beyond them.
.macro set_bit byte0, byte1, byte2, byte3
        sbrc    bit, 5
        rjmp    .Lset\@
        mov     ZL, bit
        ori     ZL, 0xf8        ; the table of these bits: engine.S
        lpm     work, Z
        sbrc    bit, 4
        rjmp    .Lhigh\@
        sbrs    bit, 3
        or      \byte0, work
        sbrc    bit, 3
        or      \byte1, work
        rjmp    .Lset\@
.Lhigh\@:
        sbrs    bit, 3
        or      \byte2, work
        sbrc    bit, 3
        or      \byte3, work
.Lset\@:
.endm

; In: r24 the board, r20 to r23 the cross (count_rows.h), Y the base of the workspace, r1 0.
; Out: at descend_row entries, SHIFT, CROSS, KIND, AT_LEVEL, cols, found, placed, hash, X and Y of level 1.
; At done, if this is no cross.  Changed: all registers but YH.
        movw    ZL, r24
        ld      n, Z
; Find the rows of the cross, and the last row that the table covers.
        mov     row0, n
        lsr     row0
        dec     row0
        mov     row1, n
        dec     row1
        sub     row1, row0
        mov     end, n
        clt
        ldi     lo, COUNT_WIDTH + 1
        cp      n, lo
        brlo    2f
        set                     ; there are edge columns
        movw    XL, ZL
        adiw    XL, EDGE
        ldd     r2, Z + EDGE
        ldd     r3, Z + EDGE + 1
        ldd     r4, Z + EDGE + 2
        ldd     r5, Z + EDGE + 3
1:      dec     end             ; the board ends above the last rows that hold edge queens
        .irp    row, 2, 3, 4, 5
        cp      r\row, end
        breq    1b
        .endr
        inc     end
2:
        mov     final_row, end
        subi    final_row, 8    ; at most seven rows are below the table
        ldi     lo, 2           ; count the queens
        .irp    row, 25, 22, 23
        .if     \row != 25
        cp      r\row, n
        brsh    1f              ; no queen
        inc     lo
        .endif
        cp      final_row, r\row
        brsh    1f
        mov     final_row, r\row
1:
        .endr
        brtc    3f
        ldi     hi, 3
1:      ld      work, X+
        cp      work, end
        brsh    2f              ; no queen, or below the end
        inc     lo
        sbrs    hi, 1
        inc     work            ; the diagonal of an outer one enters the 16 bits two rows below her
        cp      final_row, work
        brsh    2f
        mov     final_row, work
2:      dec     hi
        brpl    1b
        sbiw    XL, 4
        cp      final_row, row1 ; so does that of a queen of the cross in an outer edge column
        brne    2f
        cpi     col1, COUNT_FIRST - 2
        breq    1f
        cpi     col1, COUNT_FIRST + COUNT_WIDTH + 1
        brne    2f
1:      inc     final_row
2:      mov     hi, final_row   ; SHIFT is for at most six rows: after seven, the next one is a level
        inc     hi
1:      dec     hi
        .irp    row, 24, 25, 22, 23, 2, 3, 4, 5
        cp      r\row, hi
        breq    1b
        .endr
        sub     hi, final_row
        cpi     hi, -6
        brge    3f
        inc     final_row
3:
        .irp    row, 22, 23     ; one queen in both a row and a column of the cross
        cp      r\row, row0
        breq    2f
        cp      r\row, row1
        brne    1f
2:      dec     lo
1:
        .endr
; Choose what counts the rows below: a window of so many rows, or a pair.
        mov     rows, lo
        mov     hi, end         ; rows below
        dec     hi
        sub     hi, final_row
        mov     lo, row1        ; a window needs 3 rows, or 4 if n is odd
        sub     lo, row0
        subi    lo, -2
        cp      hi, lo
        ldi     lo, 0           ; bytes of the workspace for the rows above the window
        brlt    table_pair
        subi    hi, 5
        brlo    1f
        breq    2f
        mov     lo, hi          ; 6 or 7 rows: one or two rows above the window, 4 and 6 bytes
        lsl     lo
        add     lo, hi
        dec     lo
        lsl     lo
        inc     hi
        rjmp    2f
1:      inc     hi              ; 4 or 3 rows: a short window
        ldi     hi, _BV(IS_SHORT)
        breq    2f
        ori     hi, _BV(IS_THREE)
; Choose whether levels save their diagonals: the bytes must fit into the area.
2:      mov     levels, final_row
        inc     levels
        sub     levels, rows
        ldi     past_table, SAVING_ENTRY
        mov     stride, past_table
        mul     levels, stride
        add     lo, r0
        ldi     past_table, BELOW
        cpi     lo, AREA + ENTRY + 2 * (SAVING_ENTRY - ENTRY) + 1
        brlo    table_levels
        ori     hi, _BV(IS_SHIFTED)
        ldi     past_table, DEEP - ROWS
        rjmp    table_shifted
table_pair:
        mov     final_row, end  ; the table also has entries of the last two rows
        dec     final_row
        mov     levels, final_row
        dec     levels
        sub     levels, rows
        ldi     hi, _BV(IS_PAIR) | _BV(IS_SHIFTED)
        ldi     past_table, BELOW - ROWS
table_shifted:
        ldi     lo, ENTRY
        mov     stride, lo
table_levels:
        in      lo, KIND        ; two bits are set by main
        andi    lo, _BV(IS_PART) | _BV(IS_DEALT)
        or      hi, lo
        out     KIND, hi
; Find the first entry and the last one.
        add     past_table, YL
        mov     entry2, past_table
        dec     levels
        mul     levels, stride
        sub     entry2, r0
        sbrc    hi, IS_PAIR
        subi    past_table, -2 * ENTRY
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
#if COUNT_WIDTH != 16 /* in a test: a narrow mask, which begins with this bit */
        ldi     lo, lo8(((1 << COUNT_WIDTH) - 1) << COUNT_FIRST)
        ldi     hi, hi8(((1 << COUNT_WIDTH) - 1) << COUNT_FIRST)
        movw    cols0, lo
#endif
; Let the diagonals of each queen of the cross begin where they would cross row 0.
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
        ldi     queens, 3
        mov     its_row, row0
        ldi     ZH, hi8(queens_page)
table_queen:
        mov     ZL, col
        ori     ZL, 0xf8
        lpm     work, Z
        sbrc    col, 4
        clr     work            ; in a column beyond the 16 bits
        com     work
        sbrs    col, 3
        and     cols0, work
        sbrc    col, 3
        and     cols1, work
        mov     bit, col
        add     bit, its_row
        set_bit right0, right1, after0, entering
        mov     bit, col
        sub     bit, its_row
        subi    bit, -16
        set_bit before0, before1, left0, left1
        mov     col, col_next
        mov     col_next, col_last
        ldi     col_last, 8     ; the right one
        mov     its_row, row1
        mov     work, row0
        mov     row0, row1
        mov     row1, row2
        mov     row2, row3
        mov     row3, work
        dec     queens
        brpl    table_queen
        brtc    table_rows
; The same for the edge queens, in the columns -1, 16, -2, 17.
        cpi     queens, -5
        breq    1f
        mov     col, queens
        asr     col
        subi    col, -COUNT_FIRST
        sbrc    queens, 0
        rjmp    2f
        neg     col
        subi    col, -(2 * COUNT_FIRST + COUNT_WIDTH - 1)
2:      ld      its_row, X+
        rjmp    table_queen
1:      ld      edge3, -X
        ld      edge2, -X
        ld      lo, -X          ; edge1
        ld      hi, -X          ; edge0
        movw    edge1, lo
table_rows:
; Go down the rows: move the diagonals, and write an entry for each level.
        mov     after1, entering
        clr     rows
        in      YL, SPL
        subi    YL, -(ENTRY1)
        mov     next_entry, entry2
        sub     next_entry, YL
        ldi     this_row, 0
        rjmp    table_first
; Is it the row of an edge queen?  From beyond the 16 bits, her diagonal enters them in the next rows.
table_edges:
        ldi     lo, 0x80
        cp      this_row, edge0
        breq    1f
        ldi     lo, 0x40
        cp      this_row, edge2
        breq    1f
        ldi     lo, 1
        cp      this_row, edge1
        breq    2f
        ldi     lo, 2
        cp      this_row, edge3
        brne    table_level
2:
#if COUNT_WIDTH == 16
        or      after0, lo
#endif
        rjmp    table_next
1:
#if COUNT_WIDTH == 16
        or      before1, lo
#endif
        rjmp    table_next
table_row:
        inc     this_row
        table_diagonals_down
table_first:
        inc     rows
        cp      this_row, row0
        breq    table_next
        cp      this_row, row1
        breq    table_next
        cp      this_row, row2
        breq    table_next
        cp      this_row, row3
        breq    table_next
        brts    table_edges
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
        add     YL, next_entry
        mov     next_entry, stride
        cp      past_table, YL
        brlo    table_wrong
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
        subi    YL, -(ENTRY1)
        lds     XL, AT_LEVEL
        ldi     XH, AT_LEVEL_HIGH
        clr     found
        clr     found_high
        sub     XL, levels
        mov     last_entry, past_table
        sub     last_entry, stride
        sbic    KIND, IS_PAIR
        subi    last_entry, 2 * ENTRY
        subi    XL, OPEN1 - ROW
        ld      target, X
        subi    XL, -(OPEN1 - ROW)
        eor     sum, target
        clr     placed
        sts     PLACED, placed
        mov     second, entry2
        ; XORs CHECK with the free columns, and with the bytes that the table should have, but for the entry
        ; of level 1.  The end of the slice XORs it with those that are there.
        lds     work, CHECK
        eor     work, sum
        mov     step, cols0
        eor     step, cols1
        swap    step            ; else a queen that is removed for another would cancel her flip in the hash
        eor     work, step
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
        ldi     ZH, hi8(beside)
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

#endif
