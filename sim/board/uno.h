/* The simulated Arduino Uno: the chip, its serial line, the MAX7219 matrix, the button. */
#ifndef UNO_H
#define UNO_H

#include "sim/board/max7219.h"
#include "sim/board/types.h"

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

struct uno_display {
    enum uno_matrix_kind kind;
    uint8_t wide, high;    /* modules, 1 .. 8 each, at most UNO_MODULES; 0: 1 */
    uint8_t chain, orient; /* their layout: what the user must set, 0 .. 7 */
};

struct uno_options {
    const char *mcu;        /* simavr's name of the chip; NULL: atmega328p */
    const char *bootloader; /* HEX of a boot loader, started at each reset; NULL: none */
    uint32_t hz;            /* of the chip's clock; 0: 16 MHz, ATtiny13 9.6 MHz, ATtiny85 8 MHz */
    uint64_t seed;          /* of all random numbers: noise in SRAM, torn bytes, bounce */
    struct uno_display display;
    bool is_plain; /* simavr decodes every instruction each time it runs: slower, with the same results */
};

/*
 * A board with `firmware` (ELF or Intel HEX) in its flash, powered on: PORF set, SRAM noise, EEPROM erased.
 * NULL firmware: the flash is empty (for a boot loader).  NULL options: an Uno.
 * On an error: NULL; uno_error() is the reason.
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
 * Cuts the power at this cycle and restores it.  The EEPROM stays unchanged, except for a byte that is
 * being written: it becomes a mixture of old, erased and new.  Registers and SRAM contain noise, the matrix
 * is in its power-up state, and bytes under way on the serial line are lost.
 */
void uno_power_cut(struct uno *uno);

/* Resets since uno_new() that uno_reset() and uno_power_cut() did not ask for. */

/* ---- running --------------------------------------------------------------------------------------------
 */

enum uno_stop {
    UNO_LIMIT, /* the cycles have passed */
    UNO_FOUND, /* the condition is met */
    UNO_FAULT, /* a fault that is not tolerated: uno_fault_text() */
    UNO_HALTED /* the chip sleeps with interrupts off, so that nothing can happen any more */
};

/* Runs `cycles` cycles; an awake chip completes its instruction. */
enum uno_stop uno_run(struct uno *uno, uint64_t cycles);

/* Runs until `found` returns true; it is called after every instruction.  At most `cycles`. */
enum uno_stop uno_run_until(struct uno *uno, bool (*found)(struct uno *uno, void *arg), void *arg,
                            uint64_t cycles);

/*
 * Runs until the serial output contains `text` after the reading mark, and moves the mark to its end.
 * At most `cycles`.
 */
enum uno_stop uno_run_to(struct uno *uno, const char *text, uint64_t cycles);

/*
 * Runs until nothing has happened for `quiet` cycles: no byte in either direction, no change of the picture,
 * no EEPROM write, and the chip was asleep for most of the time.  At most `cycles`.
 */
enum uno_stop uno_run_idle(struct uno *uno, uint64_t quiet, uint64_t cycles);

uint32_t uno_hz(const struct uno *uno); /* cycles a second */
uint64_t uno_cycles(const struct uno *uno, double seconds);
uint64_t uno_cycle(const struct uno *uno); /* now */

/* The board as it is now. */
struct uno_status {
    uint64_t asleep; /* cycles asleep so far */
    uint64_t quiet;  /* cycles since the latest sign of life, as for uno_run_idle() */
    bool is_asleep;
    bool is_eeprom_busy;         /* a write is under way */
    uint32_t resets;             /* since uno_new(), except by uno_reset() and uno_power_cut() */
    uint64_t sent;               /* bytes that have left the chip */
    uint64_t received;           /* bytes of input that the chip's receiver has accepted */
    size_t unsent;               /* bytes of input that it has not accepted yet */
    uint32_t overruns;           /* bytes of input lost */
    unsigned modules;            /* that the firmware drives, as seen on the wires; 0: none yet */
    uint8_t sreg;                /* simavr stores the status register outside of the data space */
    uint16_t deepest;            /* the deepest stack since uno_deepest_start(), in bytes */
    uint16_t ram_start, ram_end; /* the first and the last byte of RAM */
    uint16_t static_ram;         /* bytes of .data, .bss and .noinit; 0 for a HEX file */
    uint32_t flash_size, flash_used;
};
struct uno_status uno_status(const struct uno *uno);

/* ---- faults ---------------------------------------------------------------------------------------------
 */

/*
 * Each fault is counted and stops the run with UNO_FAULT.  If it is tolerated, the chip continues as
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
 * Queues input, which takes 1389 cycles per byte at 115200 baud.  With flow control (the default) the sender
 * waits while the chip's buffer is full or its receiver is off, so that nothing is lost.  Without it, bytes
 * are lost as on the wire.
 */
void uno_send(struct uno *uno, const void *bytes, size_t count);
void uno_type(struct uno *uno, const char *text);
void uno_send_broken(struct uno *uno, uint8_t byte); /* a byte without a stop bit: FE0 */
void uno_flow_control(struct uno *uno, bool on);
void uno_baud(struct uno *uno, uint32_t baud); /* of the far end; at first 115200 */

struct uno_output {
    const char *text;      /* everything that the chip has sent, with a '\0' at its end */
    const uint64_t *cycle; /* when each byte had left the chip, stop bit included */
    size_t count;
};
struct uno_output uno_output(const struct uno *uno);
const char *uno_unread(const struct uno *uno); /* the output after the reading mark */
void uno_mark(struct uno *uno);                /* moves the reading mark to the end */
void uno_forget_output(struct uno *uno);       /* empties the output */
void uno_on_output(struct uno *uno, void (*hook)(void *arg, uint8_t byte), void *arg);

/*
 * An ATtiny's oscillator runs too fast by this share (-0.02: too slow), and by 0.8 % more for each step of
 * OSCCAL above the factory's.  The clock of the far end of the line is exact.
 */
void uno_oscillator(struct uno *uno, double off);

/* ---- matrix ---------------------------------------------------------------------------------------------
 */

struct max7219 *uno_matrix(struct uno *uno); /* its registers, and ways to disturb it */
struct max7219 *uno_module(struct uno *uno,
                           uint8_t module);            /* those of a module of the chain, 0 is the first */
void uno_rows(const struct uno *uno, uint8_t rows[8]); /* the LEDs that are lit now, as in struct uno_frame */
void uno_picture(const struct uno *uno, struct uno_frame *frame);
/* Modules that the firmware drives, as seen on the wires; 0: none yet. */
/* Connects a chain of another shape in place of the one that is there. */
void uno_modules_set(struct uno *uno, uint8_t wide, uint8_t high);
/* Cuts the power of the display alone and restores it: all its registers are as at power-up. */
void uno_matrix_power_cut(struct uno *uno);
/* Removes an HT16K33 from its bus or connects it (then it powers up); lets it hold SDA low or release it. */
void uno_matrix_plug(struct uno *uno, bool plugged);
void uno_matrix_stick(struct uno *uno, bool stuck);

/*
 * The pictures that remained for at least the settling time, each different from the one before.  At first
 * this time is 4000 cycles (0.25 ms): longer than a frame on SPI, shorter than the fastest line of text.
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
void uno_sreg_set(struct uno *uno, uint8_t value);
uint8_t uno_flash(const struct uno *uno, uint32_t address);
/*
 * The deepest stack since uno_deepest_start(), in bytes, taken from the stack pointer itself: a frame counts
 * even if nothing was written to it.  The start: at first, and after each reset, RAMEND.
 */
void uno_deepest_start(struct uno *uno);

/* ---- EEPROM ---------------------------------------------------------------------------------------------
 */

uint8_t *uno_eeprom(struct uno *uno, size_t *size);                  /* its cells, to read or to set */
uint32_t uno_eeprom_writes(const struct uno *uno, uint16_t address); /* writes to this cell since uno_new() */
/* Called when a write begins, before the cell changes; uno_power_cut() is not for the hook: stop the run
 * first. */
void uno_on_eeprom(struct uno *uno, void (*hook)(void *arg, uint16_t address, uint8_t value), void *arg);
/* A missing file is an erased EEPROM.  Saving is atomic.  False: errno is the reason. */
bool uno_eeprom_load(struct uno *uno, const char *path);
bool uno_eeprom_save(struct uno *uno, const char *path);

/* ---- wires ----------------------------------------------------------------------------------------------
 */

/*
 * Called with each level that a wire takes.  The bits of a byte are announced when the byte starts, so that
 * `cycle` can be in the future, and events are not in order between wires.
 */
void uno_on_wire(struct uno *uno, void (*hook)(void *arg, enum uno_wire wire, uint64_t cycle, bool level),
                 void *arg);

#endif
