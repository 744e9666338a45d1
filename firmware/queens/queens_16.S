/* The search on boards of 9 to 16 rows: the last five rows in registers of their own. */

#include "firmware/queens/queens_asm.h"

/*
 * Rows A, B, D, E, and the last: n-5 .. n-1.  For A, B and D there are registers of their own, with
 *
 *   C  columns taken above,   L, R  squares attacked along either diagonal, as seen from this row,
 *   F  squares free and not tried yet
 *
 * all 16 bits wide; 24 registers, and row E's masks in 6 more.  The last two rows are done in closed form.
 *
 * Above row A (less than a quarter of the queens at n = 12) there is one set of masks: lifting a queen shifts
 * it back.  Bits that left the board return from gone_left and gone_right, a byte each; a word would take two
 * cycles more per shift.  A byte reaches 8 rows up from row A.  To lift a queen from higher rows, of boards
 * of 14 to 16, the engine computes the masks from the board.  It computes the free squares again for 10
 * cycles, eight columns at a time, because no register is left to store them.
 *
 * A queen is one bit within a byte.  The place in the program determines the byte (tryA0: columns 0 .. 7,
 * tryA1:  8 .. 15); for row D, T does.
 */
#define spare r25               /* the queen tried, within its byte */
/* Sets of 16 columns: pairs of registers.  Rows A, B, D, E are n-5 .. n-2. */
#define AC 2
#define AL 4
#define AR 6
#define AF 8
#define BC 10
#define BL 12
#define BR 14
#define BF 0
#define DC 16
#define DL 18
#define DR 20
#define DF 22
#define EL 26
#define ER 28
#define EF 30

/* Above row A the other registers are free. */
#define gone_left r10
#define gone_right r11
#define away r16                /* rows to row A */
#define wall r17
#define col r18
#define tmp r19
#define depth r28

    .section .progmem.gcc.queens_16, "ax", @progbits
    .global queens_16
queens_16:
    movw ZL, XL
    add ZL, size
    adc ZH, r1
    sbiw ZL, 5
    push ZL                     ; &col of row A
    push ZH
    push r25                    ; the budget above `left`
    mov away, size
    subi away, 5                ; row A
    ldi wall, 9
    cp away, wall
    brcc 1f
    mov wall, away
    inc wall
1:  push wall
/* Computes all masks from the columns on the board: size, row, X = &col[0]. */
restart:
    ldi ZH, hi8(queens_page)
    ldi ZL, UP_TO
    add ZL, size
    lpm AC, Z
    subi ZL, 8
    lpm AC + 1, Z
    com AC
    com AC + 1
    clr AL
    clr AL + 1
    movw AR, AL
    movw gone_left, AL
    mov away, size
    subi away, 5
    mov depth, row
    sub depth, away             ; the row as seen from row A
    brcs 1f
    mov tmp, away               ; else it is `row`
1:  sub away, tmp
    rjmp 4f
1:  ld ZL, X+
    bst ZL, 3
    ori ZL, 0xf8
    lpm ZL, Z
    brts 2f
    or AC, ZL
    or AL, ZL
    or AR, ZL
    rjmp 3f
2:  or AC + 1, ZL
    or AL + 1, ZL
    or AR + 1, ZL
3:  lsl AL
    rol AL + 1
    rol gone_left
    lsr AR + 1
    ror AR
    ror gone_right
4:  subi tmp, 1
    brcc 1b
    tst away
    brne 1f
    rjmp fill
1:  ld col, X
    tst col
    brpl 1f
    rjmp scan0
1:
    mov ZL, col
    ori ZL, 0xf8
    lpm ZL, Z
    sbrc col, 3
    rjmp again1
    rjmp again0

to_edge:
    rjmp edge

/* Above row A: lifts the queen at -X, and continues with the squares after it. */
lift:
    ld ZL, -X
    inc away
    pop wall
    push wall
    cp away, wall
    brcc to_edge
lifted:
    lsr gone_left
    ror AL + 1
    ror AL
    lsl gone_right
    rol AR
    rol AR + 1
    sbrc ZL, 3
    rjmp next1
    ori ZL, 0xf8
    lpm ZL, Z
    eor AC, ZL
    eor AL, ZL
    eor AR, ZL
again0:
    lsl ZL                      ; the columns up to it
    dec ZL
    or ZL, AC
    or ZL, AL
    or ZL, AR
    com ZL
    brne place0
    rjmp scan1
next1:
    ori ZL, 0xf8
    lpm ZL, Z
    eor AC + 1, ZL
    eor AL + 1, ZL
    eor AR + 1, ZL
again1:
    lsl ZL
    dec ZL
    or ZL, AC + 1
    or ZL, AL + 1
    or ZL, AR + 1
    com ZL
    brne place1
    rjmp lift
place1:
    mov tmp, ZL
    neg tmp
    and ZL, tmp
    or AC + 1, ZL
    or AL + 1, ZL
    or AR + 1, ZL
    lpm ZL, Z
    subi ZL, -8
    rjmp down
place0:
    mov tmp, ZL
    neg tmp
    and ZL, tmp
    or AC, ZL
    or AL, ZL
    or AR, ZL
    lpm ZL, Z
down:                           ; a queen is placed in column ZL: one row down
    st X+, ZL
    lsl AL
    rol AL + 1
    rol gone_left
    lsr AR + 1
    ror AR
    ror gone_right
    subi left, 1
    brcs spend
back:
    dec away
    breq enter
scan0:
    mov ZL, AC
    or ZL, AL
    or ZL, AR
    com ZL
    brne place0
scan1:
    mov ZL, AC + 1
    or ZL, AL + 1
    or ZL, AR + 1
    com ZL
    brne place1
    rjmp lift

spend:
    pop wall
    pop tmp
    subi tmp, 1                 ; push does not change the carry
    push tmp
    push wall
    brcc back
    rjmp sliced

/* The search enters row A. */
enter:
    movw AF, AC
    or AF, AL
    or AF + 1, AL + 1
    or AF, AR
    or AF + 1, AR + 1
    push gone_left
    push gone_right
    com AF + 1
    com AF
    breq 1f
    rjmp tryA0
1:  rjmp nextA

/* No more bits to shift in, or no more rows. */
edge:
    in ZL, SPL
    in ZH, SPH
    ldd XL, Z+OWN+FRAME_BOARD
    ldd XH, Z+OWN+FRAME_BOARD+1
    ld size, X
    adiw XL, 2
    mov row, size
    subi row, 5
    sub row, away
    brcs 1f
    rjmp restart
1:  ldi event, DONE
    rjmp leave

/* Adds the queen in `work` to sets, in the byte that T selects. */
    .macro add_spare sets:vararg
    brts .Lhigh\@
    .irp set, \sets
    or \set, spare
    .endr
    rjmp .Lboth\@
.Lhigh\@:
    .irp set, \sets
    or \set + 1, spare
    .endr
.Lboth\@:
    .endm

/*
 * Computes the squares of a row after the last tried column; its queen in Z.  The tables give the columns up
 * to that one, m = 2t - 1, so that t = m ^ (m >> 1); a row without a tried column needs no special case.
 */
    .macro fill16 c, l, r, f
    ld ZL, X+
    subi ZL, -(UP_TO + 1)
    ldi ZH, hi8(queens_page)
    lpm \f, Z
    subi ZL, 8
    lpm \f + 1, Z
    movw ZL, \f
    lsr ZH
    ror ZL
    eor ZL, \f
    eor ZH, \f + 1
    or \f, \c
    or \f + 1, \c + 1
    or \f, \l
    or \f + 1, \l + 1
    or \f, \r
    or \f + 1, \r + 1
    com \f
    com \f + 1
    .endm
/* Computes the masks of the row below the queen in Z. */
    .macro step16 c, l, r, nc, nl, nr
    movw \nc, \c
    or \nc, ZL
    or \nc + 1, ZH
    movw \nl, \l
    or \nl, ZL
    or \nl + 1, ZH
    lsl \nl
    rol \nl + 1
    movw \nr, \r
    or \nr, ZL
    or \nr + 1, ZH
    lsr \nr + 1
    ror \nr
    .endm

fill:
    push gone_left
    push gone_right
    fill16 AC, AL, AR, AF
    step16 AC, AL, AR, BC, BL, BR
    fill16 BC, BL, BR, BF
    step16 BC, BL, BR, DC, DL, DR
    fill16 DC, DL, DR, DF
    cpi depth, 3                ; rows below the one to continue in contain nonsense
    brcs start
    ld spare, X+                ; row E, after a solution or a slice: the free squares after its queen
    cpi depth, 5
    brne 1f
    ld depth, X                 ; after a solution, the last row's column if it is higher
    cp depth, spare
    brcs start5
1:  push spare
    clt
    mov spare, ZL
    tst ZL
    brne 1f
    mov spare, ZH
    set
1:  movw EL, DL
    or EL, ZL
    or EL + 1, ZH
    lsl EL
    rol EL + 1
    movw ER, DR
    or ER, ZL
    or ER + 1, ZH
    lsr ER + 1
    ror ER
    pop ZL
    push left
    subi ZL, -(UP_TO + 1)
    ldi ZH, hi8(queens_page)
    lpm left, Z
    subi ZL, 8
    lpm ZH, Z
    mov ZL, left
    pop left
    or EF, DC
    or EF + 1, DC + 1
    or EF, EL
    or EF + 1, EL + 1
    or EF, ER
    or EF + 1, ER + 1
    add_spare EF
    com EF
    com EF + 1
    sbiw EF, 0
    breq start5
    rjmp last

/* Selects the row to continue in. */
start:
    cpi depth, 1
    brcc 1f
    rjmp nextA
1:  brne start5
    rjmp nextB
start5:
    rjmp nextD

spendA:
    rcall queens_16_borrow
    brcc backA
    ldi left, 1
    rjmp spent

/*
 * Takes the first free square of a row, and computes the free squares of the next row: 26 cycles.  Both bytes
 * share the code after the shifts, which saves 40 bytes per row and costs 2 cycles for every third queen.
 */
    .macro try16 k, c, l, r, f, nc, nl, nr, nf
try\k\()1:
    mov spare, \f + 1
    neg spare
    and spare, \f + 1
    eor \f + 1, spare
    movw \nc, \c
    movw \nl, \l
    movw \nr, \r
    or \nc + 1, spare
    or \nl + 1, spare
    or \nr + 1, spare
    rjmp 1f
try\k\()0:
    mov spare, \f
    neg spare
    and spare, \f
    eor \f, spare
    movw \nc, \c
    movw \nl, \l
    movw \nr, \r
    or \nc, spare
    or \nl, spare
    or \nr, spare
1:  lsl \nl
    rol \nl + 1
    lsr \nr + 1
    ror \nr
    movw \nf, \nc
    or \nf, \nl
    or \nf + 1, \nl + 1
    or \nf, \nr
    or \nf + 1, \nr + 1
    subi left, 1
    brcs spend\k
back\k:
    com \nf + 1
    com \nf
    .endm

    try16 A, AC, AL, AR, AF, BC, BL, BR, BF
    brne tryB0
    tst BF + 1
    brne tryB1
nextA:
    tst AF
    brne tryA0
    tst AF + 1
    brne tryA1
    pop gone_right
    pop gone_left
    in ZL, SPL
    in ZH, SPH
    ldd XH, Z+3
    ldd XL, Z+4
    ldi away, 1
    ldi ZH, hi8(queens_page)
    ld ZL, -X
    rjmp lifted

    try16 B, BC, BL, BR, BF, DC, DL, DR, DF
    brne tryD0
    tst DF + 1
    brne tryD1
nextB:
    tst BF
    brne tryB0
    tst BF + 1
    brne tryB1
    rjmp nextA

spendB:
    rcall queens_16_borrow
    brcc backB
    ldi left, 2
    rjmp spent
spendD:
    rcall queens_16_borrow
    brcc backD
    ldi left, 3
    rjmp spent

/* Row D: as above, but without C of row E, because no register is left. */
tryD1:
    set
    mov spare, DF + 1
    neg spare
    and spare, DF + 1
    eor DF + 1, spare
    movw EF, DC
    movw EL, DL
    movw ER, DR
    or EF + 1, spare
    or EL + 1, spare
    or ER + 1, spare
    rjmp 1f
tryD0:
    clt
    mov spare, DF
    neg spare
    and spare, DF
    eor DF, spare
    movw EF, DC
    movw EL, DL
    movw ER, DR
    or EF, spare
    or EL, spare
    or ER, spare
1:  lsl EL
    rol EL + 1
    lsr ER + 1
    ror ER
    or EF, EL
    or EF + 1, EL + 1
    or EF, ER
    or EF + 1, ER + 1
    subi left, 1
    brcs spendD
backD:
    com EF + 1
    com EF
    brne last
    tst EF + 1
    breq nextD

/*
 * The last two rows: two columns are left, and EF, the free ones in row E, is one of them or both.  If it is
 * one, only the other can be used in the last row; it is free there unless a diagonal of row E or of its
 * queen attacks it.
 */
last:
    subi left, 1
    brcs spendE
backE:
    or EL, EF
    or EL + 1, EF + 1
    lsl EL
    rol EL + 1
    or ER, EF
    or ER + 1, EF + 1
    lsr ER + 1
    ror ER
    or EL, ER
    or EL + 1, ER + 1
    or EF, DC
    or EF + 1, DC + 1
    add_spare EF
    com EF
    com EF + 1
    sbiw EF, 0
    breq to_two
    and EL, EF
    and EL + 1, EF + 1
    or EL, EL + 1
    breq to_solved
nextD:
    tst DF
    brne tryD0
    tst DF + 1
    breq 1f
    rjmp tryD1
1:  rjmp nextB

to_two:
    rjmp two
to_solved:
    rjmp solved
spendE:
    rcall queens_16_borrow
    brcc backE
    rjmp spentE

/*
 * Both columns are free in row E (one time in eleven).  Two queens are placed in any case.  EL: the squares
 * of the last row that neither the diagonals through rows A to D nor the other queen attack.
 */
two:
    movw EL, DL
    movw ER, DR
    movw EF, DC
    add_spare EL, ER, EF
    lsl EL
    rol EL + 1
    lsl EL
    rol EL + 1
    lsr ER + 1
    ror ER
    lsr ER + 1
    ror ER
    or EL, ER
    or EL + 1, ER + 1
    com EF
    com EF + 1
    movw ER, EF
    sbiw EF, 1
    and EF, ER
    and EF + 1, ER + 1          ; the higher column
    eor ER, EF
    eor ER + 1, EF + 1          ; the lower
    lsl ER
    rol ER + 1
    or EL, ER
    or EL + 1, ER + 1
    lsr ER + 1
    ror ER
    lsr EF + 1
    ror EF
    or EL, EF
    or EL + 1, EF + 1
    lsl EF
    rol EF + 1
    com EL
    com EL + 1
    push spare
    mov spare, EL
    and spare, EF
    brne 1f
    mov spare, EL + 1
    and spare, EF + 1
1:  pop spare
    brne solved2
    subi left, 1
    brcs spendF
backF:
    and EL, ER
    and EL + 1, ER + 1
    or EL, EL + 1
    brne 1f
    rjmp nextD
1:
    movw EL, EF
    movw EF, ER
    movw ER, EL
    rjmp solved2
spendF:
    rcall queens_16_borrow
    brcc backF
    rjmp spentE

/*
 * The budget is used up; `left`: the number of queens from row A on.  The queen of row E is the lower bit of
 * EF.
 */
spentE:
    movw ER, EF
    com EF + 1
    neg EF
    sbci EF + 1, 0xff
    and ER, EF
    and ER + 1, EF + 1
    ldi left, 4
spent:
    push spare
    push ZL
    in ZL, SPL
    in ZH, SPH
    ldd XH, Z+7
    ldd XL, Z+8
    pop ZL
    pop spare
    add XL, left
    brcc 1f
    inc XH
1:  push left
    ldi ZH, hi8(queens_page)
    cpi left, 2
    brcc 1f
    rjmp write1
1:  brne 1f
    rjmp write2
1:  cpi left, 4
    brcs 1f
    rjmp write4
1:  rjmp write3

/* A solution: EF is the last column; the queens of the last two rows are ER and EF. */
solved:
    movw ER, DC
    or ER, EF
    or ER + 1, EF + 1
    add_spare ER
    com ER
    com ER + 1

/* Computes the columns from the last row up to row A, from the bits that C gains from row to row. */
solved2:
    subi left, 1
    brcc 1f
    rcall queens_16_borrow
1:  push EF + 1
    push EF
    in ZL, SPL
    in ZH, SPH
    ldd XH, Z+7
    ldd XL, Z+8
    adiw XL, 5
    pop ZL
    pop ZH
    tst ZL
    brne 1f
    mov ZL, ZH
    ldi ZH, hi8(queens_page)
    lpm ZL, Z
    subi ZL, -8
    rjmp 2f
1:  ldi ZH, hi8(queens_page)
    lpm ZL, Z
2:  st -X, ZL
    ldi ZL, 5
    push ZL
write4:
    mov ZL, ER
    tst ZL
    brne 1f
    mov ZL, ER + 1
    lpm ZL, Z
    subi ZL, -8
    rjmp 2f
1:  lpm ZL, Z
2:  st -X, ZL
write3:
    mov ZL, spare
    lpm ZL, Z
    brtc 1f
    subi ZL, -8
1:  st -X, ZL
    .macro write k, c, nc
write\k:
    mov ZL, \nc
    eor ZL, \c
    brne 1f
    mov ZL, \nc + 1
    eor ZL, \c + 1
    lpm ZL, Z
    subi ZL, -8
    rjmp 2f
1:  lpm ZL, Z
2:  st -X, ZL
    .endm
    write 2, BC, DC
    write 1, AC, BC
    pop ZL
    add XL, ZL
    brcc 1f
    inc XH
1:  cpi ZL, 5
    breq found
    ldi left, 0xff
    pop ZL
    pop ZL
sliced:
    ldi ZL, 0xff
    st X, ZL
    ldi event, SLICED
leave:
    pop ZL
    pop r25
    pop ZL
    pop ZL
    rjmp queens_leave

found:
#ifdef QUEENS_EACH
    in ZL, SPL
    in ZH, SPH
    push spare
    ldd spare, Z+OWN+TAIL+FRAME_VISITOR
    ldd ZH, Z+OWN+TAIL+FRAME_VISITOR+1
    mov ZL, spare
    tst ZH
    pop spare
    brne visit
#endif
    ldi event, SOLVED
over:
    pop ZL
    pop ZL
    rjmp leave

#ifdef QUEENS_EACH
visit:
    set
    call queens_visit
    in ZL, SPL
    in ZH, SPH
    ldd ZL, Z+TAIL+2
    and ZL, left
    inc ZL
    brne 1f
    ldi event, SLICED
    rjmp over
1:  sbiw XL, 3                  ; is the queen of row D in columns 8 .. 15?
    ld ZL, X
    bst ZL, 3
    movw EF, DC
    movw EL, DL
    or EF, ER
    or EF + 1, ER + 1
    add_spare EF, EL
    com EF
    com EF + 1
    cp ER, EF
    cpc ER + 1, EF + 1
    brcc 2f
    lsl EL
    rol EL + 1
    movw ER, DR
    brts 1f
    or ER, spare
1:  brtc 1f
    or ER + 1, spare
1:  lsr ER + 1
    ror ER
    com EL
    com EL + 1
    and EF, EL
    and EF + 1, EL + 1
    com EL
    com EL + 1
    com ER
    com ER + 1
    and EF, ER
    and EF + 1, ER + 1
    com ER
    com ER + 1
    sbiw EF, 0
    breq 2f
    rjmp last
2:  rjmp nextD
#endif
