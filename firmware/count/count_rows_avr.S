; The rows of a count in assembly: count_rows.c says what it does, this does it fast.
#ifdef __AVR__

; struct board, with struct rows in its column array
#define OPEN1   8               /* the squares to try on level 1; before them, the parts */
#define TURN    20              /* from those of level 2 */
#define EDGE    32

#define XL      r26
#define XH      r27
#define YL      r28
#define YH      r29
#define ZL      r30
#define ZH      r31
#define SPL     0x3d
#define SPH     0x3e

#define work    r0
#define zero    r1              /* but in the window: what it has found */
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
#define left4   r28
#define right2  r13
#define right4  r29
#define taken0  r14             /* the rows of the cross, a bit each: a ring too */
#define taken1  r15
#define taken2  r21
#define next0   r16             /* open in the row in work */
#define next1   r17
#define last    r18             /* low byte of the address of the last level, */
#define bit7    r19             /* 0x80 */
#define target  r20             /* of the level above that where the board stands, */
#define top     r22             /* of level 1, */
#define dealt   r23             /* and of level 2 */
#define budget  r24             /* and r25 */

; While the cross is laid
#define n       r28
#define row0    r24             /* its rows */
#define row1    r25
#define row2    r22             /* the rows of the queens in its columns, the left one first */
#define row3    r23
#define edge0   r26             /* and in the edge columns */
#define edge1   r27
#define final   r29             /* the last of its rows; later r27 */
#define below   r16             /* rows below that, */
#define least   r17             /* and how many make a window */
#define levels  r18             /* rows that are free so far, */
#define step    r20             /* and rows since the last free one */
#define line    r26
#define lo      r16             /* a queen's bit */
#define hi      r17
#define rows    r16             /* to turn up */

#define NO_WINDOW 0x80          /* as rows below the last level */

; On the last level
#define gleft0  r16             /* seen from below */
#define gleft1  r17
#define gright0 r18
#define gright1 r19
#define gopen0  r20
#define gopen1  r21

; From the stack pointer on the last level: pushed last is lowest
#define HIDDEN   9
#define AT_LAST  10
#define AT_STEP  11
#define AT_RIGHT 12             /* lines of the cross in the first row below, high byte first */
#define AT_LEFT  14
#define AT_BELOW 16
#define AT_FOUND 17             /* completions; while the cross is laid, the budget */
#define AT_TOP   19
#define SETS     10             /* what stands above that in the window */

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

; One row down, or up, in the ring: 40 bits of each diagonal, of which 16 are seen; and 24 rows.
.macro ring_down
        lsl     left0
        rol     left1
        rol     left2
        rol     left3
        rol     left4
        adc     left0, zero
        lsr     right1
        ror     right0
        ror     right3
        ror     right2
        ror     right4
        brcc    .Ldown\@
        or      right1, bit7
.Ldown\@:
        lsl     taken0
        rol     taken1
        rol     taken2
.endm

.macro ring_up
        lsr     left4
        ror     left3
        ror     left2
        ror     left1
        ror     left0
        brcc    .Lup\@
        or      left4, bit7
.Lup\@:
        lsl     right4
        rol     right2
        rol     right3
        rol     right0
        rol     right1
        adc     right4, zero
        lsr     taken2
        ror     taken1
        ror     taken0
        brcc    .Ltaken\@
        or      taken2, bit7
.Ltaken\@:
.endm

; Adds what a window or a pair has found, 5! at the most, and zero is zero again.
.macro add_found at
        in      ZL, SPL
        in      ZH, SPH
        ldd     work, Z + \at
        add     work, zero
        std     Z + \at, work
        clr     zero
        ldd     work, Z + \at + 1
        adc     work, zero
        std     Z + \at + 1, work
.endm

; Eight rows at once.
.macro turn_bytes b0, b1, b2, b3, b4
        mov     work, \b0
        mov     \b0, \b1
        mov     \b1, \b2
        mov     \b2, \b3
        mov     \b3, \b4
        mov     \b4, work
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
        movw    ZL, r24
        adiw    r24, OPEN1
        push    r25             ; what the window cannot keep
        push    r24
        push    r19
        push    r18
        ld      n, Z
        ldd     edge0, Z + EDGE
        ldd     edge1, Z + EDGE + 1
        mov     row0, n
        lsr     row0
        dec     row0
        mov     row1, n
        dec     row1
        sub     row1, row0
        mov     final, n
        subi    final, 8        ; at the most seven rows below
        .irp    row, 25, 22, 23, 26, 27
        .if     \row > 25
        cp      \row, n
        brsh    1f              ; no queen
        .endif
        cp      final, \row
        brsh    1f
        mov     final, \row
1:
        .endr
        mov     least, row1     ; n even 3, odd 4
        sub     least, row0
        ldi     ZL, 8           ; and the first column's bit
        sub     ZL, least
        sub     ZL, row0
        subi    least, -2
        mov     below, n
        dec     below
        sub     below, final
        ldi     levels, 0
        cp      below, least
        ldi     ZH, NO_WINDOW
        brlo    1f
        mov     ZH, below
        rjmp    2f
1:      mov     levels, below   ; the last row but one counts as one that begins the pair
        dec     levels
2:      push    ZH
        clr     cols0           ; as many columns as rows, or 16
        com     cols0
        mov     cols1, cols0
        sbrc    n, 4
        rjmp    2f
        sbrc    n, 0
        lsr     cols1
1:      cpi     ZL, 1
        brlt    2f
        lsl     cols0
        lsr     cols1
        dec     ZL
        rjmp    1b
2:      push    r20             ; the bits of the queens in rows,
        push    r21
        ldi     ZL, 0xff        ; edge_column
1:      cp      ZL, r20
        breq    2f
        cpse    ZL, r21
        rjmp    3f
2:      inc     ZL
        rjmp    1b
3:      push    ZL              ; and in edge columns, with their rows
        push    edge0
        ldi     ZL, 16
1:      cp      ZL, r20
        breq    2f
        cpse    ZL, r21
        rjmp    3f
2:      dec     ZL
        rjmp    1b
3:      push    ZL
        push    edge1
        in      ZL, SPL
        in      ZH, SPH
        clt
        cpi     n, 17
        brlo    1f
        set                     ; there are such
1:      clr     left0
        clr     left1
        movw    right0, left0
        movw    left2, left0    ; and right3
        movw    left3, left0    ; and right2
        mov     r27, final
        movw    left4, left0    ; and right4
        movw    taken0, left0
        clr     taken2
#undef final
#define final   r27
        ldi     bit7, 0x80
        ldi     line, 0xff
        clr     step
        rjmp    lay

lay_left:
        ldi     lo, 0x80
        mov     work, row0
        eor     work, row1
        sbrs    work, 0
        lsr     lo              ; n odd
        ldi     hi, 0
        rjmp    lay_bit
lay_right:
        ldi     lo, 0
        ldi     hi, 1
        rjmp    lay_bit
lay_high:
        ldd     work, Z + 5
        rjmp    lay_edge        ; n > 16: a row's queen may stand in an outer column, too
lay_low:
        ldd     work, Z + 6
        rjmp    lay_edge
lay_row:
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
lay_taken:
        inc     step
        inc     taken0
        rjmp    lay_on

; The queens of the cross, from the first row to the last of its rows.
lay:
        ring_down
        inc     line
        cp      line, row0
        breq    lay_low
        cp      line, row1
        breq    lay_high
        cp      line, row2
        breq    lay_left
        cp      line, row3
        breq    lay_right
        brts    lay_edges
lay_free:
        clr     step
        inc     levels
lay_on:
        cp      line, final
        brne    lay
        rjmp    lay_end
lay_edges:
        ldd     lo, Z + 1
        cp      lo, line
        ldd     work, Z + 2
        breq    lay_edge
        ldd     lo, Z + 3
        cp      lo, line
        ldd     work, Z + 4
        brne    lay_free
lay_edge:
        sbrc    work, 7
        rjmp    lay_first_edge
        sbrs    work, 4
        rjmp    lay_row
        ldi     lo, 1
        or      left2, lo
        or      right4, lo
        rjmp    lay_taken
lay_first_edge:
        or      left4, bit7
        or      right3, bit7
        rjmp    lay_taken

; One row more: what is seen of its lines there is what the window has from it.  Then up,
; to above the first row.
lay_end:
        rcall   turn_down
        inc     step
        .rept   6
        pop     work
        .endr
        push    left0
        push    left1
        push    right0
        push    right1
        push    step
        mov     rows, final
        subi    rows, -2
        rcall   turn_up
        in      ZL, SPL
        in      ZH, SPH
        ldd     budget, Z + AT_FOUND - AT_LAST
        ldd     r25, Z + AT_FOUND + 1 - AT_LAST
        std     Z + AT_FOUND - AT_LAST, zero
        std     Z + AT_FOUND + 1 - AT_LAST, zero
        ldd     top, Z + AT_TOP - AT_LAST
        ldd     XH, Z + AT_TOP + 1 - AT_LAST
        mov     XL, top
        lsl     levels
        add     levels, top
        subi    levels, 2
        push    last
        mov     dealt, top
        subi    dealt, -2
        movw    ZL, XL
        sbiw    ZL, OPEN1 - 1
        ld      target, Z
        sbiw    XL, 2           ; level 0, above the first row: the parts stand there
        dec     target
        add     budget, target
        adc     r25, zero
        lsl     target
        add     target, XL
        ld      open0, X
        movw    ZL, XL
        ldd     open1, Z + 1
        set
        rjmp    row_down
; The rings, so many rows up: eight of them are a byte.
turn_up:
        cpi     rows, 5
        brlt    1f
        turn_bytes left0, left1, left2, left3, left4
        turn_bytes right1, right0, right3, right2, right4
        mov     work, taken0
        mov     taken0, taken1
        mov     taken1, taken2
        mov     taken2, work
        subi    rows, 8
        rjmp    turn_up
1:      tst     rows
        breq    3f
        brmi    2f
        dec     rows
        rcall   turn_back
        rjmp    1b
2:      inc     rows
        rcall   turn_down
        rjmp    1b
turn_down:
        ring_down
        adc     taken0, zero
3:      ret
turn_back:
        ring_up
        ret

; ---- The levels ----

; On the way down: what was left to try.
again:
        movw    ZL, XL
        ldd     work, Z+2
        and     next0, work
        ldd     work, Z+3
        and     next1, work
        cp      next0, zero
        cpc     next1, zero
        breq    again_none
        cp      XL, target
        brne    1f
        clt
1:      st      X+, open0
        st      X+, open1
        movw    open0, next0
        rjmp    level_on
again_none:
        adiw    XL, 2
        cp      XL, top
        breq    to_done
        sbiw    XL, 2
        cp      XL, target
        brne    1f
        clt
1:      rjmp    back
to_done:
        rjmp    done

to_bottom:
        rjmp    bottom
to_deal:
        rjmp    deal
row_taken:
        inc     taken0
row_down:
        ring_down
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
        cp      XL, dealt
        breq    to_deal
level_on:
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

to_done_2:
        rjmp    done

; To the level above, or the queen that leads nowhere is lifted.
up:
        cp      XL, top
        breq    to_done_2
        ld      open1, -X
        ld      open0, -X
back:
        ring_up
        sbrc    taken0, 0
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

to_level_on:
        rjmp    level_on

; The squares of level 2 are dealt out in turn: those that are not ours go.
deal:
        movw    ZL, XL
        sbiw    ZL, 4           ; level 0
        ld      work, Z
        ldd     next0, Z + 1
        mov     dealt, XL
        or      work, next0
        breq    to_level_on     ; into one part
        movw    ZL, XL
        ldd     next0, Z + TURN
        ldd     next1, Z + TURN + 1
        mov     target, open0   ; squares that are still to be dealt out
        mov     dealt, open1
deal_next:
        lowest_of target
        breq    deal_high
        eor     target, work
        cp      next0, zero
        cpc     next1, zero
        breq    deal_ours
        eor     open0, work
        rjmp    deal_turn
deal_high:
        lowest_of dealt
        breq    deal_end
        eor     dealt, work
        cp      next0, zero
        cpc     next1, zero
        breq    deal_ours
        eor     open1, work
deal_turn:
        subi    next0, 1
        sbc     next1, zero
        rjmp    deal_next
deal_ours:
        sbiw    ZL, 4           ; level 0
        ld      next0, Z
        ldd     next1, Z + 1
        movw    ZL, XL
        rjmp    deal_next
deal_end:
        std     Z + TURN, next0
        std     Z + TURN + 1, next1
        mov     dealt, XL
        mov     work, open0
        or      work, open1
        breq    1f
        rjmp    level_on
1:      ld      open1, -X
        ld      open0, -X
        rjmp    back

done:
        ldi     target, 0xff    ; ROWS_DONE
        rjmp    leave
stop:
        adiw    budget, 1
        st      X, open0
        adiw    XL, 1
        st      X, open1
        sbiw    XL, 1
        mov     target, XL
        sub     target, top     ; twice the level, less two
        sub     XL, target
        sbc     XH, zero
        lsr     target
        inc     target
leave:
        sbiw    XL, OPEN1 - 1
        st      X, target
        .rept   7
        pop     work
        .endr
        pop     r18
        pop     r19
        pop     work
        pop     work
        movw    r22, budget
        movw    r24, r18
        .irp    reg, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \reg
        .endr
        ret

; ---- The last level ----

; Above the last rows of the cross: below, the set is seen through its lines as they were laid,
; and the lines of
; the queens are copies, so that nothing turns back.
bottom:
        in      ZL, SPL
        in      ZH, SPH
        ldd     work, Z + AT_BELOW - HIDDEN
        sbrc    work, 7
        rjmp    pair
        push    left2
        push    left3
        push    left4
        push    right2
        push    right3
        push    right4
        push    taken0
        push    taken1
        push    taken2
        tst     open0
        brne    gate_low
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
to_gate_stop:
        rjmp    gate_stop
gate_low:
        sbiw    budget, 1
        brmi    to_gate_stop
        lowest_of open0
        movw    gleft0, left0
        movw    gright0, right0
        or      gleft0, work
        or      gright0, work
        eor     cols0, work
.macro  gate_down
        lsl     gleft0
        rol     gleft1
        lsr     gright1
        ror     gright0
.endm
gate:
        in      ZL, SPL
        in      ZH, SPH
        ldd     gopen0, Z + AT_STEP
        cpi     gopen0, 3
        breq    3f
        brlo    2f
1:      gate_down
        dec     gopen0
        cpi     gopen0, 3
        brne    1b
3:      gate_down
        gate_down
        gate_down
        rjmp    gate_lines
2:      cpi     gopen0, 1
        breq    1f
        gate_down
1:      gate_down
gate_lines:
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
        breq    2f
        rjmp    gate_low
2:      tst     open1
        breq    gate_up
        rjmp    gate_high
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        breq    gate_up
        rjmp    gate_high

gate_stop:
        set
gate_up:
        pop     taken2
        pop     taken1
        pop     taken0
        pop     right4
        pop     right3
        pop     right2
        pop     left4
        pop     left3
        pop     left2
        in      ZL, SPL
        in      ZH, SPH
        ldd     last, Z + AT_LAST - HIDDEN
        mov     XL, last
        ldd     top, Z + AT_TOP - HIDDEN
        ldd     XH, Z + AT_TOP + 1 - HIDDEN
        brts    to_stop
        mov     dealt, top
        subi    dealt, -2
        ldi     bit7, 0x80
        ld      open1, -X
        ld      open0, -X
        rjmp    back
to_stop:
        rjmp    stop

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
        ldd     r28, Z + AT_BELOW
        cpi     r28, 7
        breq    upper_first
        push    zero            ; the sets of rows that are not there are empty
        push    zero
        cpi     r28, 6
        breq    lower_first
        push    zero
        push    zero
        cpi     r28, 5
        breq    window_first
        movw    nextb0, left0
        movw    nextc0, right0
        movw    nextd0, cols0
        sbrs    r28, 0
        rjmp    four
        rjmp    three
upper_first:
        clr     left2
        clr     right3
        rjmp    upper
lower_first:
        clr     left2
        clr     right3
        rjmp    lower
window_first:
        rjmp    window

; ---- The rows below, down to the window ----

; There are up to two of them.  Their queens are lifted by shifting back: eight bits more of each diagonal
; than are seen are enough.  Their sets are on the stack.
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
        tst     zero
        breq    window_end
        add_found AT_FOUND + SETS
window_end:
        pop_open
        brne    1f
        pop     work            ; nor is there one above
        pop     work
        rjmp    chain_done
1:        chain_row lower
        .set    lower_below, window


; Two rows and two columns are left.  A square below is of no use if the other column's square above attacks
; it, which goes for both or none: as if queens stood on both.
pair:
        movw    ZL, cols0
        movw    next0, cols0
pair_row:
        rcall   turn_down
        lsl     ZL
        rol     ZH
        lsr     next1
        ror     next0
        sbrc    taken0, 0
        rjmp    pair_row
        or      ZL, next0
        or      ZH, next1
        com     ZL
        com     ZH
        open_byte next0, left0, right0, cols0
        open_byte next1, left1, right1, cols1
        and     next0, ZL
        and     next1, ZH
pair_up:
        rcall   turn_back
        sbrc    taken0, 0
        rjmp    pair_up
        or_zero next0, next1, pair_end
        cp      next0, open0
        cpc     next1, open1
        brne    1f              ; different sets of these two columns: one way, whichever they are
        cp      next0, cols0
        cpc     next1, cols1
        brne    pair_end        ; the same one column in both rows
        inc     zero
1:      inc     zero
        add_found AT_FOUND - HIDDEN
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
        inc     zero
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
        inc     zero
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
e_next:
        tst     open0
        brne    e_low
        tst     open1
        brne    e_high
        rjmp    window_up
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
        brts    to_middle
        rjmp    a_next
to_middle:
        rjmp    middle_back

; n odd, and the middle column is free: where its queen may stand comes first,
; as only this column is near both
; halves.
.macro middle_row self, none, plo, phi, p, qlo, qhi, q, rlo, rhi, r
        sbrs    \self, 7
        rjmp    \none
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
