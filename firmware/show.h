/* What the matrix shows, frame by frame. */
#ifndef SHOW_H
#define SHOW_H

#include <stdbool.h>
#include <stdint.h>

/* The picture or a setting of it has changed: a new frame is due. */
void show_changed(void);

/* `ms` have passed.  A frame is due at least twice a second, so that what a glitch did to the display heals.
 */
void show_elapse(uint8_t ms);

/* Sends half a frame if one is due; true when it did.  Blocks as matrix_rows does, and 0.2 ms for a turn. */
bool show_run(void);

#endif
