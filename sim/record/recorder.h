/* The files that a run records: traces, pictures, films. */
#ifndef RECORDER_H
#define RECORDER_H

#include "sim/board/uno.h"
#include "sim/screen/scroll.h"

#include <stdio.h>

/* ---- the wires, as a Value Change Dump (vcd.c) ---- */

struct vcd;

/* Starts to record the wires of the board into `path`.  On an error: NULL; errno is the reason. */
struct vcd *vcd_start(struct uno *uno, const char *path);
/* Ends the file.  On an error: false; errno is the reason. */
bool vcd_stop(struct vcd *vcd);

/* ---- all files of a run ---- */

/* The names of the files; NULL: do not record it.  `drawing` ends with .png or .svg. */
struct recording {
    const char *vcd, *frames, *drawing, *scene, *film, *scene_film;
};

struct recorder {
    struct recording names;
    struct uno *uno;
    struct vcd *vcd;
    FILE *frames;
    bool needs_logs;   /* for a film: the board's output and pictures must not be discarded */
    uint64_t pictures; /* that have appeared on the matrix so far */
};

/* Opens the logs.  On an error: prints it on stderr and returns false. */
bool recorder_start(struct recorder *recorder, struct uno *uno, const struct recording *names);
/* Closes the logs and draws the pictures, with the serial session in `scroll`.  On an error: the same. */
bool recorder_stop(struct recorder *recorder, const struct scroll *scroll);
/* Logs a picture that has appeared on the matrix. */
void recorder_frame(struct recorder *recorder, const struct uno_frame *frame);

#endif
