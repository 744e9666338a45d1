/* The search on boards of 6 to 8 rows: the last six rows in registers of their own. */

#include "firmware/queens/queens_asm.h"

/*
 * Rows are counted from the end here: row 7 is the last of the board, whatever its size; a board of 6 starts
 * at row 2.  Each of the rows 2 to 6 has registers of its own:
 *
 *   U  columns that no row above it has taken      one bit a column, the lowest is column 0
 *   L  squares attacked along diagonals that go towards higher columns, as seen from this row
 *   R  the same towards lower columns
 *   F  squares that are free and not tried yet
 *
 * So lifting a queen costs nothing: the row above still has its masks.  Bits that leave the board need not be
 * stored, and sets are single bytes.
 *
 *   row   0 1          2          3          4          5          6            7
 *         the board    U2 L2 R2   U3 L3 R3   U4 L4 R4   U5 L5 R5   U6 L6 R6     in closed form: two columns
 *                      F2         F3         F4         F5         F6           are left for two rows
 *
 * The columns of rows 2 to 7 are written into the board only when the run ends or finds a solution: they
 * follow from the differences of U.  This takes 4 k cycles for all 92 solutions; writing each of 2006 queens
 * would take 6 cycles each.  Lifting to rows 0 and 1, 50 times of 2056, computes the masks from the board.
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
#define U2 r18
#define U3 r19
#define U4 r20
#define U5 r21
#define U6 r22
#define F2 r23
#define F3 r7
#define F4 r6
#define F5 r1
#define F6 ZH
#define leftH r25
#define board_size r0
#define visitor r4              /* address of a function, or 0 */
/* X: &col of row 6, while the rows from 2 on are searched. */

/* While no row needs them: */
#define virt U6                 /* the row, counted from the end */
#define state R6                /* the rows filled, counted from the end */

    .section .progmem.gcc.queens_run, "ax", @progbits
#if QUEENS_HAS_8
/* Rows 0 and 1: places a queen after col[row]; masks in U2, L2, R2. */
again:
    ldi ZL, 0xff
    st X, ZL
upper_try:
    ldi ZH, hi8(queens_page)
    ld ZL, X
    subi ZL, -(UP_TO + 1)
    lpm ZL, Z
    or ZL, L2
    or ZL, R2
    com ZL
    and ZL, U2
    breq upper_lift
    mov F2, ZL
    neg F2
    and ZL, F2
    eor U2, ZL
    or L2, ZL
    or R2, ZL
    lsl L2
    lsr R2
    lpm ZL, Z
    st X+, ZL
    inc virt
    subi left, 1
    brcs upper_spent
1:  cpi virt, 2
    brne again
    adiw XL, 4
fresh2:
    mov F2, L2
    or F2, R2
    com F2
    and F2, U2
    rjmp next2
upper_spent:
    subi leftH, 1
    brcc 1b
    ldi ZL, 0xff
    st X, ZL
    rjmp queens_8_sliced

/*
 * No square is left in row 2, or in a row above it, at X: lifts the queen of the previous row, if there is
 * one.
 */
lift2:
    sbrs board_size, 3
    rjmp 1f
    sbiw XL, 6                  ; first the most frequent case: 8 rows, to row 1
    ldi ZH, hi8(queens_bits)
    ld ZL, X+
    lpm L2, Z
    mov R2, L2
    ldi U2, 0xff
    eor U2, L2
    lsl L2
    lsr R2
    ldi virt, 1
    rjmp upper_try
1:  sbiw XL, 4
    ldi virt, 2
upper_lift:
    add virt, board_size
    subi virt, 8
    sub XL, virt
    sbci XH, 0                  ; &col[0]
    subi virt, 1
    brcc 1f
    dec board_size
    st X, board_size
    ldi event, DONE
    ldi virt, 0
    rjmp queens_8_stop
1:  sub virt, board_size
    subi virt, -8
    rjmp restart
#endif

/*
 * Every search starts here: r25:r24: the board, r23:r22: the budget, r21:r20: the visitor, or 0.  First saves
 * the registers that all engines need; engine.S has the rest.
 */
    .global queens_complete
    .type queens_complete, @function
queens_complete:
#ifdef QUEENS_EACH
    clr r21
#endif
    set                         ; the engine for any size, because there may be given queens
    rjmp 1f
#if QUEENS_HAS_8
    .global queens_count
    .type queens_count, @function
queens_count:
    inc r1
#endif
    .global queens_run
    .type queens_run, @function
queens_run:
#ifdef QUEENS_EACH
    clr r21                     ; no function is at such a low address: 0 means none
    .global queens_each
    .type queens_each, @function
queens_each:
#endif
    clt
1:  .irp r, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    push r\r
    .endr
    .global queens_go
queens_go:
    movw XL, r24
    ld event, X+                ; n, temporarily
    ld row, X+
    sub row, event              ; 0: after a solution
    brts to_wide
    cpi event, 6
    brcs to_wide
    cpi event, 17
    brcc to_wide
    cpi row, -1
    breq to_last_row
#if QUEENS_HAS_8
    cpi event, 9
    brcc to_wide
#ifdef QUEENS_EACH
    push r4
    push r5
    movw visitor, r20
#endif
    push r23
    push r22
    movw ZL, r22
    mov board_size, event
    ld left, Z
    ldd leftH, Z+1
    sbiw left, 1
    brcs nothing
    clt
    ldi virt, 8
    tst row
    breq masks
    bst r1, 0                   ; queens_count: T is set, and the search begins in row 0
    clr r1
/* Not after a solution: stores the row to continue in until all masks are computed; T marks this. */
    add virt, row
    st -X, board_size           ; the row of a solved board
    adiw XL, 1
    movw ZL, XL
    add row, board_size
    add ZL, row
    adc ZH, r1
    ld row, Z
    cpi virt, 2
    brcs restart
    cpi virt, 6                 ; as after a solution
    breq restart
    mov ZL, virt
    subi ZL, 2
    sbrc row, 7
    subi ZL, -4
    push ZL
    set
    rjmp restart
#endif

to_wide:
    rjmp queens_wide
to_last_row:
    rjmp queens_last_row

#if QUEENS_HAS_8
nothing:
    pop ZL
    pop ZL
    ldi event, SLICED
    rjmp quit
upper:
    rjmp upper_try
six:
    ldi U2, 0x3f
    rjmp row2
seven:
    ldi U2, 0x7f
    rjmp row1

/* Computes all masks from the columns on the board: X = &col[0].  18 cycles per row from row 2 on. */
restart:
    mov U2, board_size
masks:
    ldi ZH, hi8(queens_bits)
    clr L2
    clr R2
    cpi U2, 7
    ldi U2, 0xff
    brcs six
    breq seven
    .macro up k
    cpi virt, \k
    breq upper
    ld ZL, X+
    lpm ZL, Z
    eor U2, ZL
    or L2, ZL
    or R2, ZL
    lsl L2
    lsr R2
    .endm
    up 0
row1:
    up 1
row2:
/* The free squares of row k after its queen or its last tried column; then the masks of the next row. */
    .macro fill k, l, r, u, f, ln, rn, un
    ld ZL, X+
    lpm ZL, Z
    mov \un, \u
    eor \un, ZL
    movw \ln, \l
    or \ln, ZL
    or \rn, ZL
    mov \f, \l
    or \f, \r
    dec ZL
    or \f, ZL
    com \f
    and \f, \un
    lsl \ln
    lsr \rn
    .endm
    fill 2, L2, R2, U2, F2, L3, R3, U3
    fill 3, L3, R3, U3, F3, L4, R4, U4
    fill 4, L4, R4, U4, F4, L5, R5, U5
    fill 5, L5, R5, U5, F5, L6, R6, U6
    brts start
    ld ZL, X
    ldi ZH, hi8(queens_page)
    subi ZL, -(UP_TO + 1)
    lpm F6, Z
    or F6, L6
    or F6, R6
    com F6
    and F6, U6
    brne 1f
    rjmp next5
1:  rjmp last

/*
 * Selects the row to continue in, after its last tried column or from its start; rows below contain nonsense.
 */
start:
    clt
    and F2, U2                  ; the last tried column may be occupied
    and F3, U3
    and F4, U4
    and F5, U5
    pop ZL
    .irp to, next2, next3, next4, next5, fresh2, back2, back3
    subi ZL, 1
    brcc 1f
    rjmp \to
1:
    .endr
    rjmp back4

/* `left` was 0: borrows from the high byte, or stops after the queen just placed on row k. */
    .macro spend k
spend\k:
    subi leftH, 1
    brcc back\k
    ldi state, \k + 1
    rjmp spent
    .endm

/*
 * Takes the first free square of row k, and computes the free squares of the next row: 19 cycles.  If there
 * are any, the code of that row follows without a jump.
 */
    .macro try k, l, r, u, f, ln, rn, un, fn, dead
    mov ZL, \f
    neg ZL
    and ZL, \f
    eor \f, ZL
    mov \un, \u
    eor \un, ZL
    movw \ln, \l
    or \ln, ZL
    or \rn, ZL
    lsl \ln
    lsr \rn
    subi left, 1
    brcs spend\k
back\k:
    mov \fn, \ln
    or \fn, \rn
    com \fn
    and \fn, \un
    breq \dead
    .endm

    spend 2
    spend 3
dead2:
    rjmp next2
try2:
    try 2, L2, R2, U2, F2, L3, R3, U3, F3, dead2
try3:
    try 3, L3, R3, U3, F3, L4, R4, U4, F4, next3
try4:
    try 4, L4, R4, U4, F4, L5, R5, U5, F5, next4
try5:
    try 5, L5, R5, U5, F5, L6, R6, U6, F6, next5

/*
 * The last two rows.  Two columns are left; F6, the free ones in row 6, is one of them or both.  If it is
 * one, only the other can be used in row 7; it is free there unless a diagonal of row 6 or of its queen
 * attacks it.  12 cycles for two rows, where `try` twice takes 38.
 */
last:
    mov ZL, U6
    eor ZL, F6
    breq two
    subi left, 1
    brcs spend6
back6:
    or L6, F6
    or R6, F6
    lsl L6
    lsr R6
    or L6, R6
    and L6, ZL
    breq solved
/* Returns through the rows; two cycles for each row without free squares. */
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

/* queens_count: does not stop.  X is &col of row 6. */
counted:
    ld ZL, X
    inc ZL
    st X, ZL
    rjmp next5

    spend 4
    spend 5
spend6:
    subi leftH, 1
    brcc back6
    ldi state, 7
    rjmp spent6

/*
 * Both are free in row 6 (18 of 294): takes the lower one first, then continues as if only the higher were
 * free.
 */
two:
    mov ZL, F6
    neg ZL
    and ZL, F6
    eor F6, ZL
    subi left, 1
    brcs spend7
back7:
    mov U6, L6
    or U6, ZL
    lsl U6
    and U6, F6
    brne 1f
    mov U6, R6
    or U6, ZL
    lsr U6
    and U6, F6
1:  mov U6, ZL
    brne 2f
    brts 3f
    or U6, F6
    eor ZL, ZH
    eor ZH, ZL
    eor ZL, ZH
    rjmp solved
3:  sbiw left, 1                ; queens_count: the other order is next
    ld ZL, X
    inc ZL
    st X, ZL
2:  or U6, F6
    rjmp last
spend7:
    subi leftH, 1
    brcc back7
    mov F6, ZL
    ldi state, 7
    rjmp spent6

/*
 * A solution: the queens of rows 6 and 7 are in F6 and ZL; the others follow from the bits that U loses from
 * row to row.
 */
solved:
    sbiw left, 1
    brts counted
    adiw XL, 2
    mov L6, F6
    ldi ZH, hi8(queens_page)
    lpm ZL, Z
    st -X, ZL
    ldi state, 8
write6:
    mov ZL, L6
    lpm ZL, Z
    st -X, ZL
    .macro write k, u, un
write\k:
    mov ZL, \un
    eor ZL, \u
    lpm ZL, Z
    st -X, ZL
    .endm
    write 5, U5, U6
    write 4, U4, U5
    write 3, U3, U4
    write 2, U2, U3
    sbrs state, 3
    rjmp queens_8_sliced2
#ifdef QUEENS_EACH
    movw ZL, visitor
    tst ZH
    brne visit
#endif
    ldi event, SOLVED
    .global queens_8_out
queens_8_out:
    adiw left, 1
    pop ZL
    pop ZH
    st Z, left
    std Z+1, leftH
    clr r1
quit:
#ifdef QUEENS_EACH
    pop r5
    pop r4
#endif
    rjmp queens_return

/* The budget is used up; the rows before `state` have queens. */
spent6:
    mov L6, F6
spent:
    ldi ZH, hi8(queens_page)
    sbiw XL, 6
    add XL, state
    brcc 1f
    inc XH
1:  ldi ZL, 0xff
    st X, ZL
    cpi state, 4
    brcs write2
    breq write3
    cpi state, 6
    brcs write4
    breq write5
    rjmp write6

#ifdef QUEENS_EACH
/*
 * Calls the visitor, which may use the registers that C may; then takes the other order of the last two
 * columns, if it is higher.
 */
visit:
    .irp r, 0, 1, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    push r\r
    .endr
    movw r24, XL
    sub r24, board_size
    sbci r25, 0
    adiw r24, 4                 ; the board
    clr r1
    icall
    .irp r, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 1, 0
    pop r\r
    .endr
    mov ZL, left
    and ZL, leftH
    inc ZL
    brne 1f
    ldi event, SLICED           ; the budget ended with this solution
    rjmp queens_8_out
1:  adiw XL, 4
    mov F6, U6                  ; the queen of row 7
    eor F6, L6
    cp L6, F6
    brcc 1f
    mov ZL, U6
    eor ZL, U5
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
#endif
