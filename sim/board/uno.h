/* The simulated Arduino Uno: the chip, its serial line, the MAX7219 matrix, the button. */
#ifndef UNO_H
#define UNO_H

#include "sim/board/max7219.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * One struct uno is one board; several live in one process.  Time is counted in cycles of the chip's clock
 * (16,000,000 a second) from the first power-on; it never goes back, not by a reset, not by a power cut.
 *
 * Instructions, interrupts, timers and the watchdog are simavr's.  USART, SPI and EEPROM are this simulator's
 * own, because the chip's pace and its losses matter here: 1360 cycles a byte at 115200 baud, two bytes of
 * receive buffer and then DOR0, 16 cycles a byte at fosc/2, 3.4 ms an EEPROM byte.  An interrupt takes 4
 * cycles to enter, 8 from sleep.  Sleep costs the host nothing.
 */
struct uno;

#define UNO_HZ     16000000u
#define UNO_MS(ms) ((uint64_t)(ms) * (UNO_HZ / 1000u)) /* milliseconds in cycles */

#define UNO_MODULES 16 /* at most */
#define UNO_LEDS    (64 * UNO_MODULES)

/* The display on the board's wires. */
enum uno_matrix_kind { UNO_MAX7219, UNO_HT16K33 };

struct uno_display {
    enum uno_matrix_kind kind;
    uint8_t wide, high;    /* modules, 1 .. 8 each, at most UNO_MODULES; 0: 1 */
    uint8_t chain, orient; /* how they are mounted: what the user must set, 0 .. 7 */
};

struct uno_options {
    const char *mcu;        /* simavr's name of the chip; NULL: atmega328p */
    const char *bootloader; /* HEX of a boot loader, started at each reset; NULL: none */
    uint32_t hz;            /* of the chip's clock; 0: 16 MHz, ATtiny13 9.6, ATtiny85 8 */
    uint64_t seed;          /* of all that chance decides: noise in SRAM, torn bytes, bounce */
    struct uno_display display;
    bool is_plain; /* simavr decodes every instruction each time it runs: slower, with the same results */
};

/*
 * A board with `firmware` (ELF or Intel HEX) in its flash, powered on: PORF set, SRAM noise, EEPROM erased.
 * NULL firmware: the flash is empty (for a boot loader).  NULL options: an Uno.
 * On an error: NULL, and uno_error() says why.
 */
struct uno *uno_new(const char *image, const struct uno_options *options);
void uno_free(struct uno *uno);
const char *uno_error(void);

/* ---- power and reset ------------------------------------------------------------------------------------
 */

/* Bits of MCUSR. */
enum uno_reset { UNO_POWER_ON = 1, UNO_EXTERNAL = 2, UNO_BROWN_OUT = 4, UNO_WATCHDOG = 8 };

/* A reset with this cause.  Power-on also fills registers and SRAM with noise; the EEPROM stays. */
void uno_reset(struct uno *uno, enum uno_reset cause);

/*
 * The plug is pulled at this very cycle and put in again: the EEPROM keeps its contents, but for a byte that
 * was being written, which is left anywhere between old, erased and new; registers and SRAM are noise; the
 * matrix is in its power-up state; what was on its way on the serial line is gone.
 */
void uno_power_cut(struct uno *uno);

/* Resets since uno_new() that uno_reset() and uno_power_cut() did not ask for. */
uint32_t uno_resets(const struct uno *uno);

/* ---- running --------------------------------------------------------------------------------------------
 */

enum uno_stop {
    UNO_LIMIT, /* the cycles are over */
    UNO_FOUND, /* what was waited for has come */
    UNO_FAULT, /* something went wrong that is not tolerated: uno_fault_text() */
    UNO_HALTED /* the chip sleeps with interrupts off: nothing will ever happen again */
};

/* Runs `cycles` cycles, to the cycle asleep, to the end of an instruction awake. */
enum uno_stop uno_run(struct uno *uno, uint64_t cycles);

/* Runs until `found` is true, asked after every instruction; at most `cycles`. */
enum uno_stop uno_run_until(struct uno *uno, bool (*found)(struct uno *uno, void *arg), void *arg,
                            uint64_t cycles);

/*
 * Runs until the serial output holds `text` behind the reading mark, and moves the mark behind it.
 * At most `cycles`.
 */
enum uno_stop uno_run_to(struct uno *uno, const char *text, uint64_t cycles);

/*
 * Runs until nothing has happened for `quiet` cycles: no byte on the line either way, no change of the
 * picture, no EEPROM write, and the chip was asleep for most of the time.  At most `cycles`.
 */
enum uno_stop uno_run_idle(struct uno *uno, uint64_t quiet, uint64_t cycles);
uint64_t uno_quiet(const struct uno *uno); /* for how many cycles nothing has happened now */

uint32_t uno_hz(const struct uno *uno); /* cycles a second */
uint64_t uno_cycles(const struct uno *uno, double seconds);
uint64_t uno_cycle(const struct uno *uno);  /* now */
uint64_t uno_asleep(const struct uno *uno); /* cycles asleep so far */
bool uno_sleeping(const struct uno *uno);   /* is it asleep now? */

/* ---- faults ---------------------------------------------------------------------------------------------
 */

enum uno_fault {
    UNO_FAULT_CRASH,    /* access outside RAM, code outside flash, an instruction that does not exist */
    UNO_FAULT_STRAY,    /* runs in flash that holds no code */
    UNO_FAULT_RESTART,  /* runs from address 0 without a reset: a stray jump, an interrupt without handler */
    UNO_FAULT_WATCHDOG, /* a watchdog reset */
    UNO_FAULT_STACK,    /* the stack runs into the variables or out of RAM */
    UNO_FAULT_SLEEP,    /* a sleep mode that stops the clocks this board lives by */
    UNO_FAULT_MATRIX,   /* a transfer to the MAX7219 that is not 16 bits within one CS */
    UNO_FAULT_SPI,      /* SPDR written in the middle of a transfer, wrong mode, pins not outputs */
    UNO_FAULT_TWI,      /* the two-wire bus too fast, SDA too late, a byte without START, a write collision */
    UNO_FAULT_UART,     /* UDR written while full; a baud rate that 115200 does not understand */
    UNO_FAULT_EEPROM,   /* EEPROM touched while a write was under way */
    UNO_FAULTS
};

/*
 * Each fault is counted, and stops the run with UNO_FAULT, unless it is tolerated: then the chip goes on as
 * real silicon would.  At first nothing is tolerated.
 */
void uno_tolerate(struct uno *uno, enum uno_fault fault, bool tolerated);
uint32_t uno_faults(const struct uno *uno, enum uno_fault fault); /* UNO_FAULTS: all of them */
const char *uno_fault_name(enum uno_fault fault);
const char *
uno_fault_text(const struct uno *uno); /* the latest, in words, with cycle and address; "" if none */

/* ---- serial line ----------------------------------------------------------------------------------------
 */

/*
 * Queues input.  It goes over the line at 115200 baud (1389 cycles a byte).  With flow control (at first) the
 * sender waits while the chip's buffer is full or its receiver off, and nothing is lost; without, bytes are
 * lost as on the wire.
 */
void uno_send(struct uno *uno, const void *bytes, size_t count);
void uno_type(struct uno *uno, const char *text);
void uno_send_broken(struct uno *uno, uint8_t byte); /* a byte whose stop bit is missing: FE0 */
void uno_flow_control(struct uno *uno, bool on);
void uno_baud(struct uno *uno, uint32_t baud); /* of the far end; at first 115200 */
size_t uno_unsent(const struct uno *uno);      /* bytes of input not yet taken in by the chip's receiver */
uint64_t uno_received(const struct uno *uno);  /* bytes of input that the chip's receiver has taken in */
uint32_t uno_overruns(const struct uno *uno);  /* bytes of input lost */

struct uno_output {
    const char *text;      /* all that the chip has sent, with a '\0' behind it */
    const uint64_t *cycle; /* when each byte had left the chip, stop bit included */
    size_t count;
};
uint64_t uno_sent(const struct uno *uno); /* bytes that have left the chip since uno_new() */
struct uno_output uno_output(const struct uno *uno);
const char *uno_unread(const struct uno *uno); /* what stands behind the reading mark of uno_run_to() */
void uno_mark(struct uno *uno);                /* moves the reading mark to the end */
void uno_forget_output(struct uno *uno);       /* empties the output */
void uno_on_output(struct uno *uno, void (*hook)(void *arg, uint8_t byte), void *arg);

/*
 * An ATtiny's oscillator runs too fast by this share (-0.02: too slow), and by 0.8 % more for each step of
 * OSCCAL above the factory's.  Its clock counts on in cycles; the far end of the line keeps true time.
 */
void uno_oscillator(struct uno *uno, double off);

/* ---- matrix ---------------------------------------------------------------------------------------------
 */

struct uno_frame {
    uint64_t cycle; /* when it came to be */
    union {
        uint8_t rows[8];                 /* what is lit of the only module, or of that at the top left */
        uint8_t modules[UNO_MODULES][8]; /* of all, row by row of modules; row 1 first, column 1 is bit 7 */
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

struct max7219 *uno_matrix(struct uno *uno); /* its registers, and ways to disturb it */
struct max7219 *uno_module(struct uno *uno,
                           uint8_t module);            /* those of a module of the chain, 0 is the first */
void uno_rows(const struct uno *uno, uint8_t rows[8]); /* what is lit now, as in struct uno_frame */
void uno_picture(const struct uno *uno, struct uno_frame *frame);
/* Modules that the firmware drives, as seen on the wires; 0: none yet. */
unsigned uno_modules_driven(const struct uno *uno);
/* Connects a chain of another shape in place of the one that is there. */
void uno_modules_set(struct uno *uno, uint8_t wide, uint8_t high);
/* The plug of the display alone is pulled and put in again: all its registers are as at power-up. */
void uno_matrix_power_cut(struct uno *uno);
/* An HT16K33 is taken off its bus, or put on it (powered up anew); or it holds SDA low, or no more. */
void uno_matrix_plug(struct uno *uno, bool plugged);
void uno_matrix_stick(struct uno *uno, bool stuck);

/*
 * The pictures that stood still for at least the settling time (at first 4000 cycles, 0.25 ms: longer than a
 * frame takes to come over SPI, shorter than the fastest line of text), each different from the one before.
 */
const struct uno_frame *uno_frames(struct uno *uno, size_t *count);
void uno_forget_frames(struct uno *uno); /* empties the log */
void uno_settle(struct uno *uno, uint64_t cycles);
void uno_on_frame(struct uno *uno, void (*hook)(void *arg, const struct uno_frame *frame), void *arg);

/* ---- button ---------------------------------------------------------------------------------------------
 */

void uno_button(struct uno *uno, bool down);        /* a clean edge */
void uno_button_bounce(struct uno *uno, bool down); /* an edge that chatters for up to 5 ms */

/* ---- memory ---------------------------------------------------------------------------------------------
 */

/* Address of a variable of the firmware (RAM) or a function (flash, in bytes); -1 if not in the ELF. */
int32_t uno_symbol(const struct uno *uno, const char *name);
uint8_t uno_peek(const struct uno *uno, uint16_t address); /* data space: registers, I/O, SRAM */
void uno_poke(struct uno *uno, uint16_t address, uint8_t value);
uint32_t uno_pc(const struct uno *uno); /* in bytes */
void uno_jump(struct uno *uno, uint32_t pc);
uint8_t
uno_sreg(const struct uno *uno); /* the status register; the simulator keeps it outside of data space */
void uno_sreg_set(struct uno *uno, uint8_t value);
uint8_t uno_flash(const struct uno *uno, uint32_t address);
uint32_t uno_flash_size(const struct uno *uno);
uint16_t uno_ram_start(const struct uno *uno);
uint16_t uno_ram_end(const struct uno *uno);    /* RAMEND, the last byte */
uint16_t uno_static_ram(const struct uno *uno); /* bytes of .data, .bss, .noinit; 0 for a HEX */
uint32_t uno_flash_used(const struct uno *uno);
/*
 * The deepest stack since uno_deepest_start(), in bytes, taken from the stack pointer itself: a frame counts
 * even if nothing was written to it.  The start: at first, and after each reset, RAMEND.
 */
uint16_t uno_deepest(const struct uno *uno);
void uno_deepest_start(struct uno *uno);

/* ---- EEPROM ---------------------------------------------------------------------------------------------
 */

uint8_t *uno_eeprom(struct uno *uno, size_t *size);                  /* its cells, to read or to set */
uint32_t uno_eeprom_writes(const struct uno *uno, uint16_t address); /* writes to this cell since uno_new() */
/* Called when a write begins, before the cell changes; uno_power_cut() is not for the hook: stop the run
 * first. */
void uno_on_eeprom(struct uno *uno, void (*hook)(void *arg, uint16_t address, uint8_t value), void *arg);
bool uno_eeprom_busy(const struct uno *uno);
/* A missing file is an erased EEPROM; saving goes over a temporary file.  False: errno says why. */
bool uno_eeprom_load(struct uno *uno, const char *path);
bool uno_eeprom_save(struct uno *uno, const char *path);

/* ---- wires ----------------------------------------------------------------------------------------------
 */

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

/*
 * Called with each level that a wire takes.  The bits of a byte are announced when the byte starts, so that
 * `cycle` can lie in the future, and events are not in order between wires.
 */
void uno_on_wire(struct uno *uno, void (*hook)(void *arg, enum uno_wire wire, uint64_t cycle, bool level),
                 void *arg);

#endif
