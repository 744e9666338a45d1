/* The known numbers of queens placed, against which the end of a search or of a count is held. */
#ifndef PLACED_H
#define PLACED_H

#include <stdbool.h>
#include <stdint.h>

#define PLACED_KNOWN_MAX 16

/*
 * Has a search of n rows, or a count, come to its end with another number of queens than it must have placed?
 * False where the number is not known: n = 0, n > PLACED_KNOWN_MAX.  Whatever a flipped bit does to a search
 * that goes on, be it to the board, to a total or to a step that is left out or done twice, shows in this
 * number; the solutions alone show a part of that.
 */
bool placed_is_wrong(bool counts, uint8_t n, const uint64_t *placed);

#endif
