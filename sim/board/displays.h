/* The displays, as their wires see them: what the board asks of each, and the state of each (a file each). */
#pragma once

#include "sim/board/uno.h"

/* ---- every display (display.c) ---- */

enum display_wire {
    DISPLAY_CS,    /* of SPI, has this level from now on */
    DISPLAY_CLK,   /* of SPI, rises while DIN has this level */
    DISPLAY_DATA,  /* the only wire of a strip, has this level from now on */
    DISPLAY_ALARM, /* no wire: the cycle of `alarm` has come */
    DISPLAY_RESET  /* no wire: the chip that sends was reset, perhaps in the middle of a transfer */
};

/* The first member of the state of each display. */
struct display {
    const struct display_kind *kind;
    struct uno_display layout;
    uint32_t hz;         /* of the cycles */
    uint64_t chance;     /* state of the random numbers: what memory contains after power-on */
    bool plugged;        /* it has its wires and its supply */
    uint32_t disturbing; /* one in so many bits of DIN is flipped; 0: none */
    bool stuck;          /* it pulls SDA low, as in the middle of a byte */
    uint8_t clocks;      /* of SCL, after which it no longer does; 0: it does for ever */
    bool addressed;      /* by the first byte after the latest START */
    uint16_t bytes;      /* since the latest START */
    uint16_t words; /* of 16 bits in the latest transfer: the modules that the firmware drives; 0: unknown */
    bool is_same;   /* what it took last has changed nothing in its picture */
    uint64_t alarm; /* the cycle of a DISPLAY_ALARM that it asks for; 0: none */
    uint32_t refused; /* what a real one would not take, or not as it was meant */
    char fault[96];   /* the latest of them */
};

/* What each kind of display does; all are called only through display.c. */
struct display_kind {
    uint8_t address; /* on the two-wire bus, seven bits; 0: it has other wires */
    /* Gives registers and memory the values after power-on. */
    void (*power_up)(struct display *display);
    /* A change of a wire; NULL for a display on the two-wire bus. */
    void (*edge)(struct display *display, enum display_wire wire, bool level, uint64_t cycle);
    /* A byte of the two-wire bus; the first one after the address is number 1 in `bytes`. */
    void (*take)(struct display *display, uint8_t byte);
    /* Lights the LEDs in a dark picture. */
    void (*light)(const struct display *display, struct uno_frame *frame);
};

/* Makes a display that is plugged in and has its supply. */
void display_init(struct display *display, const struct uno_display *layout, uint32_t hz, uint64_t seed);
/* Removes it with its supply from its wires, or connects it: it is in its state after power-on. */
void display_plug(struct display *display, bool plugged);
void display_edge(struct display *display, enum display_wire wire, bool level, uint64_t cycle);
/* START or STOP on the two-wire bus. */
void display_start(struct display *display);
/* A byte on the two-wire bus, at first the address.  Returns whether it pulls SDA low in the ninth bit. */
bool display_byte(struct display *display, uint8_t byte);
/* The LEDs that are lit now. */
void display_picture(const struct display *display, uint64_t cycle, struct uno_frame *frame);

/* For the kinds: */

/* Counts and describes what a real one would not take. */
__attribute__((format(printf, 2, 3))) void display_refuse(struct display *display, const char *format, ...);
/* The number of modules. */
uint8_t display_modules(const struct display *display);
/*
 * Where step `at` of a path through so many modules or LEDs is: `chain` is its start and its direction as in
 * struct uno_display; with `zigzag` every second line runs backwards.
 */
void display_walk(uint8_t chain, unsigned wide, unsigned high, bool zigzag, unsigned at, unsigned *row,
                  unsigned *column);
/* The path of `orient`, for display_walk(): of the rotations it is the inverse one. */
uint8_t display_way(uint8_t orient);
/* Lights an LED in a picture whose width is known. */
void display_light(struct uno_frame *frame, unsigned row, unsigned column);

/* ---- a chain of MAX7219, each with its 8x8 matrix ---- */

struct max7219 {
    uint8_t digit[8];  /* registers 1 .. 8 */
    uint8_t decode;    /* 9: code-B decoding, a bit per digit */
    uint8_t intensity; /* 10: of the lit LEDs, 0 .. 15 */
    uint8_t scan;      /* 11: the last digit that is scanned, 0 .. 7 */
    bool on;           /* 12: not in shutdown */
    bool test;         /* 15: all LEDs are lit at full intensity */
    uint16_t shift;
};

struct chain {
    struct display display;
    struct max7219 chips[UNO_MODULES]; /* the first one is next to the Uno */
    bool cs;                           /* level of CS */
    uint16_t bits;                     /* received since CS went low, at most UINT16_MAX */
    bool excused;  /* the sender was reset, or the supply came, in the middle of a transfer */
    bool is_stray; /* clocks came while CS was high */
};

/* Simulates a glitch: sets every register to a random value. */
void max7219_scramble(struct max7219 *matrix, uint64_t seed);

/* ---- an HT16K33 on an 8x8 backpack ---- */

struct ht16k33 {
    struct display display;
    uint8_t ram[16]; /* a bit per LED */
    bool oscillator, on;
    uint8_t dimming; /* 0 .. 15 */
    uint8_t pointer; /* into the RAM */
    bool is_address; /* the first byte has set it: data may follow */
};

/* ---- a 128x64 OLED with an SSD1306 or an SH1106 ---- */

enum { SSD1306_WIDTH = 128, SSD1306_PAGES = 8, SH1106_COLUMNS = 132 };

struct ssd1306 {
    struct display display;
    uint8_t ram[SSD1306_PAGES][SH1106_COLUMNS]; /* of each segment: bit 0 is the topmost pixel of a page */
    uint8_t page, column;                       /* of the next byte of data */
    uint8_t control;  /* the latest control byte: 0x80: another one follows the next byte; 0x40: data */
    bool is_control;  /* the next byte is a control byte */
    uint8_t command;  /* the latest */
    bool is_operand;  /* the next byte is its operand */
    bool is_remapped; /* the segments, for data that is written: column 0 is the last segment */
    /* What decides, with the RAM, what is seen: bytes only. */
    struct {
        bool on, pumps;   /* the display; the charge pump, which supplies its voltage */
        bool is_reversed; /* the scan of the common lines */
        uint8_t contrast;
    } seen;
};

/* ---- a strip of LEDs with three colours each: WS2812, WS2812B, WS2812B-V5, SK6812 ---- */

/* Limits in ns, as the head of ws2812.c has them. */
enum {
    WS2812_ZERO = 250,
    WS2812_ZERO_END = 380,
    WS2812_ONE = 650,
    WS2812_ONE_END = 750,
    WS2812_LOW = 580,
    WS2812_LATCHES_FROM = 50000,
    WS2812_LATCHES_BY = 280000
};

struct ws2812 {
    struct display display;
    /* the shortest low, in ns, after which some of its chips latch, and that after which all have */
    uint32_t latches_from, latches_by;
    bool level;                 /* of the wire */
    uint64_t rose, fell;        /* the cycles of the latest edges; 0: none yet */
    uint32_t bits;              /* since all chips have latched */
    uint32_t shift;             /* the latest bits */
    uint8_t next[UNO_LEDS][3];  /* received: green, red, blue */
    uint8_t shown[UNO_LEDS][3]; /* latched */
    uint32_t frames;            /* that were complete */
    uint64_t longest_low;       /* within a frame, in cycles */
};

/* What the LEDs draw, in mA: up to 1 mA each for the chip, and 20 mA for each colour at 255. */
double ws2812_current(const struct ws2812 *strip);

/* ---- any of them ---- */

union any_display {
    struct display display;
    struct chain chain;
    struct ht16k33 backpack;
    struct ssd1306 screen;
    struct ws2812 strip;
};
