/* The pace of the chip's time beside the host's. */
#ifndef PACE_H
#define PACE_H

#include "sim/board/uno.h"

struct pace {
    double speed; /* times real time; 0: as fast as it can */
    uint64_t from_cycle;
    double from_time;
};

double now(void); /* seconds of the host */
/* From now on. */
void pace_start(struct pace *pace, const struct uno *uno);
/* The cycle for the present time.  After a delay of 0.2 s or more, the lost time is dropped. */
uint64_t pace_cycle(struct pace *pace, const struct uno *uno);

#endif
