; A pair: the last two rows of a board where a queen of the cross is in one of the last rows.
#ifdef COUNT_ROWS_AVR_H /* a part of rows_run: count_rows_avr.S includes it */

#define pleft0      r16
#define pleft1      r17
#define pright0     r18
#define pright1     r19
#define upper0      r30
#define upper1      r31
#define lower0      r26
#define lower1      r27

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

; Two rows and two columns are left.  If a queen on one column of the upper row attacks the other column in
; the lower row, so does a queen on the other column the first one.  So the diagonals of both are added, as if
; both columns had a queen.
; In: left, right, cols in the row of the last level, its queen in pleft and pright, Y the workspace's base.
; Changed: upper, lower, pleft, pright, step, work; found.
pair_rows:
        ldd     step, Y + BELOW
cut.pair_upper:
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
        ldd     step, Y + BELOW + ENTRY
cut.pair_lower:
1:      lsl     pleft0
        rol     pleft1
        lsr     pright1
        ror     pright0
        dec     step
        brne    1b
        masked_byte lower0, BELOW + ENTRY + 1, pleft0, pright0, cols0
        masked_byte lower1, BELOW + ENTRY + 2, pleft1, pright1, cols1
        also_zero lower0, pair_next
        cp      lower0, upper0
        cpc     lower1, upper1
        brne    1f              ; different sets of these two columns: one way
        cp      lower0, cols0
        cpc     lower1, cols1
        brne    pair_next       ; only one column, the same in both rows: no way
        adiw    found, 3
1:      adiw    found, 3
; Take the next square of the last level.
pair_next:
        tst     open0
        breq    pair_high_next
        eor     cols0, queen
        eor     open0, queen
        breq    pair_low_end
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
; The last level of a board that ends with a pair: tries each of its squares.  No slice ends here, so they are
; never stored, and twelve levels store eleven sets.
; In: open, left, right, cols in its row, Y the base of the workspace.  Out: at shifted_up_last.
; Changed: queen, and as below.
pair:
        tst     open0
        brne    pair_low
pair_high:
        pair_byte open1, cols1, pleft1, pright1
pair_carry:
        placed_carry pair_rows

#endif
