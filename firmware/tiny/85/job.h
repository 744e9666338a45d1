/* The job that runs on the ATtiny85: every solution, or only their number. */
#ifndef TINY_JOB_H
#define TINY_JOB_H

#include <stdbool.h>
#include <stdint.h>

enum job_kind { JOB_NONE, JOB_SOLVE, JOB_COUNT };

/* All of these are for main only. */

/* Darkens the matrix. */
void job_begin(void);

/*
 * Starts a job for n = 1 .. QUEENS_MAX in the place of the one that runs; it ends with `ok` and the
 * prompt.
 */
void job_start(enum job_kind kind, uint8_t n);

/* The same for every solution of n rows over and over, as after a reset. */
void job_start_over_and_over(uint8_t n);

/* The next board size of the button, 4 to 8, then round. */
uint8_t job_next_size(void);

/* Ends it with a line that says how far it came, if one runs. */
void job_stop(void);

bool job_runs(void);
bool job_is_demo(void);

/* Stands still, or goes on. */
bool job_is_paused(void);
void job_pause(bool pause);

/* One line: what runs, how far it is. */
void job_print_status(void);

/* What is lit follows the settings. */
void job_show(void);

/* To be called with the ms that have passed. */
void job_elapse(uint8_t ms);

/*
 * Searches on: a step, or 16 queens of a count, 1 ms at n = 8 and 5 at n = 16.  A solution is shown and
 * printed, which waits for the line, 1 ms a byte.  False: there is nothing to do until time has passed.
 */
bool job_run(void);

#endif
