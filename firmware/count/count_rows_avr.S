; The rows of a count in assembly: count_rows.c says what it does, this does it fast.
#ifdef __AVR__

; struct board, with struct rows in its column array
#define ROW     1
#define OPEN    6               /* the squares to try on level 0 */

#define XL      r26
#define XH      r27
#define YL      r28
#define YH      r29
#define ZL      r30
#define ZH      r31
#define SPL     0x3d
#define SPH     0x3e
#define GPIOR2  0x2b

#define work    r0
#define found   r1              /* completions; above 255, in GPIOR2 */
#define left0   r2              /* the lines that are seen; */
#define left1   r3
#define right0  r4
#define right1  r5
#define cols0   r6
#define cols1   r7
#define open0   r8
#define open1   r9
#define left2   r10             /* what has left the board, and the cross's that come in below */
#define right3  r11

; On the levels
#define left3   r12
#define right2  r13
#define taken0  r14             /* the rows of the cross, a bit each: a ring too */
#define taken1  r15
#define next0   r16             /* open in the row in work */
#define next1   r17
#define last    r18             /* low byte of the address of the last level, */
#define bit7    r19             /* 0x80 */
#define target  r20             /* of the level above that where the board stands, */
#define chain   r21             /* rows between the last level and the window; below zero: rows that it has less */
#define top     r22             /* and of the level above the first row */
#define zero    r23
#define budget  r24             /* and r25 */
#define NO_WINDOW 0x80          /* as chain */

; While the cross is laid
#define levels  r1              /* rows that are free so far */
#define second  r8              /* the lower one of its two rows */
#define step    r9              /* rows since the last free one */
#define final   r18             /* the last of its rows */
#define col_a   r20             /* the queens in its two rows */
#define col_b   r21
#define row_a   r22             /* and those in its two columns */
#define line    r28
#define below   r29             /* rows below */
#define first   r30
#define row_b   r31

; On the last level
#define gleft0  r16             /* seen from below */
#define gleft1  r17
#define gright0 r18
#define gright1 r19
#define gopen0  r20
#define gopen1  r21

; From the stack pointer on the last level: pushed last is lowest
#define AT_LAST  7
#define AT_CHAIN 8
#define AT_STEP  9
#define AT_RIGHT 10             /* lines of the cross in the first row below, high byte first */
#define AT_LEFT  12
#define AT_TOP   14

; In the window: the sets of rows a to d; those of b, c, d once a has its queen; and of c, d once b has
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
#define lastc   r28
#define lastd   r29

.macro lowest_of set
        mov     work, \set
        neg     work
        and     work, \set
.endm

; Takes the lowest out of a byte; Z if that was all.
.macro drop_lowest set
        mov     work, \set
        dec     work
        and     \set, work
.endm

.macro open_byte to, left, right, cols
        mov     \to, \left
        or      \to, \right
        com     \to
        and     \to, \cols
.endm

.macro or_zero lo, hi, to
        mov     work, \lo
        or      work, \hi
        breq    \to
.endm

; One row down, or up, in the ring: 32 bits of each diagonal, of which 16 are seen.
.macro ring_down
        lsl     left0
        rol     left1
        rol     left2
        rol     left3
        adc     left0, zero
        lsr     right1
        ror     right0
        ror     right3
        ror     right2
        brcc    1f
        or      right1, bit7
1:
.endm

.macro ring_up
        lsr     left3
        ror     left2
        ror     left1
        ror     left0
        brcc    1f
        or      left3, bit7
1:      lsl     right2
        rol     right3
        rol     right0
        rol     right1
        adc     right2, zero
.endm

        .section .text.rows_run,"ax",@progbits
        .global rows_run
        .type   rows_run, @function

; Then, X: the level above the row in work; its squares to try are in registers, and not in memory yet.
; T: set on the way down to the level where the board stands.

rows_run:
        .irp    reg, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \reg
        .endr
        movw    XL, r24
        movw    budget, r18
        mov     row_b, r23
        ld      below, X
        adiw    XL, OPEN
        push    XH              ; what the window cannot keep
        push    XL
        clr     zero
        clr     left0
        clr     left1
        movw    left2, left0    ; and right3
        movw    left3, left0    ; and right2
        movw    right0, left0
        movw    taken0, left0
        movw    cols0, left0
        ldi     bit7, 0x80
        mov     line, below      ; as many columns as rows, and the middle ones on bits 7 and 8, or 6 and 8
1:      sec
        rol     cols0
        rol     cols1
        dec     line
        brne    1b
        mov     first, below
        lsr     first
        ldi     line, 8
        sbrc    below, 0
        ldi     line, 7
        sub     line, first
        breq    2f
1:      lsl     cols0
        rol     cols1
        dec     line
        brne    1b
2:      dec     first
        dec     below
        mov     second, below
        sub     second, first
        mov     final, second
        cp      final, row_a
        brsh    1f
        mov     final, row_a
1:      cp      final, row_b
        brsh    1f
        mov     final, row_b
1:      sub     below, final
        ldi     line, 0xff
        clr     step
        clr     levels

; The queens of the cross, from the first line to the last of its rows.
lay:
        ring_down
        lsl     taken0
        rol     taken1
        inc     line
        clt
        cpse    line, first
        rjmp    1f
        mov     work, col_a
        rcall   lay_queen
1:      cpse    line, second
        rjmp    1f
        mov     work, col_b
        rcall   lay_queen
1:      cpse    line, row_a
        rjmp    1f
        ldi     next0, 8
        mov     work, next0
        sub     work, second      ; first is one less, or two: n odd
        add     work, first
        rcall   lay_queen
1:      cpse    line, row_b
        rjmp    1f
        ldi     next0, 8
        mov     work, next0
        rcall   lay_queen
1:      brts    1f
        clr     step
        inc     levels
        rjmp    2f
1:      inc     step
        inc     taken0
2:      cpse    line, final
        rjmp    lay

; One line more: what is seen of its lines there is what the window has from it.  Then up, to above the first line.
        ring_down
        lsl     taken0
        rol     taken1
        inc     step
        push    left0
        push    left1
        push    right0
        push    right1
        push    step
        inc     line
lay_up:
        ring_up
        rcall   taken_up
        dec     line
        brpl    lay_up
        sub     second, first
        mov     last, levels
        ldi     chain, NO_WINDOW
        mov     next0, below
        sub     next0, second     ; n odd: a window has four rows at the least, else three
        cpi     next0, 2
        brlt    1f
        mov     chain, below
        subi    chain, 5
        rjmp    2f
1:      add     last, below
        dec     last
2:      mov     top, XL
        lsl     last
        add     last, top
        push    chain
        push    last
        movw    ZL, XL
        sbiw    ZL, OPEN - ROW
        ld      target, Z
        dec     target
        add     budget, target
        adc     r25, zero
        lsl     target
        add     target, top
        clr     found
        out     GPIOR2, zero
        clr     open0
        clr     open1
        set
        rjmp    row_down

lay_queen:
        set
        ldi     next0, 1
        sbrc    work, 1
        ldi     next0, 4
        sbrc    work, 0
        lsl     next0
        sbrc    work, 2
        swap    next0
        clr     next1
        sbrs    work, 3
        rjmp    1f
        mov     next1, next0
        clr     next0
1:      or      left0, next0
        or      left1, next1
        or      right0, next0
        or      right1, next1
        com     next0
        com     next1
        and     cols0, next0
        and     cols1, next1
        ret

taken_up:
        lsr     taken1
        ror     taken0
        brcc    1f
        or      taken1, bit7
1:      ret

; ---- The levels ----

; On the way down: what was left to try.
again:
        movw    ZL, XL
        ldd     work, Z+2
        and     next0, work
        ldd     work, Z+3
        and     next1, work
        cpse    XL, target
        rjmp    judge
        clt
        rjmp    judge

to_bottom:
        rjmp    bottom
row_taken:
        inc     taken0
row_down:
        ring_down
        lsl     taken0
        rol     taken1
        brcs    row_taken
        open_byte next1, left1, right1, cols1
        open_byte next0, left0, right0, cols0
        brts    again
judge:
        cp      next0, zero
        cpc     next1, zero
        breq    back
        st      X+, open0       ; with its queen, the lowest; not before there is a level below
        st      X+, open1
        movw    open0, next0
        cp      XL, last
        breq    to_bottom
        tst     open0
        breq    try_high
try_low:
        lowest_of open0
        or      left0, work
        or      right0, work
        eor     cols0, work
        sbiw    budget, 1
        brpl    row_down
        rjmp    stop
try_high:
        lowest_of open1
        or      left1, work
        or      right1, work
        eor     cols1, work
        sbiw    budget, 1
        brpl    row_down
        rjmp    stop

; To the level above, or the queen that leads nowhere is lifted.
up:
        cp      XL, top
        breq    done
        ld      open1, -X
        ld      open0, -X
back:
        ring_up
        lsr     taken1
        ror     taken0
        brcc    1f
        or      taken1, bit7
1:      sbrc    taken0, 0
        rjmp    back
        tst     open0
        breq    1f
        lowest_of open0
        eor     left0, work
        eor     right0, work
        eor     cols0, work
        eor     open0, work
        brne    try_low
        tst     open1
        brne    try_high
        rjmp    up
1:      lowest_of open1
        eor     left1, work
        eor     right1, work
        eor     cols1, work
        eor     open1, work
        brne    try_high
        rjmp    up

done:
        ldi     target, 0xff    ; ROWS_DONE
        sub     last, top       ; back to level 0
        rjmp    leave
stop:
        adiw    budget, 1
        st      X, open0
        adiw    XL, 1
        st      X, open1
        sbiw    XL, 1
        mov     target, XL
        sub     target, top     ; twice the level
        sub     XL, target
        sbc     XH, zero
        lsr     target
leave:
        sbiw    XL, OPEN - ROW
        st      X, target
        .rept   9
        pop     work
        .endr
        movw    r22, budget
        mov     r24, found
        in      r25, GPIOR2
        clr     r1
        .irp    reg, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \reg
        .endr
        ret

; ---- The last level ----

; Above the last rows of the cross: below, the set is seen through its lines as they were laid, and the lines of
; the queens are copies, so that nothing turns back.
bottom:
        cpi     chain, NO_WINDOW
        brne    1f
        rjmp    pair
1:      push    left2
        push    left3
        push    right2
        push    right3
        push    taken0
        push    taken1
        tst     open0
        breq    gate_high
gate_low:
        sbiw    budget, 1
        brmi    to_gate_stop
        lowest_of open0
        movw    gleft0, left0
        movw    gright0, right0
        or      gleft0, work
        or      gright0, work
        eor     cols0, work
gate:
        in      ZL, SPL
        in      ZH, SPH
        ldd     work, Z + AT_STEP
1:      lsl     gleft0
        rol     gleft1
        lsr     gright1
        ror     gright0
        dec     work
        brne    1b
        ldd     work, Z + AT_RIGHT
        or      gright1, work
        ldd     work, Z + AT_RIGHT + 1
        or      gright0, work
        ldd     work, Z + AT_LEFT
        or      gleft1, work
        ldd     work, Z + AT_LEFT + 1
        or      gleft0, work
        open_byte gopen0, gleft0, gright0, cols0
        open_byte gopen1, gleft1, gright1, cols1
        mov     work, gopen0
        or      work, gopen1
        breq    gate_next
        rjmp    below_gate
gate_next:
        tst     open0
        breq    1f
        lowest_of open0
        eor     cols0, work
        eor     open0, work
        brne    gate_low
        tst     open1
        brne    gate_high
        rjmp    gate_up
to_gate_stop:
        rjmp    gate_stop
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        brne    gate_high
        rjmp    gate_up
gate_high:
        sbiw    budget, 1
        brmi    to_gate_stop
        lowest_of open1
        movw    gleft0, left0
        movw    gright0, right0
        or      gleft1, work
        or      gright1, work
        eor     cols1, work
        rjmp    gate

.macro gate_leave
        pop     taken1
        pop     taken0
        pop     right3
        pop     right2
        pop     left3
        pop     left2
        in      ZL, SPL
        in      ZH, SPH
        ldd     last, Z + AT_LAST - 6
        mov     XL, last
        ldd     top, Z + AT_TOP - 6
        ldd     XH, Z + AT_TOP + 1 - 6
.endm
gate_stop:
        gate_leave
        clr     zero
        rjmp    stop
gate_up:
        gate_leave
        ldd     chain, Z + AT_CHAIN - 6
        ldi     bit7, 0x80
        clr     zero
        ld      open1, -X
        ld      open0, -X
        rjmp    back

below_gate:
        push    left0
        push    left1
        push    right0
        push    right1
        push    open0
        push    open1
        movw    left0, gleft0
        movw    right0, gright0
        movw    open0, gopen0
        clr     left2
        clr     right3
        ldd     work, Z + AT_CHAIN
        ldi     chain, 2
        cp      work, chain
        breq    upper_first
        push    left2           ; the sets of rows that are not there are empty
        push    left2
        dec     chain
        cp      work, chain
        breq    lower_first
        push    left2
        push    left2
        tst     work
        breq    window_first
        movw    nextb0, left0
        movw    nextc0, right0
        movw    nextd0, cols0
        sbrc    work, 0
        rjmp    four
        rjmp    three
upper_first:
        rjmp    upper
lower_first:
        rjmp    lower
window_first:
        rjmp    window

; ---- The rows below, down to the window ----

; There are up to two of them.  Their queens are lifted by shifting back: eight bits more of each diagonal than are
; seen are enough.  Their sets are on the stack.
.macro chain_up
        lsr     left2
        ror     left1
        ror     left0
        lsl     right3
        rol     right0
        rol     right1
.endm

; From each queen of a byte to the next row.
.macro chain_try row, byte, open, left, right, cols
\row\()_\byte:
        lowest_of \open
        or      \left, work
        or      \right, work
        eor     \cols, work
        sbiw    budget, 1
        lsl     left0
        rol     left1
        rol     left2
        lsr     right1
        ror     right0
        ror     right3
        open_byte next1, left1, right1, cols1
        open_byte next0, left0, right0, cols0
        mov     last, next0
        or      last, next1
        brne    \row\()_down
        chain_up
        eor     \left, work
        eor     \right, work
        eor     \cols, work
        eor     \open, work
        brne    \row\()_\byte
.endm

; Goes on with the row when its set is on the stack: its queen was the lowest.
.macro chain_again row
        chain_up
        tst     open0
        breq    1f
        lowest_of open0
        eor     left0, work
        eor     right0, work
        eor     cols0, work
        eor     open0, work
        brne    \row\()_low
        tst     open1
        brne    \row\()_high_far
        rjmp    \row\()_up
1:      lowest_of open1
        eor     left1, work
        eor     right1, work
        eor     cols1, work
        eor     open1, work
        brne    \row\()_high_far
        rjmp    \row\()_up
\row\()_high_far:
        rjmp    \row\()_high
.endm

.macro pop_open
        pop     open1
        pop     open0
        mov     work, open0
        or      work, open1
.endm

.macro chain_row row
        chain_again \row
\row:
        tst     open0
        breq    \row\()_high_far
        chain_try \row, low, open0, left0, right0, cols0
        tst     open1
        brne    \row\()_high
        rjmp    \row\()_up
\row\()_down:
        push    open0
        push    open1
        movw    open0, next0
        rjmp    \row\()_below
        chain_try \row, high, open1, left1, right1, cols1
        rjmp    \row\()_up
.endm

lower_up:
        pop_open
        brne    1f
        rjmp    chain_done
1:        chain_row upper
upper_below:
        rjmp    lower
upper_up:
chain_done:
        pop     open1
        pop     open0
        pop     right1
        pop     right0
        pop     left1
        pop     left0
        rjmp    gate_next

window_up:
        pop_open
        brne    1f
        rjmp    lower_up
1:        chain_row lower
        .set    lower_below, window

.macro found_one
        inc     found
        brne    .Lfound\@
        in      work, GPIOR2
        inc     work
        out     GPIOR2, work
.Lfound\@:
.endm

; Two rows and two columns are left.  A square below is of no use if the other column's square above attacks it,
; which goes for both or none: as if queens stood on both.
pair:
        movw    ZL, cols0
        movw    YL, cols0
pair_row:
        ring_down
        lsl     ZL
        rol     ZH
        lsr     YH
        ror     YL
        lsl     taken0
        rol     taken1
        brcc    2f
        inc     taken0
        rjmp    pair_row
2:      or      ZL, YL
        or      ZH, YH
        com     ZL
        com     ZH
        open_byte YL, left0, right0, cols0
        open_byte YH, left1, right1, cols1
        and     YL, ZL
        and     YH, ZH
pair_up:
        ring_up
        lsr     taken1
        ror     taken0
        brcc    1f
        or      taken1, bit7
1:      sbrc    taken0, 0
        rjmp    pair_up
        or_zero YL, YH, pair_end
        cp      YL, open0
        cpc     YH, open1
        brne    1f              ; different sets of these two columns: one way, whichever they are
        cp      YL, cols0
        cpc     YH, cols1
        brne    pair_end        ; the same one column in both rows
        found_one
1:      found_one
pair_end:
        ld      open1, -X
        ld      open0, -X
        rjmp    back

; ---- The window ----

; One row further down: its set, and on if that is not empty.
.macro set_of lo, hi
        lsl     nextb0          ; left
        rol     nextb1
        lsr     nextc1          ; right
        ror     nextc0
        open_byte \lo, nextb0, nextc0, nextd0
        open_byte \hi, nextb1, nextc1, nextd1
        mov     work, \lo
        or      work, \hi
.endm

; Takes from a set what the lowest queen of byte Z attacks in the same byte of a row so far below.
.macro beside distance, set
        ldi     ZH, hi8(beside_\distance)
        lpm     work, Z
        and     \set, work
.endm

; The queens of row c, each with those that it leaves in row d.
.macro two distance, clo, chi, dlo, dhi
        ldi     ZH, hi8(beside_\distance)
        mov     ZL, \clo
        tst     ZL
        breq    .Lhigh\@
.Llow\@:
        lpm     work, Z
        and     work, \dlo
        or      work, \dhi
        breq    .Llow_next\@
        found_one
.Llow_next\@:
        drop_lowest ZL
        brne    .Llow\@
.Lhigh\@:
        mov     ZL, \chi
        tst     ZL
        breq    .Lend\@
.Lhigh_on\@:
        lpm     work, Z
        and     work, \dhi
        or      work, \dlo
        breq    .Lhigh_next\@
        found_one
.Lhigh_next\@:
        drop_lowest ZL
        brne    .Lhigh_on\@
.Lend\@:
.endm

; Three rows with the sets nextb, nextc, nextd, and three columns are left.
.macro three bc, bd, cd
        tst     nextb0
        breq    .Lb_high\@
.Lb_low\@:
        sbiw    budget, 1
        mov     ZL, nextb0
        ldi     ZH, hi8(beside_\bc)
        lpm     lastc, Z
        and     lastc, nextc0
        or_zero lastc, nextc1, .Lb_low_next\@
        ldi     ZH, hi8(beside_\bd)
        lpm     lastd, Z
        and     lastd, nextd0
        or_zero lastd, nextd1, .Lb_low_next\@
        two     \cd, lastc, nextc1, lastd, nextd1
.Lb_low_next\@:
        drop_lowest nextb0
        brne    .Lb_low\@
.Lb_high\@:
        tst     nextb1
        breq    .Lb_end\@
.Lb_high_on\@:
        sbiw    budget, 1
        mov     ZL, nextb1
        ldi     ZH, hi8(beside_\bc)
        lpm     lastc, Z
        and     lastc, nextc1
        or_zero lastc, nextc0, .Lb_high_next\@
        ldi     ZH, hi8(beside_\bd)
        lpm     lastd, Z
        and     lastd, nextd1
        or_zero lastd, nextd0, .Lb_high_next\@
        two     \cd, nextc0, lastc, nextd0, lastd
.Lb_high_next\@:
        drop_lowest nextb1
        brne    .Lb_high_on\@
.Lb_end\@:
.endm

; The window has four rows: row a is what is open in the first.
four:
        movw    a0, open0
        clr     open0
        clr     open1
        rjmp    e_rows_below

; Three.
three:
        set_of  c0, c1
        breq    three_none
        set_of  d0, d1
        breq    three_none
        movw    nextb0, open0
        movw    nextc0, c0
        movw    nextd0, d0
        clr     open0
        clr     open1
        clr     a0
        clr     a1
        rjmp    b
three_none:
        rjmp    window_up

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
e_end:
        rjmp    window_up
e_next:
        tst     open0
        brne    e_low
        tst     open1
        breq    e_end
        rjmp    e_high
window:
        tst     open0
        breq    e_high
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
        sbiw    budget, 1
        set_of  a0, a1
        breq    e_next
e_rows_below:
        set_of  b0, b1
        breq    e_next
        set_of  c0, c1
        breq    e_next
        set_of  d0, d1
        brne    1f
        rjmp    e_next
1:      sbrc    nextd0, 7
        rjmp    middle
        tst     a0
        breq    a_high_far
a_low:
        sbiw    budget, 1
        mov     ZL, a0
        movw    nextb0, b0
        movw    nextc0, c0
        movw    nextd0, d0
        beside  1, nextb0
        or_zero nextb0, nextb1, a_low_next
        beside  2, nextc0
        or_zero nextc0, nextc1, a_low_next
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
        sbiw    budget, 1
        mov     ZL, a1
        movw    nextb0, b0
        movw    nextc0, c0
        movw    nextd0, d0
        beside  1, nextb1
        or_zero nextb0, nextb1, a_high_next
        beside  2, nextc1
        or_zero nextc0, nextc1, a_high_next
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
        rjmp    a_next

; n odd, and the middle column is free: where its queen may stand comes first, as only this column is near both
; halves.
.macro middle_row self, plo, phi, p, qlo, qhi, q, rlo, rhi, r, bc, bd, cd
        sbrs    \self, 7
        rjmp    .Lmiddle_end\@
        sbiw    budget, 1
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
        rjmp    .Lmiddle_end\@
.Lmiddle_on\@:
        three   \bc, \bd, \cd
.Lmiddle_end\@:
.endm
#define NEAR_1 0xfe3f
#define NEAR_2 0xfd5f
#define NEAR_3 0xfb6f

middle:
        middle_row a0, b0, b1, NEAR_1, c0, c1, NEAR_2, d0, d1, NEAR_3, 1, 2, 1
        middle_row b0, a0, a1, NEAR_1, c0, c1, NEAR_1, d0, d1, NEAR_2, 2, 3, 1
        middle_row c0, a0, a1, NEAR_2, b0, b1, NEAR_1, d0, d1, NEAR_1, 1, 3, 2
        middle_row d0, a0, a1, NEAR_3, b0, b1, NEAR_2, c0, c1, NEAR_1, 1, 2, 1
        rjmp    e_next
        .size   rows_run, . - rows_run

; What the lowest queen of a byte leaves open in a row so far below.
        .section .lowtext.beside,"a",@progbits
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
