/* Sends frames to the display when they are due. */
#ifndef SHOW_H
#define SHOW_H

#include "firmware/display/picture.h"

#include <stdbool.h>
#include <stdint.h>

/* Requests a new frame, because the picture or a setting of it has changed. */
void show_changed(void);

/* Shows a number, 0 .. 99, for SHOW_NUMBER_MS, instead of the scene. */
void show_number(uint8_t shown);

#define SHOW_NUMBER_MS 900

/*
 * `ms` have passed, and the scene is in this phase.  A frame is due when the phase has changed, and at least
 * every SHOW_NUMBER_MS, so that it repairs the display after a glitch.
 */
void show_elapse(uint8_t ms, uint8_t phase);

/*
 * Returns whether a chunk must be sent now.  With several modules, or on a slow bus, one chunk is sent per
 * ms.
 */
bool show_is_due(uint8_t shape);

/*
 * Sends the next part of a frame: the whole frame of one module, or a chunk of several modules, so that the
 * serial line stays busy meanwhile.  Blocks for at most 1.5 ms.
 */
void show_run(struct scene *scene);

/* Returns whether more of a frame must be sent with the next ms. */
bool show_runs(void);

/*
 * Sends a board of up to eight rows to the only module at once: 900 cycles, where show_run takes 4,000.  For
 * the image for a fast serial line.
 */
void show_board(const struct board *board, uint8_t orient, uint8_t bright);

#endif
