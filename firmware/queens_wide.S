/* wide engine draft */
#define XL r26
#define XH r27
#define YL r28
#define YH r29
#define ZL r30
#define ZH r31

#define C0 2
#define L0 6
#define L4 10
#define R0 18
#define R4 14

#define col   r0
#define ptrL  r22
#define ptrH  r23
#define left  r24
#define leftH r25
#define endL  r28
#define size  r29

    .section .text.queens_page, "ax", @progbits
    .balign 256
queens_page:
    .global queens_page
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
    at 64, 6
    at 128, 7
    .org 0xf8
    .byte 1, 2, 4, 8, 16, 32, 64, 128

    .section .text.queens_wide, "ax", @progbits
    .global queens_run
    .type queens_run, @function
queens_run:
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push r\r
    .endr
    movw XL, r24
    movw ZL, r22
    ld left, Z
    ldd leftH, Z+1
    ld size, X+
    ld col, X+              ; row
    mov endL, XL
    add endL, size
    sbiw left, 0
    brne 1f
    add XL, col
    adc XH, r1
    ldi r21, 5
    rjmp leave
1:
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21
    clr r\r
    .endr
    mov ZL, size            ; columns that are not there are taken
2:  sec
    rol C0
    rol C0 + 1
    rol C0 + 2
    rol C0 + 3
    dec ZL
    brne 2b
    com C0
    com C0 + 1
    com C0 + 2
    com C0 + 3
    ldi ZL, 0x80
    st -X, ZL
    adiw XL, 1
    mov r1, XL
    add r1, col             ; r1: low address of the row
    set
rebuild:
    cp XL, r1
    breq rebuilt
    ld col, X+
    mov ZL, col
    ori ZL, 0xf8
    ldi ZH, hi8(queens_page)
    lpm ZL, Z
    sbrc col, 4
    rjmp 2f
    sbrc col, 3
    rjmp set1
    rjmp set0
2:  sbrc col, 3
    rjmp set3
    rjmp set2
rebuilt:
    cp XL, endL
    brne 1f
    rjmp lift
1:  ld col, X
    tst col
    brmi 1f
    rjmp again
1:  clt
    rjmp scan
to_spent:
    rjmp spent
to_solved:
    rjmp solved

    .macro place j
place\j:
    mov ZH, ZL
    neg ZH
    and ZL, ZH
    ldi ZH, hi8(queens_page)
    lpm ZH, Z
    .if \j
    subi ZH, -8 * \j
    .endif
    st X+, ZH
set\j:
    or C0 + \j, ZL
    or L0 + \j, ZL
    or R4 + \j, ZL
    .if \j
    rjmp down
    .endif
    .endm

    .macro free j
    mov ZL, C0 + \j
    or ZL, L0 + \j
    or ZL, R4 + \j
    com ZL
    brne place\j
    .endm

    place 1
    place 0
down:
    lsl L0
    .irp r, 7, 8, 9, 10, 11, 12, 13
    rol r\r
    .endr
    lsr R4 + 3
    .irp r, 16, 15, 14, 21, 20, 19, 18
    ror r\r
    .endr
    brts rebuild
    sbiw left, 1
    breq to_spent
    cp XL, endL
    breq to_solved
scan:
    free 0
scan1:
    free 1
scan2:
    free 2
scan3:
    free 3
lift:
    clt
    ld col, -X
    tst col
    brmi to_done
    lsr L4 + 3
    .irp r, 12, 11, 10, 9, 8, 7, 6
    ror r\r
    .endr
    lsl R0
    .irp r, 19, 20, 21, 14, 15, 16, 17
    rol r\r
    .endr
again:
    mov ZL, col
    ori ZL, 0xf8
    ldi ZH, hi8(queens_page)
    lpm ZL, Z
    sbrc col, 4
    rjmp 2f
    sbrc col, 3
    rjmp next1
    rjmp next0
2:  sbrc col, 3
    rjmp next3
    rjmp next2
    place 2
    place 3
to_done:
    rjmp done
    .macro nextj j, k
next\j:
    brts 1f
    eor C0 + \j, ZL
    eor L0 + \j, ZL
    eor R4 + \j, ZL
1:
    clt
    lsl ZL
    dec ZL
    or ZL, C0 + \j
    or ZL, L0 + \j
    or ZL, R4 + \j
    com ZL
    brne go\j
    rjmp \k
go\j:
    rjmp place\j
    .endm
    nextj 0, scan1
    nextj 2, scan3
    nextj 1, scan2
    nextj 3, lift

spent:
    cp XL, endL
    breq solved
    ldi ZL, 0xff
    st X, ZL
    ldi r21, 5
    rjmp leave
done:
    adiw XL, 1
    ldi r21, 4
    rjmp leave
solved:
    ldi r21, 3
leave:
    movw ZL, ptrL
    st Z, left
    std Z+1, leftH
    mov r24, r21
    mov col, XL
    sub col, endL
    add col, size
    clr r1
    sub XL, col
    sbc XH, r1
    st -X, col
    .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop r\r
    .endr
    ret
