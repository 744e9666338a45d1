/* The files that a run records: pictures and wires. */
#ifndef RECORDER_H
#define RECORDER_H

#include "sim/board/uno.h"

#include <stdio.h>

/* ---- the wires, as a Value Change Dump (vcd.c) ---- */

struct vcd;

/* Starts to record the wires of the board into `path`.  On an error: NULL; errno is the reason. */
struct vcd *vcd_start(struct uno *uno, const char *path);
/* Ends the file.  On an error: false; errno is the reason. */
bool vcd_stop(struct vcd *vcd);

/* ---- all files of a run ---- */

/* The names of the files; NULL: do not record it. */
struct recording {
    const char *vcd, *frames;
};

struct recorder {
    struct recording names;
    struct vcd *vcd;
    FILE *frames;
    uint64_t pictures; /* that have appeared on the matrix so far */
};

/* Opens the logs.  On an error: prints it on stderr and returns false. */
bool recorder_start(struct recorder *recorder, struct uno *uno, const struct recording *names);
/* Closes the logs.  On an error: the same. */
bool recorder_stop(struct recorder *recorder);
/* Logs a picture that has appeared on the matrix. */
void recorder_frame(struct recorder *recorder, const struct uno_frame *frame);

#endif
