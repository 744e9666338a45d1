/* The count: how many solutions the board of n queens has, exactly. */
#ifndef COUNT_H
#define COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "firmware/count/count_state.h"
#include "firmware/queens/board.h"

/* Returns whether boards of n rows are counted by crosses; if not, the plain search counts them. */
bool count_has_crosses(uint8_t n);

/*
 * From the beginning, for n = 1 .. QUEENS_MAX, a part of it.  The parts' solutions add up to the whole
 * exactly.  Up to n = 18, and from 9 on, the squares of the second level are dealt out in turn, so that
 * parts take much the same time while there are many more squares than parts.  On other boards it is the ways
 * to fill the first five rows, as if by chance (count_plain.c).
 */
void count_start(struct count *count, struct board *board, uint8_t n, const struct part *part);

#define COUNT_MS 9 /* of a slice when nothing waits */

/*
 * Counts on for a slice of at most so many milliseconds (1 .. COUNT_MS) and half a millisecond more; it ends
 * within 1.5 ms of a byte that has come.  Boards without crosses: 2.5 ms.  False once nothing is left: then
 * `solutions` is the number, and further calls change nothing.  For main only.
 */
bool count_run(struct count *count, struct board *board, const struct part *part, uint8_t ms);

/*
 * Is this a state between two slices of a count?  Call it before a count resumes from a checkpoint.  It
 * descends to the saved position (the cross and the untried squares determine it, see count_rows.h).  It
 * returns false if a square on the way is attacked, or if there are more solutions than are known.  Then
 * board and count have no defined state: start again.
 */
bool count_resume(struct count *count, struct board *board, const struct part *part);

/*
 * Does the board belong to a count of so many parts?  A board without crosses does not store the number of
 * parts: it belongs to any.
 */
bool count_is_of_part(const struct board *board, const struct part *part);

/* The share that is done, in 1/65536; grows with the time, never falls.  65535 when all is done. */
uint16_t count_progress(const struct count *count, const struct board *board, const struct part *part);

#define COUNT_KNOWN_MAX 27

/* The number of solutions from OEIS A000170, for n = 1 .. COUNT_KNOWN_MAX; false, and 0, for any other n. */
bool count_known(uint8_t n, uint64_t *solutions);

/* The order of a number of solutions to the known one. */
enum __attribute__((packed)) count_order { COUNT_UNKNOWN, COUNT_SAME, COUNT_LESS, COUNT_MORE };
enum count_order count_compare(uint8_t n, const uint64_t *solutions);

#endif
