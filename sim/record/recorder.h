/* The files of a run: traces, pictures, films. */
#ifndef RECORDER_H
#define RECORDER_H

#include "sim/board/uno.h"
#include "sim/record/vcd.h"
#include "sim/screen/scroll.h"

#include <stdio.h>

/* Names of files; NULL: none. */
struct recording {
    const char *vcd, *frames, *drawing, *scene, *film, *scene_film;
};

struct recorder {
    struct recording names;
    struct uno *uno;
    struct vcd *vcd;
    FILE *frames;
    uint64_t pictures; /* on the matrix so far */
};

/* Both report errors on stderr and return false then. */
bool recorder_start(struct recorder *recorder, struct uno *uno, const struct recording *names);
bool recorder_stop(struct recorder *recorder, const struct scroll *scroll);
/* A picture has appeared on the matrix. */
void recorder_frame(struct recorder *recorder, const struct uno_frame *frame);
/* A film needs the board's whole logs. */
bool recorder_films(const struct recorder *recorder);

#endif
