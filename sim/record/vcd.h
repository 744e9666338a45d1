/* The wires of the board as a Value Change Dump (IEEE 1364) for GTKWave or PulseView. */
#ifndef VCD_H
#define VCD_H

#include "sim/board/uno.h"

struct vcd;

/* Starts to record the wires of the board into `path`.  On an error: NULL; errno is the reason. */
struct vcd *vcd_start(struct uno *uno, const char *path);
/* Ends the file.  On an error: false; errno is the reason. */
bool vcd_stop(struct vcd *vcd);

#endif
