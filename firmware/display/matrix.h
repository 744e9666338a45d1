/* The display: whatever takes a picture line by line. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A driver is one file; the linker chooses it (firmware.mk: MATRIX=...), and leaves out what the driver's
 * constant answers make needless (-flto).
 *
 *   max7219.c   a chain of up to 16 MAX7219, each with 8 x 8 LEDs
 *   ht16k33.c   one HT16K33 with 8 x 8 LEDs, on the two-wire bus
 *
 * A frame is its eight lines, each put module by module, then matrix_control: the lines come first, so that a
 * display that has just been powered shows no garbage when the control registers take it out of its shutdown.
 * Each frame sends all registers: whatever a glitch wrote into one of them is gone with the next. All are for
 * main only, and none waits for longer than is said here.
 */

/* Can it show several modules?  Else it shows one, whatever is asked for. */
bool matrix_has_chain(void);

/*
 * Lines for one module that may go out in one go, at least one line; what is more waits for the next ms, so
 * that neither line nor keys are kept waiting.  9 times the modules or more: a frame goes out as a whole.
 */
uint8_t matrix_budget(void);

/* Makes the pins outputs, with nothing selected.  Once, before all else. */
void matrix_init(void);

/* Begins line 0 .. 7 of all modules: digit register 1 .. 8 (MAX7219), row 0 .. 7 (HT16K33). */
void matrix_begin(uint8_t line);
/*
 * The eight LEDs of the next module, that farthest along the chain first: 50 cycles, 1200 on the two-wire
 * bus.
 */
void matrix_put(uint8_t line, uint8_t leds);
/* All modules show the line from now on. */
void matrix_end(void);

/* All eight lines of the only module: 400 cycles with a MAX7219. */
void matrix_rows(const uint8_t digits[8]);

/*
 * Sends the control registers to so many modules: no test, all lines scanned, brightness 0 .. 15, no
 * shutdown. 250 cycles a module, 2500 on the two-wire bus.
 */
void matrix_control(uint8_t bright, uint8_t modules);

/* The same of the brightness alone. */
void matrix_dim(uint8_t bright, uint8_t modules);

/* Does it answer?  A MAX7219 has no way to: true. */
bool matrix_is_present(void);

#endif
