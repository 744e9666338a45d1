/* The search in slices on the chip: one source, assembled for boards of up to 16 rows and of up to 32. */

/*
 * queens_run.c is the same search in C; tests compare both after each slice.  The source is assembled twice:
 *
 *   search_2    sets of 2 bytes: n <= 16, no given queens           71 cycles a queen placed and lifted
 *   search_4    sets of 4 bytes: n <= 32, also with given queens   106 cycles
 *
 * All sets are in registers; bit c of a set is column c.  `columns` is the set of the columns that are taken.
 * The diagonals are two sets of twice as many bits.  One half of each is row X of the board, the row that is
 * searched:
 *
 *        higher: towards higher columns             lower: towards lower columns
 *
 *         63           32 31            0            63            32 31           0
 *        +---------------+---------------+          +---------------+---------------+
 *    .<--|   elsewhere   |     row X     |<--.  .-->|     row X     |   elsewhere   |-->.
 *    |   +---------------+---------------+   |  |   +---------------+---------------+   |
 *    '---------------->----------------------'  '---------------<-----------------------'
 *
 * The arrows show the step to the row below: both rotate by one bit.  A bit that leaves the board stays in
 * the other half, so a step to the row above rotates back.  A given queen is always in both sets, in the
 * other half until its diagonal enters the board.  Two queens share a bit only if they share a diagonal: a
 * queen is at most 31 rows below X and 32 rows above it.  In search_2 no bit goes round, because all queens
 * are at most 16 rows above X: it shifts.
 *
 * At each label from `lift` to `scan`, and for both widths:
 *
 *   X         &col[row].  The rows above are filled; the byte before the columns is a WALL
 *   columns   the columns of all queens above X and of all given ones, and those beyond the board
 *   higher, lower   the diagonals of the same queens, as seen from row X
 *   end       the low byte of &col[n]
 *   stop      the low byte of the address of the next given queen from X on; end, if there is none
 *   left      the budget less one, 16 bits, so that a carry signals its end
 *
 * Only the columns are stored, so each run first computes the sets from the board: REBUILD.  Then it examines
 * eight squares at a time: byte j of columns, higher and lower.  The labels, as the search passes them:
 *
 *   scan: the first free square of row X ----> place, enter, down: one row down ----> scan, or at_stop:
 *     | none                                     ^                                    solved, or past given
 *     v                                          | free square                        queens
 *   lift: one row up, its queen removed ---> after: beyond its column --> none: lift
 *     |
 *     '--> queens_done, if there is no such row
 *
 * Each loop has a label `cut.NAME`, from which tests/checks/engine.mjs proves all paths to the next ones.
 */
#define XL r26
#define XH r27
#define ZL r30
#define ZH r31

/* Width 2: columns in r2-3, higher in r4-7, lower in r18-21; width 4: r2-5, r6-13, r14-21. */
#define columns     2
#define higher(w)   (2 + w)         /* row X is in the lower half: this register and the next ones */
#define lower(w)    (22 - 2 * w)
#define lower_x(w)  (22 - w)        /* row X is in the upper half */

#define col   r0                    /* the column in a row, as it is stored */
#define stop  r1                    /* during REBUILD: the row to continue in */
#define turns r22                   /* REBUILD: 1 + rotations to row 0; 0: enters the rows above */
#define zero  r23
#define left  r24
#define leftH r25
#define rows  r28                   /* search_4: n; 0: no queen is given */
#define end   r29
#define size  turns                 /* at the start: n */
#define event turns                 /* at the end: enum queens_event */

#define SOLVED 3
#define DONE   4
#define SLICED 5

#define WALL 0xc0                   /* as a column: bit 6 marks a given queen or, with bit 7, the wall */

/*
 * A page with two tables, so that an index is only the low byte of Z:
 *
 *   1 << c      c: the column of a queen, from its bit
 *   0xf8 | c    1 << c, also for count_rows_avr.S
 *
 * Between their bytes is code without calls and long jumps, which the linker would shorten.  Sections
 * .progmem.gcc.* come first in flash, before the strings, which could cost 256 bytes of padding.  The page of
 * count_rows_avr.S is beside this one, because the search comes after both: .trampolines* is placed next.
 */
    .section .progmem.gcc.queens_page, "ax", @progbits
    .balign 256
    .global queens_page
queens_page:
    .macro at where, value
    .org \where
    .byte \value
    .endm
    at 1, 0
    at 2, 1
    at 4, 2
    at 8, 3
    at 16, 4
    at 32, 5

    .org 34
/* X is the wall: nothing is left.  In the first row without a given queen, n - 1 is the last column tried. */
queens_done:
    mov ZL, end
    sub ZL, XL
    subi ZL, 2
1:
cut.done:
    adiw XL, 1
    ld col, X
    lsl col
    brvs 1b                         ; bit 6 is set, bit 7 is not
    ldi event, DONE
queens_settle:
    st X, ZL
    rjmp queens_leave
/* The budget is used up: nothing is tried in row X. */
queens_sliced:
    ldi event, SLICED
    ldi ZL, -1
    rjmp queens_settle
    at 64, 6

    .org 66
/* Stores the budget and the row, and restores the registers. */
queens_leave:
    adiw left, 1
queens_leave_solved:                ; left is the budget less the queens placed
    .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop r\r
    .endr
    pop ZL
    pop ZH
    st Z, left
    std Z+1, leftH
    pop ZL
    pop ZH
    sub XL, ZL
    subi XL, 2
    std Z+1, XL                     ; row
    clr r1
    mov r24, event
    ret
    at 128, 7

    .org 130
/* r25:r24: the board, r23:r22: &budget.  T: there may be given queens. */
    .global queens_complete
    .type queens_complete, @function
queens_complete:
    set
    rjmp 1f
    .global queens_run
    .type queens_run, @function
queens_run:
    clt
1:  movw ZL, r22
    ld XL, Z
    ldd XH, Z+1
    sbiw XL, 1
    brcs no_budget
    .irp r, 25, 24, 23, 22, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push r\r
    .endr
    movw ZL, r24
    movw left, XL
    movw XL, ZL
    ld size, X+
    ld ZL, X                        ; row
    ldi ZH, WALL
    st X+, ZH                       ; instead of row, before the columns
    mov end, XL
    add end, size
    mov stop, XL
    add stop, ZL
    clr zero
    brts 2f
    cpi size, 17
    brcc 2f
    rjmp search_2
2:  rjmp search_4
no_budget:
    ldi r24, SLICED
    ret

    .org 0xf8
    .byte 1, 2, 4, 8, 16, 32, 64, 128

/* Rotates a set of diagonals by one bit, to the left and to the right; shifts it in search_2. */
    .macro rotate_left low, w
    lsl \low
    .set i, \low
    .rept 2 * \w - 1
    .set i, i + 1
    rol i
    .endr
    .if \w == 4
    adc \low, zero
    .endif
    .endm

    .macro rotate_right low, w
    .set i, \low + 2 * \w - 1
    .if \w == 4
    mov ZL, \low
    lsr ZL
    ror i
    .else
    lsr i
    .endif
    .rept 2 * \w - 1
    .set i, i - 1
    ror i
    .endr
    .endm

/* ZL: the bit of column `col` within its byte j.  Continues at WHATj, which for byte 0 may follow. */
    .macro by_byte what, w, follows=0
    mov ZL, col
    ori ZL, 0xf8
    ldi ZH, hi8(queens_page)
    lpm ZL, Z
    .if \w == 4
    sbrc col, 4
    rjmp \what\()_upper_\w
    .endif
    sbrc col, 3
    rjmp \what\()1_\w
    .if !\follows
    rjmp \what\()0_\w
    .endif
    .endm

    .macro by_upper_byte what, w
\what\()_upper_\w:
    sbrc col, 3
    rjmp \what\()3_\w
    rjmp \what\()2_\w
    .endm

/* Combines ZL with the occupied squares of byte j; then ZL is the set of the free ones. */
    .macro free j, w
    or ZL, higher(\w) + \j
    or ZL, lower_x(\w) + \j
    com ZL
    .endm

/* Byte j of a row. */
    .macro byte j, w, beyond
/* Lifts the queen ZL. */
lift\j\()_\w:
    eor columns + \j, ZL
    eor higher(\w) + \j, ZL
    eor lower_x(\w) + \j, ZL
/* Finds a free square after the column ZL, in this byte or beyond. */
after\j\()_\w:
    lsl ZL
    dec ZL
    or ZL, columns + \j
    free \j, \w
    brne place\j\()_\w
    rjmp \beyond
/* Places a queen on the first of the free squares ZL. */
place\j\()_\w:
    mov ZH, ZL
    neg ZH
    and ZL, ZH
    ldi ZH, hi8(queens_page)
    lpm ZH, Z
    .if \j
    subi ZH, -8 * \j
    .endif
    st X+, ZH
/* Enters the queen ZL into the sets. */
enter\j\()_\w:
    or columns + \j, ZL
    or higher(\w) + \j, ZL
    or lower_x(\w) + \j, ZL
    .endm

/* Finds the first free square of a row, in byte j or in the bytes after it. */
    .macro scan j, w
scan\j\()_\w:
    mov ZL, columns + \j
    free \j, \w
    brne place\j\()_\w
    .endm

    .macro search w
/*
 * The start: no queen is entered, and the columns beyond the board are taken.
 */
search_\w:
    .set i, higher(\w)
    .rept 2 * \w
    clr i
    clr i - higher(\w) + lower(\w)
    .set i, i + 1
    .endr
    .set i, columns
    .rept \w
    clr i
    com i
    .set i, i + 1
    .endr
board_\w:
cut.board.\w:
    lsl columns
    .set i, columns
    .rept \w - 1
    .set i, i + 1
    rol i
    .endr
    dec size
    brne board_\w
    .if \w == 4
    clr rows
    brtc 1f
    mov rows, end
    sub rows, XL
    ldi turns, 65                   ; 1 + the rotations from row X to row 0
    sub turns, ZL                   ; ZL: row
    add XL, ZL
    adc XH, zero
1:
    .endif
    set
/*
 * REBUILD, with T set: `down` returns here.  Two passes:
 *   turns > 0   64 - row rotations to row 0; on the way, the given queens from row X on are entered
 *   turns = 0   the rows above X, all with queens, are entered
 */
rebuild_\w:
cut.rebuild.\w:
    .if \w == 4
    tst turns
    breq above_\w
    dec turns
    breq first_\w                   ; the diagonals are at row 0
    cp XL, end
    breq pass_\w                    ; below the board
    ld col, X+
    mov ZL, col
    lsl ZL
    brvc pass_\w                    ; V: bit 6 is set, bit 7 is not
    rjmp enter_\w
/* From row X on, only given queens are entered; then the diagonals rotate to row 0. */
pass_\w:
    rjmp down_\w
first_\w:
    sub XL, rows
    sbc XH, zero
    .endif
/* The queens above the row to continue in are entered. */
above_\w:
    cp XL, stop
    breq rebuilt_\w
    ld col, X+
enter_\w:
    by_byte enter, \w
    .if \w == 4
    by_upper_byte enter, \w
/* The next given queen. */
at_stop_\w:
    cp XL, end
    breq solved_\w
    adiw XL, 1
rebuilt_\w:
    mov stop, end
    tst rows
    breq 1f
    movw ZL, XL
next_stop_\w:
cut.given.\w:
    mov stop, ZL
    cp ZL, end
    breq 1f
    ld col, Z+
    lsl col
    brvc next_stop_\w
1:  brtc pass_\w                    ; the search, not REBUILD: X has just passed a given queen
    .else
rebuilt_\w:
    mov stop, end
    .endif
/* Continues after a solution, in a new row, or after the last column tried. */
    clt
    cp XL, end
    breq lift_\w
    ld col, X
    tst col
    brpl after_\w
    rjmp scan0_\w
after_\w:
    by_byte after, \w
    .if \w == 4
    by_upper_byte after, \w
    .else
at_stop_\w:
    .endif
solved_\w:
    ldi event, SOLVED
    rjmp queens_leave_solved
    .if \w == 4
/* A given queen stays; above it, it is the next one. */
given_or_wall_\w:
    sbrc col, 7
    rjmp queens_done
    mov stop, XL
    .endif
/*
 * No square is left: one row up, and on after the queen there.
 */
lift_\w:
cut.lift.\w:
    ld col, -X
    rotate_right higher(\w), \w
    rotate_left lower(\w), \w
    sbrc col, 6
    .if \w == 4
    rjmp given_or_wall_\w
    .else
    rjmp queens_done
    .endif
    by_byte lift, \w, 1
    byte 0, \w, scan1_\w
/*
 * One row down: to the next row of REBUILD, to a given queen, to a solution, or to a new row.
 */
down_\w:
    rotate_left higher(\w), \w
    rotate_right lower(\w), \w
    brts to_rebuild_\w
    cp XL, stop
    breq to_stop_\w
    subi left, 1
    brcs spent_\w
cut.scan.\w:
    scan 0, \w
    scan 1, \w
    .if \w == 4
    scan 2, \w
    scan 3, \w
    .endif
    rjmp lift_\w
spent_\w:
    subi leftH, 1
    brcc scan0_\w
    rjmp queens_sliced
to_rebuild_\w:
    rjmp rebuild_\w
to_stop_\w:
    rjmp at_stop_\w
    .if \w == 4
    byte 1, \w, scan2_\w
    rjmp down_\w
    byte 2, \w, scan3_\w
    rjmp down_\w
    byte 3, \w, lift_\w
    rjmp down_\w
    by_upper_byte lift, \w
    .else
    byte 1, \w, lift_\w
    rjmp down_\w
    .endif
    .endm

    .section .trampolines.queens_search, "ax", @progbits
    search 2
    search 4
