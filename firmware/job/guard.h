/* The seal on the job while it is at rest: a bit that flips in it is found. */
#ifndef GUARD_H
#define GUARD_H

#include <stdbool.h>

/*
 * Under it lie the board and all that stands in the job from its totals on, while a picture holds.  A count
 * is never at rest: its number is held against the known one at the end.  Each takes 0.1 ms.  For main only.
 */

/* The job comes to rest. */
void guard_close(void);

/*
 * Is what was sealed as it was?  A bit that has flipped is turned back, and that is said; what can't be
 * mended is damaged.  A line that was being printed meanwhile ends in a question mark.  Waits for the line 4
 * ms at the most.
 */
bool guard_is_intact(void);

/* The same, when it is enough that it is sound now. */
bool guard_is_sound(void);

/* What must not have happened has: the rest is done from job_run, where the stack is not as deep. */
void guard_damaged(void);

/* The board is a solution, or the job is damaged.  By other code than found it. */
void guard_check_solution(void);

#endif
