/* What the display shows of the job. */
#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>
#include <stdint.h>

/* The shape of the display, as far as its driver supports it. */
uint8_t scene_shape(void);

/* enum scene_phase: what blinks is lit, dark or gone at this time. */
uint8_t scene_phase(void);

/* Sends what is due of a frame; true when it did.  Blocks for 1.5 ms at most. */
bool scene_run(void);

#endif
