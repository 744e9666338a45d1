/* When the display is shown what, frame by frame. */
#ifndef SHOW_H
#define SHOW_H

#include <stdbool.h>
#include <stdint.h>

/* The picture or a setting of it has changed: a new frame is due. */
void show_changed(void);

/* Shows a number, 0 .. 99, for a moment, whatever else there is to show. */
void show_number(uint8_t shown);

#define SHOW_MOMENT 900 /* ms */

/*
 * `ms` have passed.  A frame is due at least every SHOW_MOMENT, so that what a glitch did to the display
 * heals.
 */
void show_elapse(uint8_t ms);

/*
 * Sends what is due of a frame; true when it did.  A frame of one module goes out as a whole, one of more in
 * pieces, a piece a ms, so that the line is kept full meanwhile.  Blocks for 1.5 ms at the most.
 */
bool show_run(void);

/* Is more of a frame to go out with the next ms? */
bool show_runs(void);

/* The shape of the display, as far as its driver goes. */
uint8_t show_shape(void);

#endif
