/* What both editions share: the start of the hardware, and the picture on an 8x8 matrix with a MAX7219. */
#pragma once

#include "firmware/queens/board.h"

#include <stdbool.h>

/* ---- The start ---- */

/* Initializes the pins and the tick.  Call it once, before all others; it enables interrupts. */
void start_hardware(void);

/*
 * Applies the saved trim of the oscillator, or trims it: sweeps in steps, from `trim A`, the slowest, to
 * `trim Z`, until a short press saves the current one; `trim N` is the factory's value.
 */
void start_clock(bool is_trim_wanted);

/* ---- The picture ---- */

/*
 * Shows the queens of the filled rows, brightness 0 .. 15; from 9 rows on an LED shows two by two squares.
 * Sends all registers, which repairs whatever a glitch wrote; the rows come first, so that a display that has
 * just been powered shows no garbage.  Takes 3,300 cycles.  For main only.
 */
void picture_show(const struct board *board, uint8_t bright);

/* Changes the brightness of the picture, 0 .. 15: one of the registers of picture_show.  For main only. */
void picture_dim(uint8_t bright);
