/* The types that the board and its parts share with the board's users. */
#ifndef TYPES_H
#define TYPES_H

#include <stdbool.h>
#include <stdint.h>

#define UNO_HZ     16000000u
#define UNO_MS(ms) ((uint64_t)(ms) * (UNO_HZ / 1000u)) /* milliseconds in cycles */

#define UNO_MODULES 16 /* at most */
#define UNO_LEDS    (64 * UNO_MODULES)

/* The display on the board's wires. */
enum uno_matrix_kind { UNO_MAX7219, UNO_HT16K33 };

enum uno_fault {
    UNO_FAULT_CRASH,   /* access outside RAM, code outside flash, an instruction that does not exist */
    UNO_FAULT_STRAY,   /* runs in flash that holds no code */
    UNO_FAULT_RESTART, /* runs from address 0 without a reset: a stray jump, an interrupt without a handler */
    UNO_FAULT_WATCHDOG, /* a watchdog reset */
    UNO_FAULT_STACK,    /* the stack runs into the variables or out of RAM */
    UNO_FAULT_SLEEP,    /* a sleep mode that stops clocks which this board needs */
    UNO_FAULT_MATRIX,   /* a transfer to the MAX7219 that is not 16 bits within one CS */
    UNO_FAULT_SPI,      /* SPDR written in the middle of a transfer, wrong mode, pins not outputs */
    UNO_FAULT_TWI,      /* the two-wire bus too fast, SDA too late, a byte without START, a write collision */
    UNO_FAULT_UART,     /* UDR written while full; a baud rate that 115200 does not understand */
    UNO_FAULT_EEPROM,   /* EEPROM touched while a write was under way */
    UNO_FAULTS
};

enum uno_wire {
    UNO_WIRE_TX,
    UNO_WIRE_RX,
    UNO_WIRE_MOSI,
    UNO_WIRE_SCK,
    UNO_WIRE_CS,
    UNO_WIRE_SDA,
    UNO_WIRE_SCL,
    UNO_WIRE_BUTTON,
    UNO_WIRE_ASLEEP,
    UNO_WIRES
};

struct uno_frame {
    uint64_t cycle; /* when it appeared */
    union {
        uint8_t rows[8];                 /* the only module, or the one at the top left */
        uint8_t modules[UNO_MODULES][8]; /* all, row by row of modules; row 1 first, column 1 is bit 7 */
    };
    uint8_t wide, high; /* modules; 0: 1 */
    uint8_t intensity;  /* of the brightest, 0 .. 15; 0 when all is dark */
};

/* LEDs from left to right, and from the top down. */
static inline unsigned uno_frame_width(const struct uno_frame *frame)
{
    return frame->wide ? 8u * frame->wide : 8u;
}

static inline unsigned uno_frame_height(const struct uno_frame *frame)
{
    return frame->high ? 8u * frame->high : 8u;
}

/* The LED of a picture, row and column from 0 at the top left. */
static inline bool uno_frame_led(const struct uno_frame *frame, unsigned row, unsigned column)
{
    return frame->modules[row / 8 * (frame->wide ? frame->wide : 1u) + column / 8][row % 8] >>
               (7 - column % 8) &
           1;
}

#endif
