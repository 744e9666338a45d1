/* The display: a driver that takes a picture one row of LEDs at a time. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A driver is one file; the linker chooses it (firmware.mk: MATRIX=...), and removes the code that the
 * driver's constants make unreachable (-flto).
 *
 *   max7219.c   a chain of up to 16 MAX7219, each with 8 x 8 LEDs
 *   ht16k33.c   one HT16K33 with 8 x 8 LEDs, on the two-wire bus
 *
 * A frame is its eight rows of LEDs, each put module by module, then matrix_control. The rows come first,
 * so a display that has just been powered shows no garbage when the control registers end its shutdown.
 * Each frame sends all registers, so the next frame repairs whatever a glitch wrote. All functions are for
 * main only, and none blocks longer than stated here.
 */

/* Returns whether it can show several modules.  If not, it shows one, whatever the setting. */
bool matrix_has_chain(void);

/*
 * How many rows of LEDs of one module may be sent at once, at least 1. The others wait for the next ms, so
 * that the serial line and the keys need not wait. From 9 times the modules on, a frame is sent as a
 * whole.
 */
uint8_t matrix_budget(void);

/* Makes the pins outputs, with nothing selected.  Call it once, before all others. */
void matrix_init(void);

/* Starts the row 0 .. 7 of LEDs of all modules: digit register 1 .. 8 (MAX7219), row 0 .. 7 (HT16K33). */
void matrix_begin(uint8_t led_row);

/*
 * Sends the eight LEDs of the next module, the last of the chain first: 50 cycles, 1200 on the I2C bus.
 */
void matrix_put(uint8_t led_row, uint8_t leds);

/* Latches the row: all modules show it from now on. */
void matrix_end(void);

/* Sends all eight rows of the only module: 400 cycles with a MAX7219. */
void matrix_rows(const uint8_t digits[8]);

/*
 * Sends the control registers to so many modules: no test, all lines scanned, brightness 0 .. 15, no
 * shutdown. 250 cycles a module, 2500 on the I2C bus.
 */
void matrix_control(uint8_t bright, uint8_t modules);

/* Sends the brightness only. */
void matrix_dim(uint8_t bright, uint8_t modules);

/* Returns whether it acknowledged the last byte.  A MAX7219 cannot answer: true. */
bool matrix_is_present(void);

#endif
