/* The known numbers of queens placed, with which the end of a search or of a count is compared. */
#ifndef PLACED_H
#define PLACED_H

#include <stdbool.h>
#include <stdint.h>

#define PLACED_KNOWN_MAX 16

/*
 * Returns whether a finished search or count of n rows has placed another number of queens than the known
 * one.  False if the number is not known: n = 0, n > PLACED_KNOWN_MAX.  A flipped bit that changes the board
 * or a total, or that skips or repeats a step, changes this number; the number of solutions shows only some
 * of these errors.
 */
bool placed_is_wrong(bool counts, uint8_t n, const uint64_t *placed);

#endif
