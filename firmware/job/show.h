/* What the matrix shows, frame by frame. */
#ifndef SHOW_H
#define SHOW_H

#include <stdbool.h>
#include <stdint.h>

/* The picture or a setting of it has changed: a new frame is due. */
void show_changed(void);

/* Shows a number, 0 .. 99, for a moment, whatever else there is to show. */
void show_number(uint8_t shown);

#define SHOW_MOMENT 900 /* ms */

/* `ms` have passed.  A frame is due at least every SHOW_MOMENT, so that what a glitch did to the display
 * heals.
 */
void show_elapse(uint8_t ms);

/* Sends a frame if one is due; true when it did.  Blocks as matrix_rows and matrix_control do, and 0.2 ms for a turn. */
bool show_run(void);

#endif
