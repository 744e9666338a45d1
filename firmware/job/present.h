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

/*
 * Prints the next chunks, as far as the ring has room.  WORK_PRESENTED: all lines have ended.  Waits only
 * in the title of a grid, 2 ms.
 */
enum work present_run(void);

/* The result whose lines have not ended does not count: the job is stopped. */
void present_withdraw(void);

/* Starts the dwell of the current picture; consecutive dwells do not drift. */
void present_begin_dwell(void);

/* `ms` of the dwell are over. */
void present_elapse(uint8_t ms);

/*
 * The search reuses the columns that are displayed and clears them at its end.  Up to 16 rows leave the upper
 * half of the column array free: the last solution is backed up there, and restored when the job has ended.
 * (Beyond 16 rows the board stays as the search leaves it.)
 */
void present_forget(void);
void present_restore(void);
