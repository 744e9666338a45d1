/* What the command line of the simulated Uno asks for. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "sim/board/uno.h"
#include "sim/record/recorder.h"

#include <stdbool.h>
#include <stdint.h>

struct options {
    const char *firmware;
    const char *mcu, *bootloader, *eeprom, *pty, *stamps;
    struct recording recording;
    uint64_t limit; /* cycles; 0: none given */
    double seconds; /* the same; below 0: not given */
    uint32_t clock; /* Hz; 0: the board's own */
    double idle;    /* seconds */
    double speed;   /* times real time; 0: as fast as it can; below 0: not given */
    uint32_t baud;  /* of the far end; 0: as the firmware has it */
    uint64_t seed;
    struct uno_display display;
    int reset; /* enum uno_reset */
    int gdb;   /* TCP port; 0: one that is free; -1: no debugger */
    bool stats, keep_going, headless, type_ahead, no_flow, no_auto_reset;
};

/* Reads the command line.  Does not come back from --help (status 0) and from errors (status 2). */
void options_read(struct options *options, int argc, char **argv);

#endif
