/* What a job has found goes to the matrix and to the line, and stays for the pace. */
#ifndef PRESENT_H
#define PRESENT_H

#include <stdbool.h>
#include <stdint.h>

/* The board as it stands: shown, then printed by present_run in the format of this moment, then held. */
void present(void);

/* Prints on, piece by piece as the ring has room; false when it waits for that.  Waits in the title of a
 * grid, 2 ms. */
bool present_run(void);

/* The picture stays for what is left of the pace. */
void present_hold(void);

/* `ms` of the pace are over. */
void present_elapse(uint8_t ms);

/*
 * The search goes on upon the very columns that are shown, and ends with none.  Up to 16 rows leave half of
 * the column array free: there the solution stays that was shown last, to be shown again when the job has
 * ended.  (Beyond 16 rows the board stays as the search leaves it.)
 */
void present_forget(void);
void present_keep(void);
void present_kept(void);

#endif
