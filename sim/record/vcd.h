/* The wires of the board as a Value Change Dump (IEEE 1364) for GTKWave or PulseView. */
#ifndef VCD_H
#define VCD_H

#include "sim/board/uno.h"

struct vcd;

/* Records the board's wires into `path` from now on.  NULL: errno is the reason. */
struct vcd *vcd_start(struct uno *uno, const char *path);
/* Ends the file.  False: errno is the reason. */
bool vcd_stop(struct vcd *vcd);

#endif
