; The rows below the levels: up to two rows above the window, and the window.
#ifdef COUNT_ROWS_AVR_H /* a part of rows_run: count_rows_avr.S includes it */

; Removes the lowest bit of a byte; sets Z if none is left.
.macro drop_lowest set
        mov     work, \set
        dec     work
        and     \set, work
.endm

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
        adiw    found, 3
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
; The window: row e, then a, b, c and d.  For each queen of row e, compute the sets of free columns of rows
; a to d.  An empty one ends it, as does a column that is left and is free in none of them.  After that, only
; these sets are needed.  One byte of a table (beside_1, _2, _3) removes from the set of a lower row what a
; queen attacks 1, 2 or 3 rows below her.  The table is indexed by one byte of a set.  It suffices because the
; middle columns of the cross are on bits 7 and 8: a queen in one byte attacks a free square of the other byte
; only from bit 6 or 9, three rows away.
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
        lowest_of open0
        eor     open0, work
        movw    nextb0, left0
        movw    nextc0, right0
        movw    nextd0, cols0
        or      nextb0, work
        or      nextc0, work
        eor     nextd0, work
; Compute the sets of the rows a to d, and stop at an empty one.
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
        brmi    e_middle
        cp      work, nextd0
        brne    e_none_near
        tst     a0
        brne    a_low
        rjmp    a_high_far
e_middle:
        cp      work, nextd0
        brne    e_none_near
        rjmp    middle
e_none_near:
        rjmp    e_next
; A queen of the low byte of row a: remove from the other rows what she attacks.
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
; The same for the high byte.
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
; Three rows and three columns are left.
; In: nextb, nextc, nextd.  Changed: nextb, nextc, Z, lastd, work.
b:
        three   1, 2, 1
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
; A queen of the middle column in row b, c or d.
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

#endif
