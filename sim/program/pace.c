/* The pace of the chip's time beside the host's. */
#define _GNU_SOURCE
#include "sim/program/pace.h"

#include <time.h>

double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void pace_start(struct pace *pace, const struct uno *uno)
{
    pace->from_cycle = uno_cycle(uno);
    pace->from_time = now();
}

uint64_t pace_cycle(struct pace *pace, const struct uno *uno)
{
    double behind = now() - pace->from_time;
    uint64_t cycle = pace->from_cycle + uno_cycles(uno, behind * pace->speed);

    if (cycle > uno_cycle(uno) + uno_cycles(uno, 0.2 * pace->speed)) {
        pace_start(pace, uno);
        cycle = pace->from_cycle + uno_cycles(uno, 0.02 * pace->speed);
    }
    return cycle;
}
