/* Sends frames to the display when they are due. */
#pragma once

#include "firmware/display/scene.h"

#include <stdbool.h>
#include <stdint.h>

/* Requests a new frame, because the picture or a setting of it has changed. */
void show_changed(void);

/* Shows a number, 0 .. 99, for SHOW_NUMBER_MS, instead of the scene. */
void show_number(uint8_t shown);

#define SHOW_NUMBER_MS 850

/*
 * `ms` have passed, and what blinks is in this phase, 0 .. 3.  A frame is due when the phase has changed, and
 * at least every SHOW_NUMBER_MS, so that it repairs the display after a glitch.
 */
void show_elapse(uint8_t ms, uint8_t phase);

/* Returns whether a step of a frame must be sent now. */
bool show_is_due(uint8_t shape);

/* Sends the next step of a frame.  Blocks for at most 1.5 ms.  Returns true: the caller saves no register. */
bool show_run(struct scene *scene);

/* Returns whether more of a frame must be sent. */
bool show_runs(void);
