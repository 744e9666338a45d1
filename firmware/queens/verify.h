/* The verifier of a board: finds queens that attack each other; shares no code with the search. */
#pragma once

#include "firmware/queens/board.h"

#include <stdbool.h>

/* How two queens attack each other; never along a row, because a row has only one queen. */
enum __attribute__((packed)) attack {
    ATTACK_NONE,
    ATTACK_COLUMN,
    ATTACK_FALLING, /* the diagonal from top left to bottom right: row - column is the same */
    ATTACK_RISING   /* the diagonal from bottom left to top right: row + column is the same */
};

/*
 * Finds the next pair of rows, upper < lower, whose queens attack each other, and returns how.  Examines
 * only the filled rows (0 .. row-1), and skips rows without a queen (column -1).  The order of the pairs is
 * (0, 1) (0, 2) .. (1, 2) ..: start with *upper = *lower = 0, and do not change them between the calls.
 * ATTACK_NONE:  there are no more.  Blocks: 23,000 cycles at n = 32 if no queen attacks another.  For main
 * only.
 */
enum attack verify_pair(const struct board *board, uint8_t *upper, uint8_t *lower);

/*
 * Returns whether this is a solution: full, 1 to QUEENS_MAX rows, every column on the board, no queen
 * attacked.  With `has_given` a queen may be marked as given.  The board may have any content, such as
 * corrupted memory.  Blocks: 500 cycles at n = 8, 7000 at n = 32.
 */
bool verify_solution(const struct board *board, bool has_given);
