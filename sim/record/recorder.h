/* The files that a run of the board leaves: traces, pictures, films. */
#ifndef RECORDER_H
#define RECORDER_H

#include "sim/board/uno.h"
#include "sim/record/vcd.h"
#include "sim/screen/scroll.h"

#include <stdio.h>

/* Names of files, NULL: not wanted. */
struct recording {
    const char *vcd, *frames, *drawing, *scene, *film, *scene_film;
};

struct recorder {
    struct recording names;
    struct uno *uno;
    struct vcd *vcd;
    FILE *frames;
    uint64_t pictures; /* that have stood on the matrix */
};

/* Both say on stderr what went wrong, and are false then. */
bool recorder_start(struct recorder *recorder, struct uno *uno, const struct recording *names);
bool recorder_stop(struct recorder *recorder, const struct scroll *scroll);
/* A picture stands on the matrix. */
void recorder_frame(struct recorder *recorder, const struct uno_frame *frame);
/* The board's logs are wanted whole, for a film. */
bool recorder_films(const struct recorder *recorder);

#endif
