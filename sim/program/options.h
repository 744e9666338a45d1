/* The command line of the simulated Uno. */
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
    uint64_t limit; /* --cycles plus 1; 0: not given */
    double seconds; /* below 0: not given */
    uint32_t clock; /* Hz; 0: the default of the board */
    double idle;    /* seconds of idle time that end a run in a pipe */
    double speed;   /* times real time; 0: as fast as possible; below 0: not given */
    uint32_t baud;  /* of the far end; 0: the rate of the firmware */
    uint64_t seed;
    struct uno_display display;
    int reset; /* enum uno_reset; the order of its bits is that of the words of --reset */
    int gdb;   /* TCP port; 0: one that is free; -1: no debugger */
    bool stats, keep_going, headless, type_ahead, no_flow, no_auto_reset;
};

/* Reads the command line.  Ends the program after --help (status 0) and after an error (status 2). */
void options_read(struct options *options, int argc, char **argv);

#endif
