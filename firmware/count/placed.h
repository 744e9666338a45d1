/* The known numbers of queens placed, with which the end of a search or of a count is compared. */
#ifndef PLACED_H
#define PLACED_H

#include <stdbool.h>
#include <stdint.h>

#define PLACED_KNOWN_MAX 16

/*
 * Has a search of n rows, or a count, placed another number of queens than it must have at its end?  False
 * where the number is not known: n = 0, n > PLACED_KNOWN_MAX.  A flipped bit that changes the board or a
 * total, or that leaves a step out or repeats it, changes this number; the number of solutions shows only
 * some of these errors.
 */
bool placed_is_wrong(bool counts, uint8_t n, const uint64_t *placed);

#endif
