; The rows of a count in assembly: count_rows.c says what it does, this does it fast.
;
; What pays (in cycles; counted, those for one queen by hand; n = 14 measured takes 77 a queen put, all in all):
;   - a set of columns is tried in halves: the lowest bit of a byte takes 3, of a word 7, and a queen
;     in one byte goes into three registers, not six: 9 less a queen, for code twice;
;   - a frame (9 bytes, 36 to store and load) only where squares remain, so three queens of ten need one,
;     and to backtrack is to load the last one, over all rows that have none;
;   - the shift register `marks` tells rows of the cross and the end from other rows in 2, rows need no
;     number, and one body of code serves all widths and rows;
;   - the last three queens without a frame: two rows are looked at ahead, which ends 46 % of the
;     cases (n = 14); then two columns are left: which is open in which row is all that counts;
;   - above, where RAM counts more than time, rings that turn back instead of frames: 2 bytes a row.
; Tried on paper and on the host, and dropped (queens at n = 14, of 3.16 M):
;   - crosses of the four edges instead of the middle: 5.95 M, for queens at the edge attack least;
;   - four middle lines instead of two: 2.99 M, but 64,090 crosses to lay instead of 849;
;   - all rows left looked at ahead for the last five: 2.35 M, but 3.2 M looks of 12 cycles; the next
;     row alone: 2.75 M and 1.6 M looks.  No gain, but for the end;
;   - from the middle row outwards: 3 % fewer, but the masks of the other half cost more than that;
;   - rings for the rows below too: no frames, but some 20 cycles more a queen, by hand.
#ifdef __AVR__

; struct board, with struct rows in its column array
#define ROW     1
#define LAST    6
#define SKIP    7
#define MARKS   8
#define FORM    9
#define LEFT    10
#define RIGHT   13
#define COLS    16
#define OPEN    18

#define queen   r0
#define zero    r1
#define ringl   r9              /* above: the bytes of the rings that are not seen, */
#define ringr   r10
#define skip    r11             /* struct rows.skip */
#define level   r12             /* and board.row */
#define marks   r13
#define found0  r14
#define found1  r15
#define open0   r16
#define open1   r17
#define left0   r18
#define left1   r19
#define right0  r20
#define right1  r21
#define cols0   r22
#define cols1   r23
#define budget  r24             /* and r25 */

/* At the end of the rows below, the four registers of the rows above and X are free: they are in memory. */
#define queen0  r9
#define queen1  r10
#define upper0  r11
#define upper1  r12
#define lower0  r26
#define lower1  r27
#define shift0  r0
#define shift1  r13

.macro view_down                ; 4 cycles: the diagonals move on by a row
        lsl     left0
        rol     left1
        lsr     right1
        ror     right0
.endm

.macro lowest_of set            ; 3 cycles for a byte, where 16 bits would take 7
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
        sec
        adc     found0, zero
        adc     found1, zero
.endm

.macro view_load
        ldd     left0, Z+LEFT+1
        ldd     left1, Z+LEFT+2
        ldd     right0, Z+RIGHT
        ldd     right1, Z+RIGHT+1
        ldd     cols0, Z+COLS
        ldd     cols1, Z+COLS+1
.endm

.macro view_store
        std     Z+LEFT+1, left0
        std     Z+LEFT+2, left1
        std     Z+RIGHT, right0
        std     Z+RIGHT+1, right1
        std     Z+COLS, cols0
        std     Z+COLS+1, cols1
.endm

.macro rings_load
        ldd     ringl, Z+LEFT
        ldd     ringr, Z+RIGHT+2
        ldd     skip, Z+SKIP
.endm

.macro rings_store
        std     Z+LEFT, ringl
        std     Z+RIGHT+2, ringr
        std     Z+SKIP, skip
.endm

        .section .text.rows_run,"ax",@progbits
        .global rows_run
        .type   rows_run, @function

rows_run:
        push    r9
        push    r10
        push    r11
        push    r12
        push    r13
        push    r14
        push    r15
        push    r16
        push    r17
        movw    r30, r24
        movw    budget, r22
        clr     found0
        clr     found1
        ldd     queen, Z+FORM
        bst     queen, 7        ; T: FORM_PAIR

        view_load
        rings_load
        ldd     level, Z+ROW
        movw    r26, r30
        adiw    r26, OPEN+2
        add     r26, level
        adc     r27, zero
        add     r26, level
        adc     r27, zero
        ld      open1, -X
        ld      open0, -X       ; X: the squares to try at this level; those of the next one lie below
        tst     level
        brne    above_next
        rjmp    launch_next

; ---- The rows above ----

above_row:
        open_byte open1, left1, right1, cols1
        open_byte open0, left0, right0, cols0
        tst     level
        brne    above_next
        rjmp    launch_row
above_next:
        tst     open0
        breq    above_high
        lowest_of open0
        or      left0, queen
        or      right0, queen
        eor     cols0, queen
above_down:
        st      X, open0        ; the queen is still in it: it is the lowest, and need not be stored
        adiw    r26, 1
        st      X, open1
        sbiw    r26, 3
        dec     level
        sbiw    budget, 1
1:      lsl     ringl
        rol     left0
        rol     left1
        adc     ringl, zero
        mov     queen, right0
        lsr     queen
        ror     ringr
        ror     right1
        ror     right0
        lsl     skip
        adc     skip, zero
        brmi    1b              ; a row of the cross
        rjmp    above_row

above_high:
        tst     open1
        breq    above_up
        lowest_of open1
        or      left1, queen
        or      right1, queen
        eor     cols1, queen
        rjmp    above_down

above_up:
        ldd     queen, Z+LAST
        cp      queen, level
        breq    above_done
        inc     level
1:      mov     queen, ringl
        lsr     queen
        ror     left1
        ror     left0
        ror     ringl
        lsl     right0
        rol     right1
        rol     ringr
        adc     right0, zero
        lsr     skip
        brcc    2f
        ldi     open0, 0x80
        or      skip, open0
        rjmp    1b
2:      adiw    r26, 2
        ld      open0, X
        adiw    r26, 1
        ld      open1, X
        sbiw    r26, 1
        tst     open0
        breq    3f
        lowest_of open0
        eor     open0, queen
        eor     left0, queen
        eor     right0, queen
        eor     cols0, queen
        rjmp    above_next
3:      lowest_of open1
        eor     open1, queen
        eor     left1, queen
        eor     right1, queen
        eor     cols1, queen
        rjmp    above_high

above_done:
        st      X, zero
        adiw    r26, 1
        st      X, zero
        view_store
        rings_store
        ldi     open0, 0xff
        std     Z+ROW, open0
        rjmp    leave

; ---- From the last row above to the first row below ----

launch_row:
        view_store
        rings_store
launch_next:
        tst     open0
        breq    launch_high
        lowest_of open0
        eor     open0, queen
        view_load
        or      left0, queen
        or      right0, queen
        eor     cols0, queen
launch:
        std     Z+OPEN, open0
        std     Z+OPEN+1, open1
        sbiw    budget, 1
        ldd     open0, Z+FORM
        andi    open0, 0x07
        ldd     queen, Z+LEFT
        ldd     open1, Z+RIGHT+2
1:      lsl     queen           ; what comes in is of the cross; below it, nothing is left to come in
        rol     left0
        rol     left1
        lsr     open1
        ror     right1
        ror     right0
        dec     open0
        brne    1b
        ldd     marks, Z+MARKS
        push    zero            ; a frame without open squares is the last
        push    zero
        rjmp    below_down

launch_high:
        tst     open1
        breq    launch_up
        lowest_of open1
        eor     open1, queen
        view_load
        or      left1, queen
        or      right1, queen
        eor     cols1, queen
        rjmp    launch

launch_up:
        view_load
        rings_load
        clr     level
        movw    r26, r30
        adiw    r26, OPEN
        rjmp    above_up

; ---- The rows below ----

below_end:
        ldd     open0, Z+OPEN
        ldd     open1, Z+OPEN+1
        tst     r25
        brmi    1f
        rjmp    launch_next
1:      std     Z+ROW, zero
        rjmp    leave

high_pop:
        tst     open1
        breq    below_end
        pop     marks
        pop     cols1
        pop     cols0
        pop     right1
        pop     right0
        pop     left1
        pop     left0
        rjmp    high

low_push:
        push    left0
        push    left1
        push    right0
        push    right1
        push    cols0
        push    cols1
        push    marks
        push    open1
        push    open0
        rjmp    low_put

below_pop:
        pop     open0
        pop     open1
        tst     open0
        breq    high_pop
        pop     marks
        pop     cols1
        pop     cols0
        pop     right1
        pop     right0
        pop     left1
        pop     left0
low:
        lowest_of open0
        eor     open0, queen
        brne    low_push
        tst     open1
        brne    low_push
low_put:
        or      left0, queen
        or      right0, queen
        eor     cols0, queen
below_put:
        sbiw    budget, 1
below_down:
        view_down
        lsl     marks
        brcs    below_special
        open_byte open1, left1, right1, cols1
        open_byte open0, left0, right0, cols0
        brne    low
        tst     open1
        breq    below_pop
high:
        lowest_of open1
        eor     open1, queen
        brne    high_push
high_put:
        or      left1, queen
        or      right1, queen
        eor     cols1, queen
        rjmp    below_put

high_push:
        push    left0
        push    left1
        push    right0
        push    right1
        push    cols0
        push    cols1
        push    marks
        push    open1
        push    open0
        rjmp    high_put

below_special:
        tst     marks
        brne    below_down      ; a row of the cross
        open_byte open1, left1, right1, cols1
        open_byte open0, left0, right0, cols0
        mov     queen, open0
        or      queen, open1
        breq    pair_pop
        brtc    three

; ---- The last two queens ----

        ldd     shift1, Z+FORM
        movw    lower0, cols0
        lsl     lower0
        rol     lower1
        view_down
        sbrs    shift1, 6       ; FORM_GAP
        rjmp    1f
        lsl     lower0
        rol     lower1
        view_down
1:      and     lower0, cols0
        and     lower1, cols1
        adiw    lower0, 0
        brne    pair_pop        ; on one diagonal
        or      left0, right0
        or      left1, right1
        com     left0
        com     left1
        and     left0, cols0
        and     left1, cols1
        mov     shift0, left0
        or      shift0, left1
        breq    pair_pop
        cp      left0, open0
        cpc     left1, open1
        brne    2f              ; different sets of these two columns: one way, whichever they are
        cp      left0, cols0
        cpc     left1, cols1
        brne    pair_pop       ; the same one column in both rows
        found_one
2:      found_one
pair_pop:
        rjmp    below_pop

; ---- The last three queens ----

three:
        movw    lower0, left0   ; is a square open in the row below?
        lsl     lower0
        rol     lower1
        mov     shift0, right0
        mov     shift1, right1
        lsr     shift1
        ror     shift0
        or      lower0, shift0
        or      lower1, shift1
        com     lower0
        com     lower1
        and     lower0, cols0
        and     lower1, cols1
        adiw    lower0, 0
        breq    three_pop
        movw    lower0, left0   ; and in the last row?
        lsl     lower0
        rol     lower1
        lsl     lower0
        rol     lower1
        mov     shift0, right0
        mov     shift1, right1
        lsr     shift1
        ror     shift0
        lsr     shift1
        ror     shift0
        or      lower0, shift0
        or      lower1, shift1
        com     lower0
        com     lower1
        and     lower0, cols0
        and     lower1, cols1
        adiw    lower0, 0
        brne    three_next
three_pop:
        rjmp    below_pop
three_next:
        clr     queen1
        mov     queen0, open0
        neg     queen0
        and     queen0, open0
        eor     open0, queen0
        brne    1f
        tst     queen0
        brne    1f
        mov     queen1, open1
        neg     queen1
        and     queen1, open1
        breq    three_pop
        eor     open1, queen1
1:      movw    lower0, left0
        or      lower0, queen0
        or      lower1, queen1
        lsl     lower0
        rol     lower1
        mov     shift0, right0
        mov     shift1, right1
        or      shift0, queen0
        or      shift1, queen1
        lsr     shift1
        ror     shift0
        eor     cols0, queen0
        eor     cols1, queen1
        open_byte upper1, lower1, shift1, cols1
        open_byte upper0, lower0, shift0, cols0
        brne    2f
        tst     upper1
        breq    three_lift
2:      lsl     lower0
        rol     lower1
        lsr     shift1
        ror     shift0
        or      lower0, shift0
        or      lower1, shift1
        com     lower0
        com     lower1
        and     lower0, cols0
        and     lower1, cols1
        adiw    lower0, 0
        breq    three_lift
        mov     shift0, cols0
        mov     shift1, cols1
        lsl     shift0
        rol     shift1
        and     shift0, cols0
        and     shift1, cols1
        or      shift0, shift1
        brne    three_lift      ; the two columns left are neighbours
        cp      lower0, upper0
        cpc     lower1, upper1
        brne    3f
        cp      lower0, cols0
        cpc     lower1, cols1
        brne    three_lift
        found_one
3:      found_one
three_lift:
        eor     cols0, queen0
        eor     cols1, queen1
        rjmp    three_next

; ----

leave:
        movw    r22, found0
        pop     r17
        pop     r16
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     r11
        pop     r10
        pop     r9
        ret
        .size   rows_run, . - rows_run

#endif
