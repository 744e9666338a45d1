/* The wires of the board as a Value Change Dump (IEEE 1364) for GTKWave or PulseView. */
#ifndef VCD_H
#define VCD_H

#include "sim/board/uno.h"

struct vcd;

/* Records the board's wires into `path` from now on.  NULL: errno says why. */
struct vcd *vcd_start(struct uno *uno, const char *path);
/* Ends the file.  False: it could not be written, errno says why. */
bool vcd_stop(struct vcd *vcd);

#endif
