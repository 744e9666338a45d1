/* Shows the result of a job on the matrix, and prints it. */
#pragma once

#include "firmware/job/state.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Shows the board and starts its dwell; present_run then prints it in the format that is set now.  False if
 * that format has no lines.
 */
bool present_begin(void);

/* Prints chunks while the ring has room.  WORK_SHOWN: all lines have ended.  Waits as format_chunk. */
enum work present_run(void);

/* The result whose lines have not ended does not count: the job is stopped. */
void present_withdraw(void);

/* Starts the dwell of the current picture; consecutive dwells do not drift. */
void present_begin_dwell(void);

/* `ms` of the dwell are over. */
void present_elapse(uint8_t ms);

/* Forget the last solution, job.small.last, and show it again when the job has ended. */
void present_forget(void);
void present_restore(void);
