/* A run of the simulated Uno as a program: its command line, then on a terminal (drawn.c) or in a pipe. */
#pragma once

#include "sim/board/uno.h"
#include "sim/screen/screen.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- the serial line as a pseudo-terminal, with a symbolic link as its name (pty.c) ---- */

struct pty {
    int master;     /* reads and writes do not wait */
    char name[128]; /* of the other end */
    bool open;      /* a program has it open */
    bool has_input; /* of that program, or of one that has left */
};

/* Makes a raw pseudo-terminal and a symbolic link to it.  On an error: false, see errno. */
bool pty_make(struct pty *pty, const char *link);
/* Looks at it.  Returns true once each time that a program opens it, even if it has left again. */
bool pty_opened(struct pty *pty);
/* Closes it, and removes the link if it still leads there. */
void pty_drop(struct pty *pty, const char *link);

/* ---- the debugger: avr-gdb stops, steps and inspects the simulated chip (gdb.c) ---- */

/*
 * The remote serial protocol of gdb, on a TCP port of this computer only (127.0.0.1).  The chip and its time
 * are stopped from the start until a debugger connects and sends `continue`.  When the debugger disconnects,
 * the chip continues.  A fault stops the chip like a signal, and the debugger prints it.
 */
struct session;

/* Listens on a port (0: a free one) and prints its number on stderr.  On an error: false, see errno. */
bool gdb_listen(struct session *session, uint16_t port);
/* Reports to the debugger that the program ends, and closes the port, if it is open. */
void gdb_close(void);
/* The port is open, and a debugger is connected, or none has connected yet. */
bool gdb_attached(void);
/*
 * Runs up to `cycles`, as far as the debugger permits; waits up to 10 ms while it stops the chip.
 * UNO_HALTED: the debugger has requested the end of the program.  Where the debugger goes back, so does
 * the cycle.
 */
enum uno_stop gdb_run(uint64_t cycles);

/* ---- the history that the debugger goes back in (history.c) ---- */

/* All that the program does to a running board. */
enum input_kind {
    INPUT_BYTE,    /* on the serial line */
    INPUT_RESET,   /* enum uno_reset */
    INPUT_PLUG,    /* the power is cut */
    INPUT_BUTTON,  /* pressed for this number of cycles; 0: released */
    INPUT_MODULES, /* the display has width << 8 | height modules */
    INPUT_RAM,     /* the debugger stores address << 8 | byte, */
    INPUT_EEPROM,  /* the same, */
    INPUT_PC       /* and jumps to a word */
};

struct input {
    uint64_t cycle;
    uint32_t value;
    enum input_kind what;
};

/* What the program knows of the board; it goes back with it. */
struct known {
    size_t inputs;  /* that have come */
    char line[240]; /* the current line of the chip: at most 238 characters, with `coords` */
    size_t line_length;
    unsigned typed_size[2];     /* width and height of the latest `modules WxH` on the serial line */
    uint64_t release_at;        /* the cycle when the button is released; NEVER: it is not pressed */
    struct uno_frame frame;     /* the latest picture */
    struct uno_display display; /* the one that follows `modules` */
};

/* Does it at the present cycle, and notes it in the history. */
void session_input(struct session *session, enum input_kind what, uint32_t value);
/* Forgets the input after the present cycle, and returns whether the board has been beyond it. */
bool history_forget(struct session *session);
/* Nothing of the present cycle has been logged yet. */
bool history_is_new(const struct session *session);
/* Takes a snapshot. */
void history_snapshot(struct session *session);
/* The same, if the latest one is a second old. */
void history_keep(struct session *session);
/* Returns to the latest snapshot at or before this cycle.  If there is none, returns false. */
bool history_return(struct session *session, uint64_t cycle);
/* uno_run_until() or uno_run_until_io(). */
typedef enum uno_stop uno_runner(struct uno *uno, uno_condition *found, void *arg, uint64_t cycles);
/*
 * Runs towards this cycle with the input of the history, for about a second of the chip at most.  Returns
 * whether it is there.  `run`, if any, calls `note`, which returns false.
 */
bool history_run(struct session *session, uint64_t cycle, uno_runner *run, uno_condition *note);

/* ---- the logs of wires, pictures and lines (recorder.c) ---- */

enum { LOG_VCD, LOG_FRAMES, LOG_LINES, LOGS };
enum { WAITING = 256 }; /* changes, at most */

/* A level of a wire from this cycle on. */
struct change {
    uint64_t cycle;
    enum uno_wire wire;
    bool level;
};

struct recorder {
    FILE *logs[LOGS];  /* NULL: none */
    uint64_t pictures; /* that have appeared on the matrix so far */
    /*
     * The board reports all bits of a byte when the byte starts.  They wait here, ordered by time, until the
     * clock of the board reaches them.
     */
    struct change waiting[WAITING];
    size_t count;
    uint64_t written; /* the cycle of the latest line */
    int level[UNO_WIRES];
};

/* Opens and closes the logs that the options name. */
void recorder_start(struct session *session);
void recorder_stop(struct session *session);
/* Logs a picture that has appeared on the matrix. */
void recorder_frame(struct recorder *recorder, const struct uno_frame *frame);
/* Logs the chip's current line, which has ended. */
void recorder_line(struct session *session);

/* ---- the command line (options.c) ---- */

struct options {
    const char *firmware;
    const char *mcu, *bootloader, *eeprom, *pty;
    const char *logs[LOGS]; /* NULL: none */
    double cycles, seconds; /* the end of the run; below 0: not given */
    double clock;           /* Hz; 0: the default of the board */
    double idle;            /* seconds of idle time that end a run in a pipe */
    double speed;           /* times real time; 0: as fast as possible; below 0: not given */
    double baud;            /* of the far end; 0: the rate of the firmware */
    double seed, chain, orient;
    struct uno_display display;
    int reset;  /* enum uno_reset; the order of its bits is that of the words of --reset */
    double gdb; /* TCP port; 0: one that is free; below 0: no debugger */
    bool stats, keep_going, headless, type_ahead, no_flow;
};

/* Reads the command line.  Ends the program after --help (status 0) and after an error (status 2). */
void options_read(struct options *options, int argc, char **argv);

/* ---- the run ---- */

#define NEVER UINT64_MAX

struct session {
    struct options options;
    struct uno *uno;
    FILE *eeprom; /* NULL: none */
    struct pty pty;
    struct recorder recorder;
    uint64_t from_cycle;   /* of the chip, which belongs */
    double from_time;      /* to this time of the host, for its speed */
    uint64_t limit;        /* the cycle at which the run ends; NEVER: not given */
    bool is_drawn;         /* on the user's terminal */
    bool is_stdout_closed; /* its reader has gone */
    uint8_t in[4096];      /* of stdin, not yet sent to the chip */
    size_t in_at, in_end;
    bool is_in_line;    /* the beginning of a line was sent */
    bool is_unanswered; /* a line was sent that has no answer yet */
    uint64_t input;     /* bytes sent to the chip */
    uint64_t input_end; /* the cycle when stdin ended; NEVER: not yet */
    struct known known;
    int status; /* exit status of the program */
};

extern volatile sig_atomic_t is_reset_wanted; /* SIGUSR1: the reset button of the board */

/* Prints the error of errno about `what` on stderr and sets the exit status to 1. */
void session_error(struct session *session, const char *what);

/* Hooks of struct uno_settings; `arg` is a struct session. */
void session_output(void *arg, uint8_t byte);
void session_frame(void *arg, const struct uno_frame *frame);

/*
 * Waits up to `ms` for input: on stdin if it is wanted, on the pseudo-terminal if the chip has room for it.
 * Returns whether stdin has some, or has ended.
 */
bool input_wait(const struct session *session, bool is_stdin_wanted, int ms);
/* Passes input from the pseudo-terminal to the chip; resets the chip when a program opens it. */
void pty_exchange(struct session *session);
/* Runs up to `cycle` or to the limit of the run.  Returns false if the run has ended. */
bool run_to(struct session *session, uint64_t cycle);

/* Runs until the user leaves: draws the board on the terminal and reads keys. */
void run_drawn(struct session *session);
/* Runs until stdin, which goes to the serial line, has ended and the chip is idle; prints its output. */
void run_piped(struct session *session);

/* The host's time in seconds. */
double now(void);
/* The present cycle belongs to the present time. */
void pace_start(struct session *session);
/*
 * The cycle that the chip should have reached now; a lag of 0.2 s or more is dropped.  As fast as possible,
 * it is 10 ms of the chip away.
 */
uint64_t pace_cycle(struct session *session);
