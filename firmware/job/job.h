/* The state machine of jobs: starts, pauses and ends them, and calls their work in slices. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Starts a job.  Its number is n, 1 .. QUEENS_MAX, if it has TRAIT_HAS_SIZE; `check` and `images` use the
 * board that is in `job`.  The job before it must have been stopped.  `count` counts part `part` of `parts`
 * of the work, other jobs pass 1, 1.
 */
void job_start(uint8_t kind, uint16_t number, uint16_t part, uint16_t parts);

/* Starts a job that no line asks for, and repeats it unless it is a count.  It begins after `wait` ms. */
void job_start_loop(uint8_t kind, uint8_t n, uint16_t wait);

/* Resumes the count that has been loaded into `job`, and prints that.  `is_answered`: it prints no `ok`. */
void job_resume_count(bool is_answered);

/*
 * Ends the job that runs, if any, with `stopped: ...`; then `ok` and the prompt if a line started it.  With
 * `parks`, a count is parked: it can be restored from its checkpoint, which must be current (persist.h).
 */
void job_stop(bool parks);

/*
 * Does a bounded amount of work: a slice of the search, some chunks of a line.  Returns true if more can be
 * done at once; false if the job waits for time or for the serial line, or has ended.  Blocks for at most 2.5
 * ms, or 6 ms when the job ends and prints its closing line.
 */
bool job_run(void);

/* ms, up to 255, until job_run has something to do; 0: it waits for the serial line. */
uint8_t job_idle_ms(void);

/* `ms` have passed since the last call. */
void job_elapse(uint8_t ms);

/* ---- Live keys ---- */
void job_pause(bool pauses); /* or resume */
void job_step(void);
void job_back(void); /* a job must run */

/* Lets `search` run to its next solution without printing, and pause there.  False if it does not run. */
bool job_skip(void);

/* Sets the pace, and restarts the dwell of the current picture with it. */
void job_set_pace(uint16_t pace);
