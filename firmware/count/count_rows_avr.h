/* Shared by the stages of rows_run: their workspace on the stack, registers, I/O registers, macros.
 *
 * In the loops of the stages, a number is the cycles of an instruction or a macro; of one that branches or
 * skips, without and with that. */
/* clang-format off */
#ifndef COUNT_ROWS_AVR_H
#define COUNT_ROWS_AVR_H

; struct board, with struct rows in its column array
#define ROW         1
#define TURN        6
#define OPEN1       8           /* the squares to try on level 1 */
#define EDGE        30
#define PARTS       EDGE

#define XL          r26
#define XH          r27
#define YL          r28
#define YH          r29
#define ZL          r30
#define ZH          r31

; ---- The workspace on the stack ----
;
; All of it is in the last 256 bytes of the RAM, so its addresses differ only in the low byte.
; On the levels, Y is the address of the entry of the next level.  Below them, Y is the base of the workspace.
;
;   1 ..          the rows above the window
;   ...           unused
;   ... AREA      the entries of the levels from 2 on
;   BELOW ..      what the last level needs, or the entries of a pair
#define AREA        38
#define LOWER       1           /* row above the window: diagonals (4 bytes) */
#define UPPER       5           /* the row above that: diagonals (4 bytes), squares to try (high, low) */
#define BELOW       (AREA + 1)
; With a window:
#define SHIFT       BELOW       /* factor for right diagonals: 2^(8 - rows to the next free row) */
#define CROSS       (BELOW + 1) /* diagonals of the cross in the first row below it */
#define LAST_DIAGONALS (BELOW + 5) /* diagonals of the last level */
#define WORKSPACE   (BELOW + 8) /* the last byte of the workspace */
; With a pair: the entries of its two rows begin at BELOW.
#define ENTRY1      (BELOW + 6 - ROWS) /* of level 1: shares bytes with LAST_DIAGONALS, which come later */
;
; An entry: the saved diagonals of the level above (4 bytes), the rows since that level (1), and the squares
; that the cross attacks (2).  Where levels save no diagonals, it has only the last 3.  Y is 4 below them.
#define ROWS        4
#define MASK        5
#define ENTRY       3
#define SAVING_ENTRY 7
; A board with a window, but without room to save diagonals: the last level stores its own and lost bits here.
#define DEEP        (BELOW - 8)

; I/O registers that nothing else uses hold bytes that would need RAM: Timer0 and Timer2 are stopped, pin
; change interrupts are off, and the two-wire interface is never a slave and sets TWBR for each transfer.
#define KIND        GPIOR0      /* which rows are below the levels: the bits that follow */
#define LAST_OPEN   GPIOR2      /* squares to try on the last level */
#define LAST_OPEN_HIGH OCR0A
#define HASH        OCR0B       /* hash: the last level and the rows below it need its register */
#define SLICE_MS    PCMSK1      /* slice_ms: at most 9, as it has seven bits */
#define PLACED      OCR2A       /* queens placed, high byte */
#define AT_LEVEL    OCR2B       /* X on the last level, low byte */
#define AT_LEVEL_HIGH hi8(RAMSTART) /* the board is in the first 256 bytes of the RAM, as all variables are */
#define LEVEL1_OPEN TWAR        /* squares to try on level 1, while the search is below it */
#define LEVEL1_OPEN_HIGH TWBR
#define CHECK       PCMSK0      /* slice_check */
#define RETURN      TWAMR       /* the return address, for a whole slice in the RAM, in bits 1 to 7 */

; Bits of KIND.
#define HAS_UPPER   0
#define HAS_LOWER   1
#define IS_SHORT    2           /* the window has four rows, or with IS_THREE, three */
#define IS_THREE    7
#define IS_PAIR     3
#define IS_SHIFTED  4           /* no diagonals are saved: they are shifted back on the way up */
#define IS_PART     5           /* a part is counted: CHECK is used */
#define IS_DEALT    6           /* the squares of level 2 are dealt out */

/* As in count_rows.h. */
#ifndef COUNT_WIDTH
#define COUNT_WIDTH 16
#define COUNT_FIRST 0
#endif

; ---- Registers ----
;
;             table                        levels              last level  window         pair
;   r0        work                         work                work        work           work
;   r1        sum, edge_col1               (turn1)             -           lastd          -
;   r2 r3     left                         left                left        left           left
;   r4 r5     right                        right               right       right          right
;   r6 r7     cols                         cols                cols        cols           cols
;   r8 r9     entry2, stride               open                open        open           open
;   r10       edge_col0, next_entry        shift               shift       shift          -
;   r11       after0                       placed              placed      placed         placed
;   r12 r13   before, n                    lost0 lost1         -           c              lost0 lost1
;   r14       rows, entering               lost2               -           b0             lost2
;   r15       levels                       lost3               -           b1             lost3
;   r16 r17   lo hi, col_last bit          next                next        a              pleft
;   r18       past_table                   (turn0)             -           d0             pright0
;   r19       final_row                    last_entry          -           d1             pright1
;   r20       col0, col                    queen, (second)     queen       nextb0, queen  queen
;   r21       col1, col_next               step                step        nextb1         step
;   r22 r23   row2 row3                    target, hash        -           nextc          -, hash
;   r24 r25   row0 row1, its_row           found               found       found          found
;   r26 r27   edge                         X                   -           nextd          lower
;   r28 r29   Y, queens                    Y                   Y           Y, open        Y
;   r30 r31   Z, this_row after1           -                   -           Z              upper
;
; A name of two registers stands for NAME0 and NAME1, the low and the high byte.

; In all stages but the table
#define work        r0
#define left0       r2          /* columns that left and right diagonals attack in this row */
#define left1       r3
#define right0      r4
#define right1      r5
#define cols0       r6          /* free columns */
#define cols1       r7
#define open0       r8          /* squares to try; the lowest is the next queen */
#define open1       r9
#define shift       r10         /* factor for left diagonals: 2^(rows from the last level to the next) */
#define placed      r11         /* queens, low byte */
#define next0       r16         /* free squares in the next row */
#define next1       r17
#define queen       r20
#define step        r21
#define found       r24         /* three times the completions: else a bit has flipped */
#define found_high  r25

; On the levels
#define lost0       r12         /* IS_SHIFTED: bits that were shifted out to the left */
#define lost1       r13
#define lost2       r14         /* and to the right */
#define lost3       r15
#define last_entry  r19         /* the entry of the last level, low byte of its address */
#define target      r22         /* levels still to descend to the position of the board */
#define hash        r23         /* the squares to try on the levels from 2 to the last but one, XORed */

; In the window: the sets of rows a to d, those of b to d after the queen of row a, a byte of d after that
; of row b
#define lastd       r1
#define a0          r16
#define a1          r17
#define b0          r14
#define b1          r15
#define c0          r12
#define c1          r13
#define d0          r18
#define d1          r19
#define nextb0      r20
#define nextb1      r21
#define nextc0      r22
#define nextc1      r23
#define nextd0      r26
#define nextd1      r27

; Bytes from the table `beside` of one row below to that of two, and on to that of three.
#define BESIDE      5

; ---- Macros ----

.macro lowest_of set, to=work
        mov     \to, \set
        neg     \to
        and     \to, \set
.endm

; The free columns that no diagonal attacks.  The flags are those of the high byte.
.macro open_set to, to_high, left, right, right_high, cols, cols_high
        movw    \to, \left
        or      \to, \right
        com     \to
        and     \to, \cols
        or      \to_high, \right_high
        com     \to_high
        and     \to_high, \cols_high
.endm

; One byte of the same in a row that the cross attacks, too.
.macro masked_byte to, mask, left, right, cols
        ldd     \to, Y + \mask
        free_squares \to, \left, \right, \cols
.endm

.macro free_squares to, left, right, cols
        or      \to, \left
        or      \to, \right
        com     \to
        and     \to, \cols
.endm

; The squares to try of a level are in RAM while the search is below it.  The hash is the XOR of them all: a
; set is added when the search enters the level, and each square is removed with its queen.  The sets of level
; 1 and of the last level are not in RAM: they are added at the end of a slice and removed at its start.
; count.c XORs slice_check with the sets before and after a slice, so the result is 0.
.macro hash_open
        eor     hash, open0
        eor     hash, open1
.endm

.macro or_zero lo, hi, to
        mov     work, \lo
        or      work, \hi
        breq    \to
.endm

; The same if the flags are already those of the other byte.
.macro also_zero other, to
        brne    .Lsome\@
        tst     \other
        breq    \to
.Lsome\@:
.endm

.macro diagonals_down
        lsl     left0
        rol     left1
        lsr     right1
        ror     right0
.endm

.macro diagonals_save at
        std     Y + \at, left0
        std     Y + \at + 1, left1
        std     Y + \at + 2, right0
        std     Y + \at + 3, right1
.endm

.macro diagonals_load at
        ldd     left0, Y + \at
        ldd     left1, Y + \at + 1
        ldd     right0, Y + \at + 2
        ldd     right1, Y + \at + 3
.endm

.macro diagonals_shift_down
        lsl     left0
        rol     left1
        rol     lost0
        rol     lost1
        lsr     right1
        ror     right0
        ror     lost3
        ror     lost2
.endm

; Adds 256 to the queens placed.
.macro placed_carry back
        lds     work, PLACED
        inc     work
        sts     PLACED, work
        rjmp    \back
.endm

; Moves one row down and computes its set; jumps to none if that is empty.
.macro set_of lo, hi, none
        lsl     nextb0          ; left
        rol     nextb1
        lsr     nextc1          ; right
        ror     nextc0
        open_set \lo, \hi, nextb0, nextc0, nextc1, nextd0, nextd1
        also_zero \lo, \none
.endm

#endif
