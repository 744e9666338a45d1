/* The 8x8 LED matrix behind its MAX7219. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdint.h>

/*
 * A frame is matrix_rows, then matrix_control: the rows come first, so that a display that has just been
 * powered shows no garbage when the control registers take it out of its shutdown.  Each frame sends all
 * registers: whatever a glitch wrote into one of them is gone with the next.
 * Both are for main only; they block for 8 and 5 words (see spi.h): about 400 and 280 cycles.
 */

/* Sends the digit registers; rows[0] is the top row, bit 7 of it the left column. */
void matrix_rows(const uint8_t rows[8]);

/* Sends the control registers: no test, no decoding, all digits scanned, brightness 0 .. 15, no shutdown. */
void matrix_control(uint8_t bright);

#endif
