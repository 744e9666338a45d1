/* The scene that the display shows of the job. */
#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>
#include <stdint.h>

/* The shape of the display, as far as its driver supports it. */
uint8_t scene_shape(void);

/* enum scene_phase: what blinks is lit, dark or gone at this time. */
uint8_t scene_phase(void);

/* Sends the next chunk of a frame if one is due; returns whether it did.  Blocks for at most 1.5 ms. */
bool scene_run(void);

#endif
