/* The number of queens that a whole count places: estimates its progress and the time that it still takes. */
#ifndef COUNT_TOTAL_H
#define COUNT_TOTAL_H

#include "firmware/count/count_state.h"

#include <stdint.h>

#define COUNT_ONE 256 /* a ratio of 1 */

/*
 * The ratio of all queens that the count of a part of n rows places to those that it has placed: COUNT_ONE or
 * more, exact to 1 %; about UINT32_MAX / parts if it exceeds 32 bits; 0 if the total is not known: for n
 * below 9 and above 23.  For main only; 0.1 ms.
 */
uint32_t count_ratio(const struct count *count, uint8_t n, const struct part *part);

#endif
