/* The count: the exact number of solutions of the board of n queens. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "firmware/count/count_state.h"
#include "firmware/queens/board.h"

/* Returns whether boards of n rows are counted by crosses; if not, the plain search counts them. */
bool count_has_crosses(uint8_t n);

/*
 * Starts the count of a part, for n = 1 .. QUEENS_MAX.  The solutions of all parts add up exactly to those of
 * the board; README.md tells what they share.
 */
void count_start(struct count *count, struct board *board, uint8_t n, const struct part *part);

#define COUNT_MS 9 /* the longest slice, while nothing else waits */

/*
 * Continues the count for one slice: at most `ms` milliseconds (1 .. COUNT_MS) and half a millisecond more.
 * The slice ends within 1.5 ms after a byte has arrived.  Without crosses it lasts at most 5 ms.  Returns
 * false when nothing is left: then `found` is the number, and further calls change nothing.
 *
 * If a bit of the cross, of its table or of a return address has flipped within the slice of a part,
 * sum_is_right returns false from then on.  For main only.
 */
bool count_run(struct count *count, struct board *board, const struct part *part, uint8_t ms);

/*
 * Returns whether this is a state between two slices of a count: call it before one resumes from a
 * checkpoint. False if a square on the way to the position is attacked, or if there are more solutions than
 * are known. Then board and count have no defined state: start again.
 */
bool count_resume(struct count *count, struct board *board, const struct part *part);

/*
 * Returns whether the board belongs to a count of so many parts.  A board without crosses does not store the
 * number of parts, so it belongs to any.
 */
bool count_is_of_part(const struct board *board, const struct part *part);

/* The share that is done, in 1/65536.  It never falls, and it is 65535 only at the end. */
uint16_t count_progress(const struct count *count, const struct board *board, const struct part *part);
