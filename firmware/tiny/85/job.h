/* The jobs of the ATtiny85: every solution, or only their number. */
#ifndef TINY_JOB_H
#define TINY_JOB_H

#include <stdbool.h>
#include <stdint.h>

enum job_kind { JOB_NONE, JOB_SOLVE, JOB_COUNT };

/* All functions are for main only. */

/* Darkens the matrix. */
void job_begin(void);

/*
 * Starts a job for n = 1 .. QUEENS_MAX, instead of the one that runs.  It ends with `ok` and the
 * prompt.
 */
void job_start(enum job_kind kind, uint8_t n);

/* Starts `solve n` and repeats it, as after a reset. */
void job_start_over_and_over(uint8_t n);

/* Starts the button's next board size, 4 to 8, then 4 again. */
uint8_t job_next_size(void);

/* Stops the job, if one runs, and prints its results so far. */
void job_stop(void);

bool job_runs(void);
bool job_is_demo(void);

/* Pauses or resumes. */
bool job_is_paused(void);
void job_pause(bool pause);

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

#endif
