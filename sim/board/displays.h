/* The displays, as their wires see them; each is a file of that name. */
#pragma once

#include "sim/board/types.h"

/* ---- the MAX7219 LED driver with its 8x8 matrix ---- */

/*
 * Each rising edge of CLK shifts DIN into a register of 16 bits, at any level of CS.  The bit that leaves the
 * register goes to DOUT, for the next chip of a chain.  The rising edge of CS (LOAD) executes the 16 bits:
 * bits 11-8 are the number of a register, bits 7-0 its new value; register 0 has no effect.
 */
struct max7219 {
    uint8_t digit[8];  /* registers 1 .. 8 */
    uint8_t decode;    /* 9: code-B decoding, a bit per digit */
    uint8_t intensity; /* 10: 0 .. 15 */
    uint8_t scan;      /* 11: the last digit that is scanned, 0 .. 7 */
    bool on;           /* 12: not in shutdown */
    bool test;         /* 15: all LEDs are lit at full intensity */

    uint16_t shift;
    bool cs;             /* level of CS */
    uint16_t bits;       /* received since CS went low, at most UINT16_MAX */
    bool excused;        /* the sender was reset in the middle of a transfer */
    uint32_t latches;    /* rising edges of CS */
    uint32_t malformed;  /* of these: not after whole words of 16 bits, or to register 13 or 14 */
    uint32_t stray;      /* clocks while CS was high */
    uint32_t disturbing; /* one bit in this number is flipped on the wire; 0: none */
    uint64_t chance;     /* state of the random numbers for it */
};

/* Power-on: the display is in shutdown, its control registers are 0, the digits are random. */
void max7219_power_up(struct max7219 *matrix, uint64_t *chance);
/* A rising edge of CLK.  Returns the level of DOUT, which is the bit of 16 edges before. */
bool max7219_clock(struct max7219 *matrix, bool din);
/* Sets the level of CS.  Returns false at a rising edge that does not follow whole words of 16 bits. */
bool max7219_select(struct max7219 *matrix, bool level);
/* The lit LEDs. */
void max7219_rows(const struct max7219 *matrix, uint8_t rows[8]);
/* The intensity of the lit LEDs, 0 .. 15; 0 in shutdown. */
uint8_t max7219_brightness(const struct max7219 *matrix);

/* Simulates a glitch: sets every register to a random value. */
void max7219_scramble(struct max7219 *matrix, uint64_t seed);
/* Simulates a disturbed wire: from now on, one of `one_in` bits is flipped (0: none). */
void max7219_disturb(struct max7219 *matrix, uint32_t one_in, uint64_t seed);

/* ---- a slave on the two-wire bus, as the master (twi.c) and a display share it ---- */

struct slave {
    uint8_t address;                                   /* seven bits */
    void (*take)(struct slave *display, uint8_t byte); /* a byte after the address; `bytes` is its number */
    bool plugged, stuck; /* stuck: it pulls SDA low all the time, as in the middle of a byte */
    bool addressed;      /* by the first byte after the latest START */
    uint16_t bytes;      /* since the latest START */
};

/* Power-on, START or STOP: no transfer is under way. */
static inline void slave_start(struct slave *slave)
{
    slave->addressed = false;
    slave->bytes = 0;
}

/* ---- the HT16K33 LED driver on an 8x8 backpack (Holtek HT16K33 v1.10) ---- */

struct ht16k33 {
    struct slave slave; /* the first member */
    uint8_t ram[16];    /* a bit per LED */
    bool oscillator, on;
    uint8_t dimming; /* 0 .. 15 */
    uint8_t pointer; /* into the RAM */
};

/* Power-on: the display is dark, and the contents of the RAM are random. */
void ht16k33_power_up(struct ht16k33 *display, uint64_t *chance);
/* The lit LEDs, as the backpack is wired: the left column is bit 7, the others are bits 0 to 6. */
void ht16k33_rows(const struct ht16k33 *display, uint8_t rows[8]);

/* ---- a 128x64 OLED with an SSD1306 or an SH1106 (Solomon SSD1306, Sino SH1106) ---- */

enum { SSD1306_WIDTH = 128, SSD1306_PAGES = 8, SH1106_COLUMNS = 132 };

struct ssd1306 {
    struct slave slave; /* the first member */
    bool is_sh1106; /* 132 columns of RAM, of which the glass shows those from 2 on; page addressing only */
    uint8_t ram[SSD1306_PAGES][SH1106_COLUMNS]; /* of each segment: bit 0 is the topmost pixel of a page */
    uint8_t page, column;
    uint8_t control; /* the latest control byte: 0x80: another one follows the next byte; 0x40: data */
    bool is_control; /* the next byte is a control byte */
    uint8_t command; /* whose operand comes next; 0: none */
    bool on, pumps;  /* the display; the charge pump, which supplies its voltage */
    bool is_mirrored, is_upside_down;
    uint8_t contrast;
    uint32_t refused; /* bytes that a real one would not take, or not as they were meant */
};

/* Power-on: the display is dark, and the contents of the RAM are random. */
void ssd1306_power_up(struct ssd1306 *display, uint64_t *chance);
/* The pixel at this row and column from the top left of the glass is lit. */
bool ssd1306_pixel(const struct ssd1306 *display, unsigned row, unsigned column);

/* ---- a strip of LEDs with three colours each: WS2812, WS2812B, WS2812B-V5, SK6812 ---- */

/*
 * The limits, in ns, that all four data sheets allow: how long the wire is high for a 0 and for a 1, and how
 * long it is low at least.  The first of these chips latch after a low of 50 us, the last after 280 us: so
 * between two frames it must be longer than that.  LEDs sold before 2017 latch after 5 to 9 us, as published
 * measurements of several batches say.
 */
enum {
    WS2812_ZERO = 250,
    WS2812_ZERO_END = 380,
    WS2812_ONE = 650,
    WS2812_ONE_END = 750,
    WS2812_LOW = 580,
    WS2812_LATCHES_FROM = 50000,
    WS2812_LATCHES_BY = 280000,
    WS2812_OLD_LATCHES_FROM = 5000,
    WS2812_OLD_LATCHES_BY = 9000
};

struct ws2812 {
    uint32_t hz;   /* of the cycles */
    uint16_t leds; /* of the strip */
    /* the shortest low, in ns, after which some of its chips latch, and that after which all have */
    uint32_t latches_from, latches_by;
    bool plugged, level;        /* the level of the wire */
    uint64_t rose, fell;        /* the cycles of the latest edges */
    uint32_t bits;              /* since all chips have latched */
    uint32_t shift;             /* the latest bits */
    uint8_t next[UNO_LEDS][3];  /* received: green, red, blue */
    uint8_t shown[UNO_LEDS][3]; /* latched */
    uint32_t frames;            /* that were complete */
    uint32_t refused;           /* pulses that violate a limit, LEDs that were cut short */
    uint64_t longest_low;       /* within a frame, in cycles */
};

/* Power-on: all LEDs are dark. */
void ws2812_power_up(struct ws2812 *strip);
/* The wire changes to this level.  Returns the limit that it violates, or NULL. */
const char *ws2812_edge(struct ws2812 *strip, uint64_t cycle, bool level);
/* The wire has been low for `latches_by`.  Returns what is wrong, or NULL. */
const char *ws2812_latch(struct ws2812 *strip);
/* What the LEDs draw, in mA: up to 1 mA each for the chip, and 20 mA for each colour at 255. */
double ws2812_current(const struct ws2812 *strip);
