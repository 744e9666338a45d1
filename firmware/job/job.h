/* The machine of jobs: starts, pauses and ends them, and does their work piece by piece. */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stdint.h>

/* The count that stands in `job` came from before the reset: says so, and goes on with it. */
void job_go_on(void);

/*
 * Starts a job on n rows, 1 .. QUEENS_MAX; for `check` and `images` the board is there, full.  The one before
 * must have been stopped.
 */
void job_start(uint8_t kind, uint8_t n);

/* The count that has just been started counts this part 1 .. parts alone. */
void job_take_part(uint16_t part, uint16_t parts);

/* Solve for a job that nobody typed, over and over; `wait` is the time before it begins, in ms. */
void job_start_unasked(uint8_t n, uint16_t wait);

/* Ends the job, if one runs, with `stopped: ...`; then `ok` and the prompt where it was typed. */
void job_stop(void);

/* The same, but a count that has been saved is set aside: it can be taken up again (keep.h). */
void job_give_way(void);

/* Asks for a checkpoint of the count, if one runs; true when it is in the EEPROM, or none is needed. */
bool job_may_give_way(void);

/*
 * Does a bounded part of the work: a slice of the search, some pieces of the text.  True when there is more
 * to do at once; false when it waits for time, for the line, or for nothing at all.  Blocks for 2.5 ms at the
 * most, when a line of its own ends it for 6 ms.
 */
bool job_run(void);

/* ms, up to 255, for which job_run has nothing to do; 0: it waits for the line to take more. */
uint8_t job_nap(void);

/* `ms` have passed. */
void job_elapse(uint8_t ms);

/* A count saves a checkpoint: at once, or where it is due, to be called once a second. */
void job_save(void);
void job_save_now_and_then(void);

/* What the live keys do. */
void job_pause(void);
void job_resume(void);
void job_step(void);

/* In a search that is watched: on to the next solution without a word, then paused.  Else false. */
bool job_skip(void);

#endif
