/* The jobs of the ATtiny85: every solution, or only their number. */
#pragma once

#include "firmware/queens/board.h"

#include <stdbool.h>
#include <stdint.h>

enum job_kind { JOB_NONE, JOB_SOLVE, JOB_COUNT };

/* The board sizes of the button, which returns to the first after the last. */
enum { JOB_FIRST = 4, JOB_LAST = 8 };

struct job {
    struct board board;
    uint32_t solutions;
    int16_t left;   /* ms that the solution on the matrix still stays */
    uint8_t kind;   /* enum job_kind */
    bool is_demo;   /* repeats until a line is typed */
    bool is_paused; /* main sets it */
};

extern struct job job;

/*
 * Starts a job for n = 1 .. QUEENS_MAX, instead of the one that runs.  It ends with `ok` and the
 * prompt.
 */
void job_start(enum job_kind kind, uint8_t n);

/* Starts `solve n` and repeats it, as after a reset. */
void job_start_demo(uint8_t n);

/* Stops the job, if one runs, and prints its results so far. */
void job_stop(void);

bool job_runs(void);

/* Prints one line: the running job and its progress. */
void job_print_status(void);

/* Applies changed settings to the matrix. */
void job_show(void);

/* Call it with the ms that have passed. */
void job_elapse(uint8_t ms);

/*
 * Does a step of the search, or 16 queens of a count: 1 ms at n = 8, 5 ms at n = 16.  Shows and prints a
 * solution, which waits for the serial line, 1 ms a byte.  False: there is nothing to do until time has
 * passed.
 */
bool job_run(void);
