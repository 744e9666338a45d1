/* What the board and its components share with the users of the board: types, memory, random numbers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define UNO_HZ     16000000u
#define UNO_MS(ms) ((uint64_t)(ms) * (UNO_HZ / 1000u)) /* milliseconds in cycles */

#define UNO_MODULES 16 /* at most */
#define UNO_LEDS    (64 * UNO_MODULES)
#define UNO_SHOWN   128 /* modules of a picture, at most: a screen has 16 x 8, of 8 x 8 pixels each */
#define UNO_PIXELS  (64 * UNO_SHOWN)

/*
 * The displays: the number; the name, with which a file of sim/board defines its struct display_kind; the
 * folder of the Uno's image for it; whether it can have several modules; for --help, where its wires go.
 */
#define UNO_DISPLAYS(ROW)                                                                                    \
    ROW(UNO_MAX7219, max7219, "uno", true, "DIN D11, CLK D13, CS D10")                                       \
    ROW(UNO_HT16K33, ht16k33, "uno-ht16k33", false, "SDA A4, SCL A5")                                        \
    ROW(UNO_WS2812, ws2812, "uno-ws2812", true, "data D6")                                                   \
    ROW(UNO_SSD1306, ssd1306, "uno-ssd1306", false, "SDA A4, SCL A5")                                        \
    ROW(UNO_SH1106, sh1106, "uno-ssd1306", false, "SDA A4, SCL A5")

#define UNO_DISPLAY_NUMBER(number, ...) number,
enum uno_matrix_kind { UNO_DISPLAYS(UNO_DISPLAY_NUMBER) };

/*
 * How the display is mounted, as the settings with which the firmware shows an upright picture: `chain` for
 * the order of the modules, `orient` for the LEDs of each module.  Bits 0 and 1 of `orient` are quarter turns
 * anticlockwise, and bit 2 is a reflection across the diagonal from the top left.  A panel of WS2812 is one
 * strip: `orient` is where it begins, and with a `chain` other than 0 every second line runs backwards.
 */
struct uno_display {
    enum uno_matrix_kind kind;
    uint8_t wide, high;    /* modules, 1 .. 8 each, at most UNO_MODULES together; 0: 1 */
    uint8_t chain, orient; /* how they are mounted: the settings of the firmware that suit, 0 .. 7 */
};

enum uno_fault {
    UNO_FAULT_CRASH,    /* access outside RAM, code outside flash, an instruction that does not exist */
    UNO_FAULT_STRAY,    /* execution of flash that contains no code */
    UNO_FAULT_RESTART,  /* execution of address 0 without a reset: a stray jump, a missing handler */
    UNO_FAULT_WATCHDOG, /* a watchdog reset */
    UNO_FAULT_STACK,    /* the stack overwrites variables or leaves the RAM */
    UNO_FAULT_SLEEP,    /* a sleep mode that stops clocks that the board needs */
    UNO_FAULT_MATRIX, /* what the display does not take: MAX7219: not 16 bits within one CS; WS2812: pulses */
    UNO_FAULT_SPI,    /* SPDR is written during a transfer, wrong mode, pins are not outputs */
    UNO_FAULT_TWI,    /* the two-wire bus is too fast, a byte without START, a write collision */
    UNO_FAULT_UART,   /* UDR is written while it is full; the rate does not suit the far end */
    UNO_FAULT_EEPROM, /* the EEPROM is accessed during a write */
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

/* The colours of an LED: a set. */
enum uno_colour { UNO_RED = 1, UNO_GREEN = 2, UNO_BLUE = 4 };

struct uno_frame {
    uint64_t cycle; /* when it appeared */
    union {
        uint8_t rows[8]; /* the only module, or the one at the top left */
        uint8_t modules[UNO_SHOWN]
                       [8]; /* all, row by row of modules; the top row is first, the left column is bit 7 */
    };
    uint8_t colour;                     /* of all LEDs; 0: each has its own */
    uint8_t colours[3][UNO_MODULES][8]; /* if each has its own: the same for red, green and blue */
    uint8_t wide, high;                 /* modules; 0 means 1 */
    uint8_t intensity;                  /* of the brightest module, 0 .. 15; 0 if all LEDs are dark */
};

/* The width and the height of a picture in LEDs. */
static inline unsigned uno_frame_width(const struct uno_frame *frame)
{
    return frame->wide ? 8u * frame->wide : 8u;
}

static inline unsigned uno_frame_height(const struct uno_frame *frame)
{
    return frame->high ? 8u * frame->high : 8u;
}

/* The LED at this row and column, which count from 0 at the top left, is lit. */
static inline bool uno_frame_led(const struct uno_frame *frame, unsigned row, unsigned column)
{
    return frame->modules[row / 8 * (frame->wide ? frame->wide : 1u) + column / 8][row % 8] >>
               (7 - column % 8) &
           1;
}

/* The colours of the LED at this row and column; 0: it is dark. */
static inline uint8_t uno_frame_colour(const struct uno_frame *frame, unsigned row, unsigned column)
{
    uint8_t colour = uno_frame_led(frame, row, column) ? frame->colour : 0;
    for (unsigned i = 0; i < 3 && !frame->colour; i++)
        if (frame->colours[i][row / 8 * frame->wide + column / 8][row % 8] >> (7 - column % 8) & 1)
            colour = (uint8_t)(colour | 1 << i);
    return colour;
}

/* What a user of the board may change between runs (uno_settings()). */
struct uno_settings {
    /*
     * Faults that are tolerated; at first, none is.  Each fault is counted.  A fault that is not tolerated
     * stops the run with UNO_FAULT; after a tolerated one, the chip continues as real silicon does.
     */
    bool tolerated[UNO_FAULTS];
    /*
     * With flow control (the default) the sender waits while the chip's buffer is full or its receiver is
     * off, so that no byte is lost.  Without it, bytes are lost as on the wire.
     */
    bool flow;
    uint32_t baud; /* of the far end, at first 115200 (ATtiny: 9600) */
    /*
     * The relative error of an ATtiny's oscillator: 0.02 is 2 % too fast.  Each step of OSCCAL above its
     * factory value adds 0.8 %.  The clock of the far end of the serial line is exact.
     */
    double oscillator;
    /*
     * A picture is logged if it remains for this number of cycles, at first for 0.25 ms: longer than a frame
     * on SPI, shorter than any line of text.
     */
    uint64_t settle;

    /* Hooks; NULL: none.  `arg` is passed to all of them. */
    void *arg;
    void (*on_output)(void *arg, uint8_t byte);
    /* A picture is added to the log. */
    void (*on_frame)(void *arg, const struct uno_frame *frame);
    /* A write begins, and the cell will change.  Must not call uno_power_cut(): stop the run first. */
    void (*on_eeprom)(void *arg, uint16_t address, uint8_t value);
    /*
     * A wire has this level from `cycle` on.  All bits of a byte are reported when the byte starts: `cycle`
     * can be in the future, and the order is not that of time between wires.
     */
    void (*on_wire)(void *arg, enum uno_wire wire, uint64_t cycle, bool level);
};

/* ---- memory, and random numbers ---- */

/* If there is no memory, the program ends. */

/* Returns `size` bytes that are 0, to be freed. */
static inline void *memory_new(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

/* Returns the array `items`, in which `count` items of `size` bytes are in use, with room for one more. */
static inline void *memory_grow(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = *room ? 2 * *room : 256;
    items = realloc(items, *room * size);
    if (!items)
        abort();
    return items;
}

/* Returns the next number of SplitMix64 (Steele, Lea, Flood 2014); the state starts with any seed. */
static inline uint64_t chance_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
