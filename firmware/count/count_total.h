/* How many queens a count places in all, to tell how far it is and how long it still takes. */
#ifndef COUNT_TOTAL_H
#define COUNT_TOTAL_H

#include "firmware/count/count_state.h"

#include <stdint.h>

#define COUNT_ONE 256 /* a ratio of 1 */

/*
 * All queens that `count n` places to those that it has placed: from COUNT_ONE up, right to 1 %; UINT32_MAX
 * for what is more than 32 bits hold; 0 where the total is not known: for n below 9 and above 23.
 * For main only; 0.1 ms.
 */
uint32_t count_ratio(uint8_t n, const uint64_t *placed);

/* The same for a count of n rows, whatever part it is of. */
uint32_t count_ratio_of(const struct count *count, uint8_t n, const struct part *part);

#endif
