/* The search on boards of 6 to 8 rows: the last six rows in registers of their own. */

#include "queens_asm.h"

/*
 * Rows are counted from the end here: row 7 is the last of the board, whatever its size; a board of 6 starts at
 * row 2.  Columns that are not there count as taken.  Each of the rows 2 to 5 has registers of its own:
 *
 *   C  columns taken above it                       one bit a column, the lowest is column 0
 *   L  squares attacked along diagonals that go towards higher columns, as seen from this row
 *   R  the same towards lower columns
 *   F  squares that are free and not tried yet
 *
 * So to lift a queen costs nothing: the row before has all that it needs.  What leaves the board on either side can go lost, and sets are single bytes.
 *
 *   row   0 1          2          3          4          5          6            7
 *         the board    C2 L2 R2   C3 L3 R3   C4 L4 R4   C5 L5 R5   C6 L6 R6     in closed form: two columns
 *                      F2         F3         F4         F5         F6           are left for two rows
 *
 * The columns of rows 2 to 7 are written into the board when the run ends or finds a solution, not queen by
 * queen: they are in the differences of C (5.7 k cycles for all 92 solutions, where queen by queen is 6 for each of 1228).
 * A lift to rows 0 and 1, 50 of 2056, starts over from the board.
 */
#define L2 r8
#define R2 r9
#define L3 r10
#define R3 r11
#define L4 r12
#define R4 r13
#define L5 r14
#define R5 r15
#define L6 r16
#define R6 r17
#define C2 r18
#define C3 r19
#define C4 r20
#define C5 r21
#define C6 r22
#define F2 r23
#define F3 r7
#define F4 r6
#define F5 r1
#define F6 ZH
#define leftH r25
#define budget r2               /* its address; the board's is in Y */
#define visitor r4              /* address of a function, or 0 */

/* While no row needs them: */
#define board_size r23
#define upper r20               /* rows above row 2 that are filled */
#define virt r16                /* the row, counted from the end */
#define state r17               /* the event; or the rows filled, counted from the end */

    .section .text.queens_8, "ax", @progbits
    .global queens_8
queens_8:
    .irp r, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push r\r
    .endr
#ifdef QUEENS_EACH
    push r4
    push r5
    movw visitor, r20
#endif
    movw YL, r24
    movw budget, r22
    movw ZL, r22
    ld left, Z
    ldd leftH, Z+1
    ldi ZH, hi8(queens_page)
    mov board_size, event
    sbiw left, 1
    inc left
    brcc 1f
    add XL, row
    adc XH, r1
    ldi state, SLICED
    rjmp out
1:  std Y+1, board_size         ; the row, as visitors see it
    rjmp restart

/* Rows 0 and 1: one queen behind col[row], masks in C2, L2, R2. */
again:
    ldi ZL, 0xff
    st X, ZL
upper_try:
    ld ZL, X
    subi ZL, -0x90
    lpm ZL, Z
    or ZL, C2
    or ZL, L2
    or ZL, R2
    com ZL
    breq upper_lift
    mov r0, ZL
    neg r0
    and ZL, r0
    or C2, ZL
    or L2, ZL
    or R2, ZL
    lsl L2
    lsr R2
    lpm ZL, Z
    st X+, ZL
    inc row
    dec left
    breq upper_spent
1:  inc virt
    cpi virt, 2
    brne again
    mov F2, C2
    or F2, L2
    or F2, R2
    com F2
    rjmp next2
upper_spent:
    subi leftH, 1
    brcc 1b
    ldi ZL, 0xff
    st X, ZL
    ldi state, SLICED
    rjmp out

upper_lift:
    sub XL, row
    sbci XH, 0
upper_lift0:
    subi row, 1
    brcc restart
    dec board_size
    st X, board_size
    ldi state, DONE
    rjmp out

/* All masks from the columns on the board: board_size, row, X = &col[0]. */
restart:
    clr C2
    cpi board_size, 8
    breq 1f
    ldi C2, 0x80
    sbrs board_size, 0
    ldi C2, 0xc0
1:  clr L2
    clr R2
    mov virt, row
    subi virt, -8
    sub virt, board_size
    mov upper, board_size
    subi upper, 6
    cp row, upper
    brcc 1f
    mov upper, row
1:  tst upper
    breq 2f
1:  ld ZL, X+
    ori ZL, 0xf8
    lpm ZL, Z
    or C2, ZL
    or L2, ZL
    or R2, ZL
    lsl L2
    lsr R2
    dec upper
    brne 1b
2:  cpi virt, 2
    brcc 1f
    rjmp upper_try
start2:
    sbiw XL, 1
    rjmp next2
start3:
    sbiw XL, 2
    rjmp next3
1:

/*
 * Row k as the column tried last in it leaves it; then the next row as its queen makes it.  The table gives the
 * columns up to that one, m = 2t - 1, so that t = m ^ (m >> 1), and nothing tried yet needs no case of its own.
 */
    .macro fill k, l, r, c, f, ln, rn, cn
    ld ZL, X+
    subi ZL, -0x90
    lpm ZL, Z
    mov \f, ZL
    lsr ZL
    eor ZL, \f
    or \f, \c
    or \f, \l
    or \f, \r
    com \f
    mov \cn, \c
    or \cn, ZL
    cpi virt, \k
    breq start\k
    movw \ln, \l
    or \ln, ZL
    or \rn, ZL
    lsl \ln
    lsr \rn
    .endm
    fill 2, L2, R2, C2, F2, L3, R3, C3
    fill 3, L3, R3, C3, F3, L4, R4, C4
    fill 4, L4, R4, C4, F4, L5, R5, C5
    fill 5, L5, R5, C5, F5, L6, R6, C6
    ld ZL, X
    subi ZL, -0x90
    lpm F6, Z
    or F6, C6
    or F6, L6
    or F6, R6
    sbiw XL, 4
    com F6
    brne 1f
    rjmp next5
1:  rjmp last

start4:
    sbiw XL, 3
    rjmp next4
start5:
    sbiw XL, 4
    rjmp next5

/* Row 2 is through: a queen is lifted from row 1, if there is one. */
lift2:
    ld board_size, Y
    movw XL, YL
    adiw XL, 2
    ldi ZH, hi8(queens_page)
    cpi board_size, 8
    brne 1f
    ld ZL, X+                   ; the commonest case by itself: 8 rows, to row 1
    ori ZL, 0xf8
    lpm C2, Z
    mov L2, C2
    lsl L2
    mov R2, C2
    lsr R2
    ldi row, 1
    ldi virt, 1
    rjmp upper_try
1:  mov row, board_size
    subi row, 6
    rjmp upper_lift0

/* `left` is 0: borrow, or stop behind the queen just placed on row k. */
    .macro spend k
spend\k:
    subi leftH, 1
    brcc back\k
    ldi state, \k + 1
    rjmp spent
    .endm

/*
 * The first free square of row k, and what is free in the next row behind it: 19 cycles.  A row that has
 * something free is the next in line, and follows without a jump.
 */
    .macro try k, l, r, c, f, ln, rn, cn, fn, dead
    mov ZL, \f
    neg ZL
    and ZL, \f
    eor \f, ZL
    movw \ln, \l
    or \ln, ZL
    or \rn, ZL
    lsl \ln
    lsr \rn
    mov \cn, \c
    or \cn, ZL
    mov \fn, \cn
    or \fn, \ln
    or \fn, \rn
    dec left
    breq spend\k
back\k:
    com \fn
    breq \dead
    .endm

    spend 2
    spend 3
dead2:
    rjmp next2
try2:
    try 2, L2, R2, C2, F2, L3, R3, C3, F3, dead2
try3:
    try 3, L3, R3, C3, F3, L4, R4, C4, F4, next3
try4:
    try 4, L4, R4, C4, F4, L5, R5, C5, F5, next4
try5:
    try 5, L5, R5, C5, F5, L6, R6, C6, F6, next5

/*
 * The last two rows.  Two columns are left; what is free in row 6, F6, is one of them or both.  One: the other
 * is the only hope of row 7, and is free there unless the diagonals of row 6 with its queen meet it: 13 cycles
 * for two rows, where two rounds of `try` take 38.
 */
last:
    mov ZL, F6
    or ZL, C6
    com ZL
    breq two
    dec left
    breq spend6
back6:
    or L6, F6
    or R6, F6
    lsl L6
    lsr R6
    or L6, R6
    and L6, ZL
    breq solved
/* Back through the rows; two cycles for each that has nothing left. */
next5:
    tst F5
    brne try5
next4:
    tst F4
    brne try4
next3:
    tst F3
    breq next2
    rjmp try3
next2:
    tst F2
    breq 1f
    rjmp try2
1:  rjmp lift2

    spend 4
    spend 5
spend6:
    subi leftH, 1
    brcc back6
    ldi state, 7
    rjmp spent6

/* Both are free in row 6 (18 of 294): the lower one first, then row 6 is as if only the higher were free. */
two:
    mov ZL, F6
    neg ZL
    and ZL, F6
    eor F6, ZL
    dec left
    breq spend7
back7:
    mov C6, L6
    or C6, ZL
    lsl C6
    and C6, F6
    brne 1f
    mov C6, R6
    or C6, ZL
    lsr C6
    and C6, F6
1:  mov C6, ZL
    brne 2f
    or C6, F6
    com C6
    eor ZL, ZH
    eor ZH, ZL
    eor ZL, ZH
    rjmp solved
2:  or C6, F6
    com C6
    rjmp last
spend7:
    subi leftH, 1
    brcc back7
    mov F6, ZL
    ldi state, 7
    rjmp spent6

/* A solution: the queens of rows 6 and 7 in F6 and ZL; the others from what C has more than in the row above. */
solved:
    dec left
    brne 1f
    subi leftH, 1
1:  adiw XL, 6
    mov L6, F6
    ldi ZH, hi8(queens_page)
    lpm ZL, Z
    st -X, ZL
    ldi state, 8
write6:
    mov ZL, L6
    lpm ZL, Z
    st -X, ZL
    .macro write k, c, cn
write\k:
    mov ZL, \cn
    eor ZL, \c
    lpm ZL, Z
    st -X, ZL
    .endm
    write 5, C5, C6
    write 4, C4, C5
    write 3, C3, C4
    write 2, C2, C3
    cpi state, 8
    breq found
    sbiw XL, 2
    add XL, state
    brcc 1f
    inc XH
1:  ldi ZL, 0xff
    st X, ZL
    ldi state, SLICED
out:
    dec left
    adiw left, 1
    movw ZL, budget
    st Z, left
    std Z+1, leftH
    sub XL, YL
    subi XL, 2
    std Y+1, XL                 ; row
    clr r1
    mov r24, state
#ifdef QUEENS_EACH
    pop r5
    pop r4
#endif
    .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 3, 2
    pop r\r
    .endr
    ret

/* The budget is used up; the queens of the rows before `state` stand. */
spent6:
    mov L6, F6
spent:
    ldi ZH, hi8(queens_page)
    sbiw XL, 2
    add XL, state
    brcc 1f
    inc XH
1:  cpi state, 4
    brcs write2
    breq write3
    cpi state, 6
    brcs write4
    breq 1f
    rjmp write6
1:  rjmp write5

found:
#ifdef QUEENS_EACH
    movw ZL, visitor
    adiw ZL, 0
    brne visit
#endif
    ldi state, SOLVED
over:
    adiw XL, 6
    rjmp out
#ifdef QUEENS_EACH
/* The visitor may use the registers that C may; then the other order of the last two columns, if it is higher. */
visit:
    .irp r, 1, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    push r\r
    .endr
    movw r24, YL
    clr r1
    icall
    .irp r, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 1
    pop r\r
    .endr
    tst left
    brne 1f
    ldi state, SLICED
    cpi leftH, 0xff
    breq over
1:  mov F6, C6                  ; the queen of row 7
    or F6, L6
    com F6
    cp L6, F6
    brcc 1f
    mov ZL, C6
    eor ZL, C5
    movw L6, L5
    or L6, ZL
    or R6, ZL
    lsl L6
    lsr R6
    mov ZL, L6
    or ZL, R6
    com ZL
    and F6, ZL
    breq 1f
    rjmp last
1:  rjmp next5
#endif
