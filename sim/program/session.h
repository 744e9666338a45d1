/* A run of the simulated Uno as a program. */
#ifndef SESSION_H
#define SESSION_H

#include "sim/board/uno.h"
#include "sim/program/gdb.h"
#include "sim/program/options.h"
#include "sim/program/pace.h"
#include "sim/program/pty.h"
#include "sim/record/recorder.h"
#include "sim/screen/eye.h"
#include "sim/screen/scroll.h"

#include <signal.h>
#include <stdio.h>

#define NEVER UINT64_MAX

struct session {
    struct options options;
    struct uno *uno;
    struct pty pty;
    struct gdb *gdb;
    FILE *stamps; /* NULL: none */
    struct recorder recorder;
    struct scroll scroll;
    struct eye eye;
    bool drawn; /* on the user's terminal */
    bool deaf;  /* stdout is gone */
    uint8_t out[4096];
    size_t out_count;
    uint8_t in[4096]; /* of stdin, not yet sent */
    size_t in_at, in_end;
    bool is_in_line;    /* the beginning of a line was sent */
    bool is_unanswered; /* a line was sent that has no answer yet */
    char line[40];      /* the beginning of the chip's current line */
    unsigned asked[2];  /* width and height of the latest `modules WxH` on the serial line */
    size_t line_length;
    uint64_t input;        /* bytes */
    uint64_t input_end;    /* cycle when stdin ended; NEVER: not yet */
    uint64_t release_at;   /* the button; NEVER: it is up */
    bool is_display_fixed; /* it does not follow `modules` */
    bool changed;          /* the screen is old */
    int status;
    struct pace pace;
};

extern volatile sig_atomic_t ended_by; /* the signal that ends the program; 0: none yet */

void complain(struct session *session, const char *what, const char *why);

/* Hooks for the chip's output and the pictures of its matrix; `arg` is a struct session. */
void output_take(void *arg, uint8_t byte);
void frame_take(void *arg, const struct uno_frame *frame);

void pty_exchange(struct session *session);
/* Runs up to `cycle` or to the limit.  False: the run has ended. */
bool run_to(struct session *session, uint64_t cycle);
/* avr-gdb is connected. */
bool debugged(const struct session *session);
bool long_quiet(const struct session *session);

#endif
