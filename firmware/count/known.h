/* The known numbers of solutions and of queens placed, with which a search or a count is compared. */
#pragma once

#include "firmware/count/count_state.h"

#include <stdbool.h>
#include <stdint.h>

#define COUNT_KNOWN_MAX 27

/* The number of solutions from OEIS A000170, for n = 1 .. COUNT_KNOWN_MAX; false, and 0, for any other n. */
bool count_known(uint8_t n, uint64_t *solutions);

/* The order of a number of solutions to the known one. */
enum __attribute__((packed)) count_order { COUNT_UNKNOWN, COUNT_SAME, COUNT_LESS, COUNT_MORE };
enum count_order count_compare(uint8_t n, const uint64_t *solutions);

#define PLACED_KNOWN_MAX 16

/*
 * Returns whether a finished search or count of n rows has placed another number of queens than the known
 * one.  False if the number is not known: n = 0, n > PLACED_KNOWN_MAX.  It shows more flipped bits than the
 * number of solutions does.
 */
bool placed_is_wrong(bool counts, uint8_t n, const uint64_t *placed);

#define RATIO_KNOWN_MAX 23
#define COUNT_ONE       256 /* a ratio of 1 */

/*
 * The ratio of all queens that the count of a part of n rows places to those that it has placed, which is
 * that of the times: COUNT_ONE or more, exact to 1 %.  0 if it is not known: for n below 9 and above 23, and
 * while it exceeds 32 bits, as in the first seconds of n = 21.  For main only; 0.1 ms.
 */
uint32_t count_ratio(const struct count *count, uint8_t n, const struct part *part);
