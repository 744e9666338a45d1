; The levels from 2 on: places queens, backtracks, and counts the rows below the last level.
#ifdef COUNT_ROWS_AVR_H /* a part of rows_run: count_rows_avr.S includes it */

.macro diagonals_shift_up
        lsr     lost1
        ror     lost0
        ror     left1
        ror     left0
        lsl     lost2
        rol     lost3
        rol     right0
        rol     right1
.endm

; ---- Levels that save no diagonals: they are shifted back on the way up ----

; In this section Y and last_entry are AHEAD bytes greater than elsewhere: the addresses of the next level's
; entry itself, and of the entry after the last level.
#define AHEAD       (ROWS + ENTRY)
; All squares of the last level are tried: goes up to the level above.
; In: Y the base of the workspace; without a pair, diagonals and lost bits at DEEP.
shifted_up_last:
        lds     XL, AT_LEVEL
        ldi     XH, AT_LEVEL_HIGH
        sbic    KIND, IS_PAIR
        rjmp    1f
        diagonals_load DEEP
        ldd     lost0, Y + DEEP + 4
        ldd     lost1, Y + DEEP + 5
        ldd     lost2, Y + DEEP + 6
        ldd     lost3, Y + DEEP + 7
        subi    YL, BELOW - DEEP
1:      subi    YL, -(BELOW - ROWS - ENTRY + AHEAD)
        mov     last_entry, YL
; In: X the squares to try of the level below, Y after its entry.  Out: as shifted_dead.
shifted_up:
        ld      open1, -X               ; 2
        ld      open0, -X               ; 2
; Moves the diagonals up, removes the queen of that level, and takes its next square.
; In: open of that level, Y after the entry of the level below.
shifted_dead:
        subi    YL, ENTRY               ; 1
        ld      step, Y                 ; 2
cut.shifted_up:
1:      diagonals_shift_up              ; 8
        dec     step                    ; 1
        brne    1b                      ; 1/2
        tst     open0                   ; 1
        breq    2f                      ; 1/2
        lowest_of open0                 ; 3
        eor     left0, work             ; 1
        eor     right0, work            ; 1
        eor     cols0, work             ; 1
        eor     hash, work              ; 1
        eor     open0, work             ; 1
        brne    shifted_low             ; 1/2
        tst     open1                   ; 1
        breq    shifted_up              ; 1/2
        rjmp    shifted_high            ; 2
2:      lowest_of open1                 ; 3
        breq    shifted_to_level1       ; 1/2   level 1: its squares there are 0 while the search is below it
        eor     left1, work             ; 1
        eor     right1, work            ; 1
        eor     cols1, work             ; 1
        eor     hash, work              ; 1
        eor     open1, work             ; 1
        breq    shifted_up              ; 1/2
        rjmp    shifted_high            ; 2
shifted_to_level1:
        sbic    KIND, IS_PART
        rjmp    check_shifted
shifted_level1:
        subi    YL, ROWS
        subi    last_entry, AHEAD
        rjmp    level1_up
; Only one queen has diagonals in the row of level 1, so both sets are the same, and no bit is lost.  In bits
; 0 and 15 they may differ: if the last level is 17 rows below (n = 20), one of them left the lost bits, too.
check_shifted:
        eor     left0, right0
        eor     left1, right1
        lsr     left0           ; without bit 0
        lsl     left1           ; and bit 15
        or      left0, left1
        or      left0, lost0
        or      left0, lost1
        or      left0, lost2
        or      left0, lost3
        eor     hash, left0
        rjmp    shifted_level1
; Begins on a level that the way down has reached.
; In: open, left, right, lost, cols in its row; X its squares, Y and last_entry as elsewhere.
shifted_begin:
        subi    YL, -AHEAD
        subi    last_entry, -AHEAD
        cp      YL, last_entry
        breq    to_shifted_last
        tst     open0
        brne    shifted_enter_low
        rjmp    shifted_enter_high
to_shifted_last:
        rjmp    shifted_last
shifted_enter_low:
        hash_open
; Places a queen on the lowest square of the low byte, and moves down to the next level.
; In: open, left, right, lost, cols; X its squares, Y the entry of the next level.
shifted_low:
        lowest_of open0, queen          ; 3
        or      left0, queen            ; 1
        or      right0, queen           ; 1
        eor     cols0, queen            ; 1
        inc     placed                  ; 1
        breq    shifted_carry           ; 1/2
shifted_down:
        ld      step, Y+                ; 2
cut.shifted_down:
1:      diagonals_shift_down            ; 8
        dec     step                    ; 1
        brne    1b                      ; 1/2
        ld      next0, Y+               ; 2
        ld      next1, Y+               ; 2
        free_squares next1, left1, right1, cols1 ; 4
        free_squares next0, left0, right0, cols0 ; 4
        brne    shifted_next_low        ; 1/2
        tst     next1                   ; 1
        breq    to_shifted_dead         ; 1/2
        st      X+, open0               ; 2
        st      X+, open1               ; 2
        movw    open0, next0            ; 1
        cp      YL, last_entry          ; 1
        breq    shifted_last            ; 1/2
shifted_enter_high:
        eor     hash, open1             ; 1
shifted_high:
        sbic    TIFR1, OCF1B            ; 1/2
        rjmp    flag                    ; 2
shifted_high_on:
        lowest_of open1, queen          ; 3
        or      left1, queen            ; 1
        or      right1, queen           ; 1
        eor     cols1, queen            ; 1
        inc     placed                  ; 1
        brne    shifted_down            ; 1/2
shifted_carry:
        placed_carry shifted_down
to_shifted_dead:
        rjmp    shifted_dead
; The next level has a free square in its low byte.
shifted_next_low:
        st      X+, open0               ; 2
        st      X+, open1               ; 2
        movw    open0, next0            ; 1
        cp      YL, last_entry          ; 1
        brne    shifted_enter_low       ; 1/2
; The last level.  In: open, left, right, lost, cols in its row.  Out: Y the base of the workspace.
shifted_last:
        in      YL, SPL
        sbic    KIND, IS_PAIR
        rjmp    pair
        diagonals_save DEEP
        std     Y + DEEP + 4, lost0
        std     Y + DEEP + 5, lost1
        std     Y + DEEP + 6, lost2
        std     Y + DEEP + 7, lost3
        rjmp    last_level

; ---- Levels that save their diagonals ----

; All squares of a level are tried: goes up, removes the queen of that level, and takes its next square.
; In: X the squares to try of the level below, Y the entry after it.
up:
        subi    YL, SAVING_ENTRY        ; 1
up_last:
        ld      open1, -X               ; 2
        ld      open0, -X               ; 2
        tst     open0                   ; 1
        breq    1f                      ; 1/2
        lowest_of open0                 ; 3
        eor     cols0, work             ; 1
        eor     hash, work              ; 1
        eor     open0, work             ; 1
        brne    low_again               ; 1/2
        tst     open1                   ; 1
        brne    high_again              ; 1/2
        rjmp    up                      ; 2
1:      lowest_of open1                 ; 3
        breq    to_level1_up            ; 1/2   level 1: its squares there are 0 while the search is below it
        eor     cols1, work             ; 1
        eor     hash, work              ; 1
        eor     open1, work             ; 1
        brne    high_again              ; 1/2
        rjmp    up                      ; 2
to_level1_up:
        rjmp    level1_up

; The queen leaves no free square in the next row: removes her, and takes the next square of this level.
; In: open, queen; the saved diagonals at Y.
dead_high:
        eor     cols1, queen            ; 1
        eor     hash, queen             ; 1
        eor     open1, queen            ; 1
        breq    up                      ; 1/2
high_again:
        diagonals_load 0                ; 8
        rjmp    level_high              ; 2
dead_low_end:
        tst     open1                   ; 1
        brne    high_again              ; 1/2
        rjmp    up                      ; 2
dead:
        tst     open0                   ; 1
        breq    dead_high               ; 1/2
        eor     cols0, queen            ; 1
        eor     hash, queen             ; 1
        eor     open0, queen            ; 1
        breq    dead_low_end            ; 1/2
low_again:
        diagonals_load 0                ; 8
; Places a queen on the lowest square of the low byte, and moves down to the next level.
; In: open, left, right, cols; X its squares, Y the entry of the next level.
level_low:
        lowest_of open0, queen          ; 3
        or      left0, queen            ; 1
        or      right0, queen           ; 1
        eor     cols0, queen            ; 1
        inc     placed                  ; 1
        breq    low_carry               ; 1/2
level_down:
        diagonals_down                  ; 4
        ldd     step, Y + ROWS          ; 2
        dec     step                    ; 1
        brne    level_far               ; 1/2
; The row of the next level: is there a free square?
row:
        masked_byte next1, MASK + 1, left1, right1, cols1 ; 6
        masked_byte next0, MASK, left0, right0, cols0 ; 6
        brne    row_low                 ; 1/2
        tst     next1                   ; 1
        breq    dead                    ; 1/2
        st      X+, open0               ; 2     the queen of this level is the lowest
        st      X+, open1               ; 2
        movw    open0, next0            ; 1
; Enters the next level: its squares are added to the hash, and its diagonals are saved.
; In: open, left, right, cols in its row; X its squares, Y its entry.
enter_high:
        cp      YL, last_entry          ; 1
        breq    last_level              ; 1/2
        subi    YL, -SAVING_ENTRY       ; 1
        eor     hash, open1             ; 1
        diagonals_save 0                ; 8
; The same as level_low for the high byte.  Here the slice may end.
level_high:
        sbic    TIFR1, OCF1B            ; 1/2
        rjmp    flag                    ; 2
level_high_on:
        lowest_of open1, queen          ; 3
        or      left1, queen            ; 1
        or      right1, queen           ; 1
        eor     cols1, queen            ; 1
        inc     placed                  ; 1
        brne    level_down              ; 1/2
low_carry:
        placed_carry level_down
; Begins on a level that the way down has reached.
; In: open, left, right, cols in its row; X its squares, Y its entry.
level_enter:
        tst     open0
        breq    enter_high
        rjmp    enter_low
row_low:
        st      X+, open0               ; 2
        st      X+, open1               ; 2
        movw    open0, next0            ; 1
enter_low:
        cp      YL, last_entry          ; 1
        breq    last_level              ; 1/2
        subi    YL, -SAVING_ENTRY       ; 1
        hash_open                       ; 2
        diagonals_save 0                ; 8
        rjmp    level_low               ; 2
; More than one row down.
level_far:
        diagonals_down                  ; 4
        dec     step                    ; 1
        brne    level_far               ; 1/2
        rjmp    row                     ; 2

; ---- The last level ----

; Moves the diagonals past the last rows of the cross, and adds those of the cross itself.  This is done once
; for each set of queens above.  The rows below need no table.
; In: open, left, right, cols in the row of the last level.  Out: Y the base of the workspace.
last_level:
        out     HASH, hash
        in      YL, SPL
        ldd     step, Y + SHIFT
        mul     left0, shift
        movw    next0, r0
        mul     left1, shift
        or      next1, r0
        mul     right1, step
        movw    r18, r0
        mul     right0, step
        or      r18, r1
        ldd     left0, Y + CROSS
        or      left0, next0
        ldd     left1, Y + CROSS + 1
        or      left1, next1
        ldd     right0, Y + CROSS + 2
        or      right0, r18
        ldd     right1, Y + CROSS + 3
        or      right1, r19
        diagonals_save LAST_DIAGONALS
        tst     open0
        brne    last_low
        rjmp    last_high
; The rows below are counted: removes the queen of the last level, and takes its next square.
; In: cols, Y the base of the workspace.
last_back:
        in      open0, LAST_OPEN        ; 1
        in      open1, LAST_OPEN_HIGH   ; 1
        tst     open0                   ; 1
        breq    1f                      ; 1/2
        lowest_of open0                 ; 3
        eor     cols0, work             ; 1
        eor     open0, work             ; 1
        breq    last_low_end            ; 1/2
last_low_again:
        diagonals_load LAST_DIAGONALS   ; 8
; Places a queen of the low byte.  Her diagonals move down to the first row below the cross.
last_low:
        sbic    TIFR1, OCF1B            ; 1/2
        rjmp    flag                    ; 2
last_low_on:
        lowest_of open0, queen          ; 3
        eor     cols0, queen            ; 1
        inc     placed                  ; 1
        breq    last_carry              ; 1/2
last_low_placed:
        mul     queen, shift            ; 2
        or      left0, r0               ; 1
        or      left1, r1               ; 1
        ldd     step, Y + SHIFT         ; 2
        mul     queen, step             ; 2
        or      right0, r1              ; 1
        open_set next0, next1, left0, right0, right1, cols0, cols1 ; 7
        brne    below_last              ; 1/2
        tst     next0                   ; 1
        brne    below_last              ; 1/2
        eor     cols0, queen            ; 1
        eor     open0, queen            ; 1
        brne    last_low_again          ; 1/2
last_low_end:
        tst     open1                   ; 1
        brne    last_high_again         ; 1/2
; All squares of the last level are tried: goes up.
last_up:
        in      hash, HASH
        sbic    KIND, IS_SHIFTED
        rjmp    shifted_up_last
        lds     XL, AT_LEVEL
        ldi     XH, AT_LEVEL_HIGH
        subi    YL, -(BELOW - SAVING_ENTRY)
        mov     last_entry, YL
        rjmp    up_last
last_carry:
        placed_carry 2f
2:      tst     open0
        brne    last_low_placed
        rjmp    last_high_placed
1:      lowest_of open1
        eor     cols1, work
        eor     open1, work
        breq    last_up
last_high_again:
        diagonals_load LAST_DIAGONALS   ; 8
; The same as last_low for the high byte.
last_high:
        sbic    TIFR1, OCF1B            ; 1/2
        rjmp    flag                    ; 2
last_high_on:
        lowest_of open1, queen          ; 3
        eor     cols1, queen            ; 1
        inc     placed                  ; 1
        breq    last_carry              ; 1/2
last_high_placed:
        mul     queen, shift            ; 2
        or      left1, r0               ; 1
        ldd     step, Y + SHIFT         ; 2
        mul     queen, step             ; 2
        or      right0, r0              ; 1
        or      right1, r1              ; 1
        open_set next0, next1, left0, right0, right1, cols0, cols1 ; 7
        brne    below_last              ; 1/2
        tst     next0                   ; 1
        brne    below_last              ; 1/2
        eor     cols1, queen            ; 1
        eor     open1, queen            ; 1
        brne    last_high_again         ; 1/2
        rjmp    last_up                 ; 2
; Counts the rows below.
; In: next the free squares of the first one; left, right, cols in it; open of the last level.
; Out: open is next.
below_last:
        out     LAST_OPEN, open0
        out     LAST_OPEN_HIGH, open1
        movw    open0, next0
        sbic    KIND, HAS_LOWER
        rjmp    below_lower
        sbis    KIND, IS_SHORT
        rjmp    window

#endif
