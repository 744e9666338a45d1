/* The scene that the display shows of the job. */
#pragma once

#include <stdbool.h>

/* What blinks is lit, dark or gone at this time. */
enum __attribute__((packed)) scene_phase { SCENE_LIT, SCENE_DARK, SCENE_GONE };
enum scene_phase scene_phase(void);

/* Sends the next step of a frame if one is due; returns whether it did.  Blocks for at most 1.5 ms. */
bool scene_run(void);
