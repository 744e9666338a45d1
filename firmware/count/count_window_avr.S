; The rows below the levels: up to two rows above the window, and the window.
#ifdef COUNT_ROWS_AVR_H /* a part of rows_run: count_rows_avr.S includes it */

; A window of less than five rows.
cut.short:
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
        ldd     open0, Y + UPPER + 5
        ldd     open1, Y + UPPER + 4
.endm
.macro upper_put
        std     Y + UPPER + 5, open0
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

; Removes the lowest queen from a byte.  Out: ZL her bit, so Z her byte in the table of one row below.
.macro take set
        lowest_of \set, ZL
        eor     \set, ZL
.endm

; Removes from a set what a queen attacks in the same byte, that many rows below.  1 to 3 are used in turn.
.macro beside distance, set
        .if     \distance > 1
        subi    ZL, -BESIDE
        .endif
        lpm     work, Z
        and     \set, work
.endm

; ZL is not 0 if a diagonal joins two columns of work in the last two rows.
.macro joined
        mov     ZL, work
        lsl     ZL
        brtc    1f
        lsl     ZL
        lsl     ZL
1:      and     ZL, work
.endm

; After this row comes the window.
        below_row lower, LOWER, lower_get, lower_put, lower_up
; The window: row e, then a, b, c and d.  For each queen of row e, compute the sets of free columns of rows
; a to d.  An empty one ends it, as does a column that is left and is free in none of them.  After that, only
; these sets are needed.  One byte of a table (beside) removes from the set of a lower row what a queen
; attacks 1, 2 or 3 rows below her.  It suffices because the middle columns of the cross are on bits 7 and 8:
; a queen in one byte attacks a free square of the other byte only from bit 6 or 9, three rows away.
; In: open the free squares of row e, left, right, cols in it.  Out: at window_up.
; Changed: all but left, right, cols, found, placed, shift.
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
; Take the next queen of row e.
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
        lowest_of open0                 ; 3
        eor     open0, work             ; 1
        movw    nextb0, left0           ; 1
        movw    nextc0, right0          ; 1
        movw    nextd0, cols0           ; 1
        or      nextb0, work            ; 1
        or      nextc0, work            ; 1
        eor     nextd0, work            ; 1
; Compute the sets of the rows a to d, and stop at an empty one.
e_rows:
        set_of  a0, a1, e_next          ; 13/14
e_rows_below:
        set_of  b0, b1, e_next          ; 13/14
        set_of  c0, c1, e_next          ; 13/14
        set_of  d0, d1, e_next_far      ; 13/14
        covered a1, b1, c1, d1          ; 4   is a column that is left free in none of them?
        cp      work, nextd1            ; 1
        brne    e_next_far              ; 1/2
        covered a0, b0, c0, d0          ; 4
        cp      work, nextd0            ; 1
        brne    e_next_far              ; 1/2
        sbrc    work, 7                 ; 1/2
        rjmp    middle                  ; 2
a_next:
        tst     a0                      ; 1
        breq    a_high_next             ; 1/2
; A queen of the low byte of row a: remove from the other rows what she attacks.
a_low:
        take    a0                      ; 4
        movw    nextb0, b0              ; 1
        beside  1, nextb0               ; 4
        also_zero nextb1, a_next        ; 2/3
        movw    nextc0, c0              ; 1
        beside  2, nextc0               ; 5
        also_zero nextc1, a_next        ; 2/3
        movw    nextd0, d0              ; 1
        sbrc    ZL, 6                   ; 1/2   bit 6, next to the middle: a square of the other byte
        andi    nextd1, 0xfd            ; 1
        beside  3, nextd0               ; 5
        also_zero nextd1, a_next        ; 2/3
        rjmp    b                       ; 2
e_next_far:
        rjmp    e_next
a_high_next:
        tst     a1
        breq    e_next_far
; The same for the high byte.
a_high:
        take    a1
        movw    nextb0, b0
        beside  1, nextb1
        also_zero nextb0, a_high_next
        movw    nextc0, c0
        beside  2, nextc1
        also_zero nextc0, a_high_next
        movw    nextd0, d0
        sbrc    ZL, 1           ; 2 + BESIDE: bit 9
        andi    nextd0, 0xbf
        beside  3, nextd1
        also_zero nextd0, a_high_next
; Three rows and three columns are left.  Row b is one row from row c and two rows from row d, which are one
; row apart, or with T, three.  A queen of row b leaves two rows and two columns.
; In: nextb, nextc, nextd.  Changed: nextb, ZL, lastd, work.
.macro b_queen b, c, d, other_c, other_d, same
        take    \b                      ; 4
        lpm     work, Z                 ; 3
        and     work, \c                ; 1
        also_zero \other_c, b_next      ; 2/3
        subi    ZL, -BESIDE             ; 1
        lpm     lastd, Z                ; 3
        and     lastd, \d               ; 1
        also_zero \other_d, b_next      ; 2/3
        cp      work, lastd             ; 1
        cpc     \other_c, \other_d      ; 1
        breq    \same                   ; 1/2
        or      work, lastd             ; 1   the columns, if both are in this byte
.endm
b:
        tst     nextb0                  ; 1
        breq    b_high                  ; 1/2
b_low:
        b_queen nextb0, nextc0, nextd0, nextc1, nextd1, b_low_same
        breq    b_low_far               ; 1/2
; Different sets of two columns: one way, but none if a diagonal joins the columns.
b_different:
        joined                          ; 5/6
        brne    b_next                  ; 1/2
b_one:
        adiw    found, 3                ; 2
b_next:
        tst     nextb0                  ; 1
        brne    b_low                   ; 1/2
b_high:
        tst     nextb1                  ; 1
        breq    b_end                   ; 1/2
        b_queen nextb1, nextc1, nextd1, nextc0, nextd0, b_high_same
        brne    b_different             ; 1/2
        mov     work, nextc0            ; 1
        or      work, nextd0            ; 1
        rjmp    b_different             ; 2
b_low_far:
        mov     work, nextc1            ; 1
        or      work, nextd1            ; 1
        rjmp    b_different             ; 2
; The same set in both rows: two ways if it has two columns that no diagonal joins, else none.
b_low_same:
        mov     lastd, nextc1
        rjmp    b_same
b_high_same:
        mov     lastd, nextc0
b_same:
        tst     lastd
        breq    1f
        tst     work
        brne    b_two           ; one in each byte
        mov     work, lastd
1:      mov     ZL, work
        dec     ZL
        and     ZL, work
        breq    b_next
        joined
        brne    b_next
b_two:
        adiw    found, 3
        rjmp    b_one
; All queens of row b are tried.
b_end:
        sbrs    a1, 0           ; no set has this column, which the cross has: a mark
        rjmp    a_next
; n is odd and the middle column is free.  Its queen is tried in each row, in the order b, c, a, d: only this
; column is next to both bytes.  The nearest of the three other rows is taken as row b.  In rows b and c, T is
; set, because two of the others are three rows apart.  In rows c and d, the bit that is tried is removed.
.macro middle_rows first, second, third
        movw    nextb0, \first
        movw    nextc0, \second
        movw    nextd0, \third
.endm
middle_next:
        brtc    middle_d
middle_c:
        sbrs    c0, 7
        rjmp    middle_a
        lsl     c0
        lsr     c0
        middle_rows b0, a0, d0
middle_inner:
        andi    nextd0, 0x3f    ; one row from her
        andi    nextd1, 0xfe
middle_masks:
        also_zero nextd0, middle_next
        andi    nextc0, 0x5f    ; two rows
        andi    nextc1, 0xfc
        also_zero nextc0, middle_next
        andi    nextb0, 0x3f    ; one row
        andi    nextb1, 0xfe
        rjmp    b
middle:
        ori     a1, 1           ; the mark for b_end; the masks below remove it
        set
        sbrs    b0, 7
        rjmp    middle_c
        middle_rows c0, d0, a0
        rjmp    middle_inner
middle_a:
        clt
        sbrs    a0, 7
        rjmp    middle_d
        middle_rows b0, c0, d0
        andi    nextd0, 0x6f    ; three rows
        andi    nextd1, 0xfa
        rjmp    middle_masks
middle_d:
        sbrs    d0, 7
        rjmp    e_next
        andi    d0, 0x7f
        middle_rows c0, b0, a0
        andi    nextd0, 0x6f
        andi    nextd1, 0xfa
        rjmp    middle_masks

#endif
