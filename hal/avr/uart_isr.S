/* The interrupt handlers of the serial line, with the two rings that they share with uart.c. */
#define __SFR_OFFSET 0
#include <avr/io.h>

#include "hal/avr/pins.h"
#include "hal/uart.h"

/*
 * In assembly, because it is smaller and faster.  The stack of a handler adds to the deepest path of main.
 * At a million baud, a byte lasts 160 cycles.
 *
 *              bytes of stack   in C   cycles with entry (7) and return   in C
 *   sender            5           9       44, of the last byte 52          70
 *   receiver          6          12       60, of an overrun 85             90
 *
 * SREG is saved on the stack.  r1 is not assumed to be zero, because main may be in the middle of a mul.
 */

        .section .bss.uart_rings, "aw", @nobits
        .global uart_rx, uart_rx_head, uart_rx_tail, uart_tx, uart_tx_head, uart_tx_tail
uart_rx:        .skip UART_RING
uart_tx:        .skip UART_RING
uart_rx_head:   .skip 1         /* written here */
uart_rx_tail:   .skip 1         /* written by main */
uart_tx_head:   .skip 1         /* written by main */
uart_tx_tail:   .skip 1         /* written here */

        .text

/* Sets Z to the address of the byte in `ring` that the running index in register `index` selects. */
.macro  address ring, index
        .ifnc   \index, r30
        mov     r30, \index
        .endif
        andi    r30, UART_RING - 1
        ldi     r31, 0
        subi    r30, lo8(-(\ring))
        sbci    r31, hi8(-(\ring))
.endm

/* Disables an interrupt of the USART. */
.macro  disable bit, register
        lds     \register, UCSR0B
        andi    \register, ~_BV(\bit)
        sts     UCSR0B, \register
.endm

/*
 * The transmitter can take a byte: sends the oldest one of the ring.  After the last one the handler disables
 * its interrupt.  It uses no registers but Z, and the most frequent path has no jump.
 */
last_byte:
        disable UDRIE0, r30
        rjmp    .Lsent

        .global USART_UDRE_vect
USART_UDRE_vect:
        push    r30
        in      r30, SREG
        push    r30
        push    r31
        lds     r30, uart_tx_tail
        address uart_tx, r30
        ld      r31, Z
        sts     UDR0, r31
        lds     r30, uart_tx_tail
        inc     r30
        sts     uart_tx_tail, r30
        lds     r31, uart_tx_head
        cp      r30, r31
        breq    last_byte
.Lsent: pop     r31
        pop     r30
        out     SREG, r30
        pop     r30
        reti

/*
 * A byte has arrived.  A byte with a framing error becomes UART_LOST.
 *
 * The overrun flag does not tell where the gap is.  According to the datasheet (19.11.2) bytes were lost
 * "between the frame last read and the next frame read", but two frames from before the gap may still be in
 * the receiver: the one that is read with the flag, b, and the next one, c.  So each possible gap gets a
 * mark, L:
 *
 *      arrived         a   b c (gap) d
 *      in the ring     a L b L c L   d
 *
 * So the line that lost bytes contains a mark, wherever it ends.  The handler disables its interrupt when
 * fewer than UART_MOST_AT_ONCE bytes (L b L) fit into the ring; uart_drop enables it again.
 */
#define OWED GPIOR1 /* 1: UART_LOST must follow the next byte; 0 after a reset */

        .global USART_RX_vect
USART_RX_vect:
        push    r24
        in      r24, SREG
        push    r24
        push    r30
        push    r31
        lds     r30, UCSR0A             /* before UDR0: reading that clears the flags */
        lds     r24, UDR0
        sbrc    r30, FE0
        ldi     r24, UART_LOST
        bst     r30, DOR0
        lds     r30, uart_rx_head
        brts    .Loverrun
        address uart_rx, r30
        st      Z, r24
        lds     r24, uart_rx_head
        inc     r24
        in      r30, OWED
        subi    r30, 1
        brlo    .Lreceived
        out     OWED, r30
        sts     uart_rx_head, r24
        rjmp    .Lmark
.Loverrun:
        inc     r30                     /* the byte follows the mark */
        address uart_rx, r30
        st      Z, r24
        ldi     r24, 1
        out     OWED, r24
.Lmark: ldi     r24, UART_LOST
        lds     r30, uart_rx_head
        address uart_rx, r30
        st      Z, r24
        brtc    .Lmarked
        lds     r30, uart_rx_head
        subi    r30, -2                 /* the next mark follows the byte */
        sts     uart_rx_head, r30
        address uart_rx, r30
        st      Z, r24
.Lmarked:
        lds     r24, uart_rx_head
        inc     r24
.Lreceived:
        sts     uart_rx_head, r24
        lds     r30, uart_rx_tail
        sub     r24, r30
        cpi     r24, UART_RING - UART_MOST_AT_ONCE + 1
        brlo    .Llisten
        disable RXCIE0, r24
.Llisten:
        pop     r31
        pop     r30
        pop     r24
        out     SREG, r24
        pop     r24
        reti
