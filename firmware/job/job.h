/* The state machine of jobs: starts, pauses and ends them, and calls their work in bounded pieces. */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Starts a job on n rows, 1 .. QUEENS_MAX; `check` and `images` find their board in place.  The job before it
 * must have been stopped.  `count` counts part `part` of `parts` of the work, other jobs pass 1, 1.
 */
void job_start(uint8_t kind, uint8_t n, uint16_t part, uint16_t parts);

/* Starts `solve`, over and over; it says no `ok`.  `wait` is the time until it begins, in ms. */
void job_start_loop(uint8_t n, uint16_t wait);

/* Resumes the count that has been loaded into `job`, and reports that.  `is_answered`: it says no `ok`. */
void job_resume_count(bool is_answered);

/* Ends the job that runs, if any, with `stopped: ...`; then `ok` and the prompt if a line started it. */
void job_stop(void);

/* The same, but a count with a current checkpoint is parked: it can be restored (persist.h). */
void job_park(void);

/*
 * Does a bounded piece of the work: a slice of the search, some chunks of a line.  True when there is more to
 * do at once; false when the job waits for time, for the serial line, or for nothing at all.  Blocks for 2.5
 * ms at most, when a line of its own ends it for 6 ms.
 */
bool job_run(void);

/* ms, up to 255, for which job_run has nothing to do; 0: it waits for the serial line. */
uint8_t job_nap(void);

/* `ms` have passed. */
void job_elapse(uint8_t ms);

/* One slice of a count; false at its end.  While the line sends, the count takes turns with what prints. */
bool job_count_run(void);

/* Requests a checkpoint of the count that runs; where it is due, to be called once a second. */
void job_save(void);
void job_age_count(void);

/* Requests one if there is none of now; true until it is saved.  False if no count runs. */
bool job_save_before_parking(void);

/* The live keys. */
void job_pause(void);
void job_resume(void);
void job_step(void);
void job_back(void);

/* `search` runs on to its next solution, silently, and pauses there.  False if the job is none. */
bool job_skip(void);

/* The pace was another one: what is shown stays for the new one from its beginning. */
void job_follow_pace(uint16_t before);

#endif
