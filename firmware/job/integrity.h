/* The integrity of the job's memory: a checksum while it is at rest, known totals at its end. */
#ifndef INTEGRITY_H
#define INTEGRITY_H

#include <stdbool.h>

/*
 * While a picture stays, nothing changes in the job from its totals on, the board included: a checksum that
 * corrects one bit covers it.  The totals of a count change with every slice: they have the residue of
 * count_state.h.  Each call takes 0.1 ms.  For main only.
 */

/* Takes the checksum, when the job comes to rest. */
void integrity_store(void);

enum __attribute__((packed)) integrity { INTEGRITY_INTACT, INTEGRITY_CORRECTED, INTEGRITY_LOST };

/*
 * Compares the job with its checksum.  One flipped bit is corrected, and that is reported; a line that is
 * being printed then ends with a question mark.  Waits for the serial line for 4 ms at most.
 */
enum integrity integrity_restore(void);

/* Reports a flipped bit, and what is done about it, in flash. */
void integrity_report(const char *remedy);

/*
 * A count of a part has no known total.  So its position is compared at the start of each slice with the
 * checksum taken at the end of the slice before; its totals, its part and its size are checked, too.
 */
void integrity_store_count(void);    /* when it starts, or has been loaded */
void integrity_store_position(void); /* at the end of a slice */
bool integrity_count_is_corrupted(void);

/*
 * Do the solutions or the queens placed differ from the known numbers, or do the classes not add up?  To be
 * asked when the job has come to its end.
 */
bool integrity_total_is_wrong(void);

#endif
