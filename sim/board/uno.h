/* The simulated Arduino Uno: the chip, its serial line, the MAX7219 matrix, the button. */
#pragma once

#include "sim/board/displays.h"
#include "sim/board/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* What may be changed at any time; struct uno_settings has the values at first. */
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

/* Runs until `found` returns true, for at most `cycles`.  It is called after every instruction. */
enum uno_stop uno_run_until(struct uno *uno, bool (*found)(struct uno *uno, void *arg), void *arg,
                            uint64_t cycles);

/*
 * The same, but it is called only after events and after instructions that write an I/O register: much
 * faster, where `found` reads a mark that the program writes there.
 */
enum uno_stop uno_run_until_io(struct uno *uno, bool (*found)(struct uno *uno, void *arg), void *arg,
                               uint64_t cycles);

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

/*
 * Runs until the board has been idle for `quiet` cycles, for at most `cycles`.  Idle means: no byte in either
 * direction, no change of the picture, no EEPROM write, and the chip was asleep for most of the time.
 */
enum uno_stop uno_run_idle(struct uno *uno, uint64_t quiet, uint64_t cycles);

/* The chip's clock in Hz. */
uint32_t uno_hz(const struct uno *uno);
/* Converts seconds into cycles of this board. */
uint64_t uno_cycles(const struct uno *uno, double seconds);
/* The present cycle. */
uint64_t uno_cycle(const struct uno *uno);
bool uno_is_asleep(const struct uno *uno);

struct uno_status {
    uint64_t asleep;                 /* cycles asleep so far */
    uint64_t quiet;                  /* cycles for which the board has been idle, as in uno_run_idle() */
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
    const char *text;      /* everything that the chip has sent; ends with '\0' */
    const uint64_t *cycle; /* the cycle of the end of each byte, its stop bit included */
    size_t count;          /* bytes */
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

/* The MAX7219 with this index in the chain, from 0: its registers; displays.h has what disturbs it. */
struct max7219 *uno_module(struct uno *uno, uint8_t module);
/* The lit LEDs of the module at the top left, as in struct uno_frame. */
void uno_rows(const struct uno *uno, uint8_t rows[8]);
/* The present picture. */
void uno_picture(const struct uno *uno, struct uno_frame *frame);
/* Replaces the chain of modules by one of another size. */
void uno_modules_set(struct uno *uno, uint8_t wide, uint8_t high);
/* Removes a display with its power from its wires, or connects it: it is in its power-up state. */
void uno_matrix_plug(struct uno *uno, bool plugged);
/* Lets a display on the two-wire bus pull SDA low all the time, or release it. */
void uno_matrix_stick(struct uno *uno, bool stuck);
/* The strip of LEDs: its colours, its current, the pulses of its wire, when its chips latch (displays.h). */
struct ws2812 *uno_strip(struct uno *uno);

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

/* The address of a variable of the firmware (RAM) or of a function (flash, in bytes); -1: not in the ELF. */
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
/* The number of writes to a cell since uno_new(). */
uint32_t uno_eeprom_writes(const struct uno *uno, uint16_t address);
/* Loads the contents from a file; a missing file leaves them unchanged.  On an error: false, see errno. */
bool uno_eeprom_load(struct uno *uno, const char *path);
/* Saves the contents in a file, which is replaced atomically.  On an error: false, see errno. */
bool uno_eeprom_save(struct uno *uno, const char *path);
