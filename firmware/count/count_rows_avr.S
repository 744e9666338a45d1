; The rows of a count in assembly: count_rows.c says what it does, this does it fast, and small.
;
; One loop does all rows of all boards: a row down, a queen put or none, a row up.  Nothing is on the stack:
; the squares to try stand in the board, and the diagonals turn back when a queen is lifted.
;
; What pays (in cycles, counted by hand; n = 14, measured: 102 a queen put, all in all):
;   - a set of columns is tried in halves: the lowest bit of a byte takes 3, of a word 7, and a queen
;     in one byte goes into three registers, not six: 9 less a queen, for 32 bytes of code;
;   - the diagonals of the cross come in from the marks of the rows, a bit a row: 2, where 32 bits that turn in
;     a ring would take 4; the same byte says what kind of row it is;
;   - laying the cross is the way down backwards: 86 bytes and 450, where setting 16 bits one by one in C took
;     350 bytes and 1000;
;   - a row is stored only once the next one has an open square: 8 less for each dead end, and half are;
;   - the last two queens are not put: two columns are left, and which is open in which row is all that
;     counts;
;   - before the third last is put, both rows are looked at ahead: ends 46 % of the cases (n = 12).
; Tried, and dropped:
;   - frames on the stack for the rows below the cross, the last three queens in registers: 77 a queen, but
;     400 bytes of code more, 36 of stack, and slices that end only behind these rows;
;   - crosses of the four edges instead of the middle: 5.95 M queens at n = 14, for those attack least;
;   - only the first row's queen beforehand, the edges kept by masks of each row (Takaken's rules without his
;     look at each solution): least code of all, but 7.8 M queens at n = 14, 2.4 M as it is;
;   - four middle lines instead of two: few queens less, but 64,090 crosses to lay instead of 849.
#ifdef __AVR__

; struct board, with struct rows in its column array
#define ROW     1
#define BUDGET  6               /* behind it, the squares to try on level 0 */

#define queen   r0
#define zero    r1
#define left0   r2              /* seen; */
#define left1   r3
#define left2   r4              /* and what has left the board */
#define left3   r5
#define right0  r6              /* the same, but seen are 2 and 3 */
#define right1  r7
#define right2  r8
#define right3  r9
#define cols0   r10
#define cols1   r11
#define open0   r12
#define open1   r13
#define seenl0  r14             /* left and right, looked ahead */
#define seenl1  r15
#define seenr0  r16
#define seenr1  r17
#define next0   r18             /* open in the row in work */
#define next1   r19
#define top     r20             /* low byte of the address of the level above the first row, */
#define target  r21             /* and of the one above that where the board stands */
#define col     r16             /* while the cross is laid, */
#define rows    r17
#define last    r22             /* and the mark of the next free row from below */
#define found0  r22
#define found1  r23
#define budget  r24             /* the queens that may be put yet */
#define mark    r25             /* what is left of it, shifted out from the top */

.macro lowest_of set
        mov     queen, \set
        neg     queen
        and     queen, \set
.endm

.macro open_byte to, left, right, cols
        mov     \to, \left
        or      \to, \right
        com     \to
        and     \to, \cols
.endm

.macro found_one
        subi    found0, lo8(-1)
        sbci    found1, hi8(-1)
.endm

        .section .text.rows_run,"ax",@progbits
        .global rows_run
        .type   rows_run, @function

; Then, X: the level above the row in work; its squares to try are in registers, and not in memory yet.
; Y: behind the mark of the row in work.  T: set on the way down to the level where the board stands.

rows_run:
        .irp    reg, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \reg
        .endr
        movw    r26, r24
        movw    r28, r22
        ld      rows, X+
        ld      target, X
        adiw    r26, BUDGET - ROW
        ld      budget, X+
        mov     top, r26
        dec     target
        lsl     target
        add     target, top
        add     r28, rows
        adc     r29, zero
        clr     left0           ; what stands in left2, left3, right0, right1 never comes into sight
        clr     left1
        clr     right2
        clr     right3
        clr     cols0
        clr     cols1
        clr     open0
        clr     open1
        ldi     last, 0x04      ; MARK_LAST

; The queens of the cross, from the last row up to above the first one: on this way up, a diagonal goes out
; where it will come in on the way down.
lay:
        ld      col, -Y
        sbrs    col, 7
        rjmp    lay_queen
        mov     mark, last
        lsl     last            ; MARK_PAIR, MARK_AHEAD, then none
        andi    last, 0x18
lay_shift:
        lsr     left1
        ror     left0
        brcc    1f
        ori     mark, 0x80      ; MARK_LEFT
1:      lsl     right2
        rol     right3
        brcc    2f
        ori     mark, 0x40      ; MARK_RIGHT
2:      st      Y, mark
        sec
        rol     cols0           ; as many columns as rows
        rol     cols1
        dec     rows
        brne    lay
        eor     cols0, open0
        eor     cols1, open1
        clr     open0
        clr     open1
        clr     found0
        clr     found1
        set
        rjmp    row

lay_queen:
        ldi     next0, 1
        clr     next1
        sbrs    col, 3
        rjmp    2f
        mov     next1, next0
        clr     next0
        subi    col, 8
        rjmp    2f
1:      lsl     next0           ; one of the two
        lsl     next1
2:      dec     col
        brpl    1b
        or      left0, next0
        or      left1, next1
        or      right2, next0
        or      right3, next1
        or      open0, next0
        or      open1, next1
        ldd     mark, Y+1
        ori     mark, 0x01      ; MARK_BEHIND
        std     Y+1, mark
        ldi     mark, 0x20      ; MARK_TAKEN
        rjmp    lay_shift

; On the way down: what was left to try.
again:
        movw    r30, r26
        ldd     queen, Z+2
        and     next0, queen
        ldd     queen, Z+3
        and     next1, queen
        cpse    r26, target
        rjmp    judge
        clt
        rjmp    judge

row:
        ld      mark, Y+
        lsl     mark            ; MARK_LEFT
        rol     left0
        rol     left1
        rol     left2
        rol     left3
        lsl     mark            ; MARK_RIGHT
        ror     right3
        ror     right2
        ror     right1
        ror     right0
        lsl     mark            ; MARK_TAKEN
        brcs    row
        open_byte next1, left1, right3, cols1
        open_byte next0, left0, right2, cols0
        cpi     mark, 0x40
        brsh    end
        brts    again
judge:
        cp      next0, zero
        cpc     next1, zero
        breq    back
        st      X+, open0       ; with its queen, the lowest; not before there is a level below
        st      X+, open1
        movw    open0, next0
        tst     open0
        breq    high
low:
        lowest_of open0
        or      left0, queen
        or      right2, queen
        eor     cols0, queen
        subi    budget, 1
        brcc    row
        rjmp    stop
high:
        lowest_of open1
        or      left1, queen
        or      right3, queen
        eor     cols1, queen
        subi    budget, 1
        brcc    row
        rjmp    stop

; The end: two rows and two columns, seen from the upper of these rows or from the one above it.
end:
        movw    seenl0, left0
        movw    seenr0, right2
        sbrc    mark, 6         ; MARK_PAIR
        rjmp    pair
        brts    again
        movw    r30, r28
        cp      next0, zero
        cpc     next1, zero
        breq    1f
        rcall   ahead
        breq    1f
        rcall   ahead
        brne    judge
1:      rjmp    back

; To the level above, or the queen that leads nowhere is lifted.
up:
        cp      r26, top
        breq    done
        ld      open1, -X
        ld      open0, -X
back:
        lsr     left3
        ror     left2
        ror     left1
        ror     left0
        lsl     right0
        rol     right1
        rol     right2
        rol     right3
        ld      mark, -Y
        sbrc    mark, 0         ; MARK_BEHIND
        rjmp    back
        tst     open0
        breq    1f
        lowest_of open0
        eor     left0, queen
        eor     right2, queen
        eor     cols0, queen
        eor     open0, queen
        brne    low
        tst     open1
        brne    high
        rjmp    up
1:      lowest_of open1
        eor     left1, queen
        eor     right3, queen
        eor     cols1, queen
        eor     open1, queen
        brne    high
        rjmp    up

done:
        ldi     mark, 0xff      ; ROWS_DONE
        rjmp    leave

; A square below is of no use if the other column's square above attacks it, which goes for both or none: as
; if queens stood on both.
pair:
        movw    r30, r28
        or      seenl0, cols0
        or      seenl1, cols1
        or      seenr0, cols0
        or      seenr1, cols1
        rcall   ahead
        breq    pair_back
        cp      next0, zero
        cpc     next1, zero
        breq    pair_back
        cp      queen, next0
        cpc     mark, next1
        brne    1f              ; different sets of these two columns: one way, whichever they are
        cp      queen, cols0
        cpc     mark, cols1
        brne    pair_back       ; the same one column in both rows
        found_one
1:      found_one
pair_back:
        rjmp    back

stop:
        clr     budget
        st      X+, open0
        st      X, open1
        mov     mark, r26
        sub     mark, top       ; twice the level, and one
        sub     r26, mark
        sbc     r27, zero
        lsr     mark
leave:
        st      -X, budget
        sbiw    r26, BUDGET - ROW
        st      X, mark
        movw    r24, found0
        .irp    reg, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \reg
        .endr
        ret

; The next free row, seen through the lines as they are now: queen and mark, Z if no square is open there.
ahead:
        ld      mark, Z+
        lsl     mark
        rol     seenl0
        rol     seenl1
        lsl     mark
        ror     seenr1
        ror     seenr0
        lsl     mark
        brcs    ahead
        open_byte mark, seenl1, seenr1, cols1
        open_byte queen, seenl0, seenr0, cols0
        cp      queen, zero
        cpc     mark, zero
        ret
        .size   rows_run, . - rows_run

#endif
