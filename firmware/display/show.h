/* When the display is sent what, frame by frame. */
#ifndef SHOW_H
#define SHOW_H

#include "firmware/display/picture.h"

#include <stdbool.h>
#include <stdint.h>

/* The picture or a setting of it has changed: a new frame is due. */
void show_changed(void);

/* Shows a number, 0 .. 99, for SHOW_NUMBER_MS, instead of the scene. */
void show_number(uint8_t shown);

#define SHOW_NUMBER_MS 900

/*
 * `ms` have passed, and the scene is in this phase.  A frame is due when the phase is another one, and at
 * least every SHOW_NUMBER_MS, so that the next frame repairs whatever a glitch did to the display.
 */
void show_elapse(uint8_t ms, uint8_t phase);

/* Must a piece of a frame be sent now?  Pieces of several modules, or on a slow bus, are sent one a ms. */
bool show_is_due(uint8_t shape);

/*
 * Sends what is due of a frame.  A frame of one module is sent as a whole, one of more in pieces, so that the
 * serial line is kept full meanwhile.  Blocks for 1.5 ms at most.
 */
void show_run(struct scene *scene);

/* Must more of a frame be sent with the next ms? */
bool show_runs(void);

/*
 * Sends a board of up to eight rows to the only module at once: 900 cycles, where show_run takes 4,000.  For
 * the image for a fast serial line.
 */
void show_board(const struct board *board, uint8_t orient, uint8_t bright);

#endif
