/* The simulated Arduino Uno: the chip, its serial line, the MAX7219 matrix, the button. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 * A struct uno is one board; a process can have several.  Time is counted in cycles of the chip's clock
 * (16,000,000 per second on an Uno) since the first power-on.  It continues through resets and power cuts.
 *
 * simavr runs the instructions, interrupts, timers and the watchdog.  USART, SPI, TWI and EEPROM are
 * simulated here, because simavr lacks their timing and losses: 1360 cycles per byte at 115200 baud, a
 * receive buffer of two bytes and then an overrun (DOR0), 16 cycles per byte on SPI at fosc/2, 3.4 ms per
 * EEPROM byte.  The entry into an interrupt takes 4 cycles, from sleep 8.  Sleep takes no time of the host.
 *
 * All functions return at once, except those that run the chip: they take about 1 s of the host's processor
 * time per 35 s of computing on the chip.  No function may be called from two threads for the same board.
 */
struct uno;

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
    uint8_t wide, high;                 /* modules */
    uint8_t intensity;                  /* of the brightest module, 0 .. 15; 0 if all LEDs are dark */
};

/* The LED at this row and column, which count from 0 at the top left, is lit. */
static inline bool uno_frame_led(const struct uno_frame *frame, unsigned row, unsigned column)
{
    return frame->modules[row / 8 * frame->wide + column / 8][row % 8] >> (7 - column % 8) & 1;
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

struct uno_options {
    const char *mcu;        /* simavr's name of the chip; NULL: atmega328p */
    const char *bootloader; /* HEX file of a boot loader, which starts after each reset; NULL: none */
    uint32_t hz;            /* of the chip's clock; 0: 16 MHz, ATtiny13 9.6 MHz, ATtiny85 8 MHz */
    uint64_t seed;          /* of all random numbers: noise in SRAM, torn bytes, bounce */
    struct uno_display display;
    bool is_plain; /* simavr runs every instruction: five times as slow, with the same results */
};

/*
 * Makes a board with the file `image` (ELF or Intel HEX) in its flash.  The board is powered on: PORF is set,
 * SRAM contains noise, the EEPROM is erased or has the contents of the image.  With a NULL image the flash is
 * empty (for a boot loader); with NULL options the board is an Uno.
 *
 * On an error: NULL; uno_error() is the reason.
 */
struct uno *uno_new(const char *image, const struct uno_options *options);
/* Frees a board; NULL has no effect. */
void uno_free(struct uno *uno);
/* Why the latest uno_new() returned NULL. */
const char *uno_error(void);

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

struct uno_settings *uno_settings(struct uno *uno);

/* ---- power and reset ---- */

/* Bits of MCUSR. */
enum uno_reset { UNO_POWER_ON = 1, UNO_EXTERNAL = 2, UNO_BROWN_OUT = 4, UNO_WATCHDOG = 8 };

/* Resets the chip with this cause.  UNO_POWER_ON also fills registers and SRAM with noise. */
void uno_reset(struct uno *uno, enum uno_reset cause);

/*
 * Cuts the power at this cycle and restores it.  The EEPROM does not change, except for a byte that is
 * being written: it becomes a mixture of old, erased and new.  Registers and SRAM contain noise, the matrix
 * is in its power-up state, and bytes under way on the serial line are lost.
 */
void uno_power_cut(struct uno *uno);

/* ---- running ---- */

enum uno_stop {
    UNO_LIMIT, /* the cycles have passed */
    UNO_FOUND, /* the condition is met */
    UNO_FAULT, /* a fault that is not tolerated: uno_fault_text() */
    UNO_HALTED /* the chip sleeps with interrupts off, so that nothing can happen any more */
};

/* Runs for `cycles` cycles; an awake chip completes its last instruction. */
enum uno_stop uno_run(struct uno *uno, uint64_t cycles);

typedef bool uno_condition(struct uno *uno, void *arg);

/* Runs until `found` returns true, for at most `cycles`.  It is called after every instruction. */
enum uno_stop uno_run_until(struct uno *uno, uno_condition *found, void *arg, uint64_t cycles);

/*
 * The same, but it is called only after events and after instructions that write an I/O register: much
 * faster, where `found` reads a mark that the program writes there.
 */
enum uno_stop uno_run_until_io(struct uno *uno, uno_condition *found, void *arg, uint64_t cycles);

/*
 * From now on, uno_run_until_io() calls `found` also before and after each instruction whose word of flash is
 * marked in `breaks`, and, until the next call of this, each one that accesses bytes that uno_watch() names.
 * NULL: neither.
 */
void uno_points(struct uno *uno, const uint8_t *breaks);
/* The further these bytes of RAM are from both ends of it, the slower the board becomes. */
void uno_watch(struct uno *uno, uint16_t address, uint16_t length);

/*
 * Runs until the serial output after the reading mark contains `text`, for at most `cycles`.  Moves the mark
 * to the end of the text.
 */
enum uno_stop uno_run_to(struct uno *uno, const char *text, uint64_t cycles);

/* The chip's clock in Hz. */
uint32_t uno_hz(const struct uno *uno);
/* Converts seconds into cycles of this board. */
uint64_t uno_cycles(const struct uno *uno, double seconds);
/* The present cycle. */
uint64_t uno_cycle(const struct uno *uno);
bool uno_is_asleep(const struct uno *uno);

struct uno_status {
    uint64_t asleep; /* cycles asleep so far */
    /*
     * Cycles for which the board has been idle: no byte in either direction, no change of the picture, no
     * EEPROM write, and the chip was asleep for at least a quarter of the time.
     */
    uint64_t quiet;
    bool is_eeprom_busy;             /* a write is under way */
    uint32_t eeprom_writes;          /* since uno_new() */
    uint32_t resets;                 /* by the watchdog, since uno_new() */
    uint64_t sent;                   /* bytes that have left the chip */
    uint64_t received;               /* bytes of input that the chip's receiver has accepted */
    size_t unsent;                   /* bytes of input that it has not accepted yet */
    uint32_t overruns;               /* bytes of input that were lost */
    unsigned modules;                /* that the firmware drives, as seen on the wires; 0: none yet */
    uint16_t deepest;                /* bytes of the deepest stack since uno_deepest_start() */
    uint16_t ram_start, ram_end;     /* the first and the last address of RAM */
    uint16_t static_ram;             /* bytes of .data, .bss and .noinit; 0 for a HEX file */
    uint32_t flash_size, flash_used; /* bytes */
};

/* The present state of the board. */
struct uno_status uno_status(const struct uno *uno);

/* ---- faults ---- */

/* The number of faults of this kind, or of all kinds (UNO_FAULTS). */
uint32_t uno_faults(const struct uno *uno, enum uno_fault fault);
/* A description of the latest fault, with cycle and address; "" if there was none. */
const char *uno_fault_text(const struct uno *uno);

/* ---- serial line ---- */

/* Queues input, which takes 1389 cycles per byte at 115200 baud. */
void uno_send(struct uno *uno, const void *bytes, size_t count);
/* The same for text that ends with '\0'. */
void uno_type(struct uno *uno, const char *text);
/* The same for a byte without a stop bit (frame error, FE0). */
void uno_send_broken(struct uno *uno, uint8_t byte);

struct uno_output {
    char *text;      /* everything that the chip has sent; ends with '\0' */
    uint64_t *cycle; /* the cycle of the end of each byte, its stop bit included */
    size_t count;    /* bytes */
};

/* The log of the output; valid until the chip runs again. */
struct uno_output uno_output(const struct uno *uno);
/* The output after the reading mark; valid until the chip runs again. */
const char *uno_unread(const struct uno *uno);
/* Moves the reading mark to the end of the output. */
void uno_mark(struct uno *uno);
/* Empties this log and the log of pictures. */
void uno_forget_logs(struct uno *uno);

/* ---- matrix ---- */

/* The state of the display, to be read or disturbed: displays.h. */
union any_display *uno_display(struct uno *uno);
/* The lit LEDs of the module at the top left, as in struct uno_frame. */
void uno_rows(const struct uno *uno, uint8_t rows[8]);
/* The present picture. */
void uno_picture(const struct uno *uno, struct uno_frame *frame);
/* Replaces the chain of modules by one of another size. */
void uno_modules_set(struct uno *uno, uint8_t wide, uint8_t high);

/*
 * The log of pictures: each remained for at least the settling time and differs from the one before.  Valid
 * until the chip runs again.
 */
const struct uno_frame *uno_frames(struct uno *uno, size_t *count);

/* ---- button ---- */

/* Presses or releases the button with a clean edge. */
void uno_button(struct uno *uno, bool down);
/* The same, with a contact that bounces for up to 5 ms. */
void uno_button_bounce(struct uno *uno, bool down);

/* ---- memory ---- */

/* The address of a variable (RAM) or of a function (flash, in bytes), also as name.1234; -1: not found. */
int32_t uno_symbol(const struct uno *uno, const char *name);
/* Reads or writes a byte of the data space (registers, I/O, SRAM), without side effects. */
uint8_t uno_peek(const struct uno *uno, uint16_t address);
void uno_poke(struct uno *uno, uint16_t address, uint8_t value);
/* The program counter in bytes. */
uint32_t uno_pc(const struct uno *uno);
/* Continues at another address, in bytes; wakes the chip. */
void uno_jump(struct uno *uno, uint32_t pc);
/* A byte of the flash. */
uint8_t uno_flash(const struct uno *uno, uint32_t address);
/*
 * Starts to measure the deepest stack (struct uno_status) from the present stack pointer.  The stack pointer
 * itself is measured: a frame counts even if nothing was written to it.  A reset starts again from RAMEND.
 */
void uno_deepest_start(struct uno *uno);

/* ---- EEPROM ---- */

/* The contents of the EEPROM, to be read or changed; *size (unless NULL) is its size in bytes. */
uint8_t *uno_eeprom(struct uno *uno, size_t *size);

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
