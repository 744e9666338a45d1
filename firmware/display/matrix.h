/* The display: a driver that asks for the LEDs of a picture in the order in which it sends them. */
#pragma once

#include "firmware/display/scene.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A driver is one file, matrix_NAME.c, and a row of displays.tsv.  It switches the display on at the end of a
 * frame, so that it shows no garbage, and sends all registers with each frame, to repair them after a glitch.
 */

extern const bool matrix_is_strip, /* the LEDs are one strip, and have colours */
    matrix_is_quick;               /* the frame of a single module is sent without pauses */

extern const uint8_t matrix_modules, /* at most so many */
    matrix_pause; /* ms that one call of matrix_send begins after another: a power of two */

/* Makes the pins outputs, with nothing selected.  Call it once, before all others. */
void matrix_init(void);

/* The shape (shape.h) of the display for a board of n rows; `modules` is the setting. */
uint8_t matrix_shape(uint8_t modules, uint8_t n);

/*
 * Sends a step of a frame, at first step 0.  Returns the next step, or MATRIX_DONE.  Blocks for at most
 * 1.5 ms.
 */
#define MATRIX_DONE 0xff
uint8_t matrix_send(const struct scene *scene, uint8_t step);

/* Returns whether it answers on its bus: 3000 cycles.  A MAX7219 and a strip cannot answer: true. */
bool matrix_is_present(void);
