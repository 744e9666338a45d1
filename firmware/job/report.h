/* Prints the results, the status and the moves of a job. */
#pragma once

#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"

/*
 * All print a line, or a part of one, about `job`, and wait for the serial line for 6 ms at most (print.h).
 */

/* Print `92 solutions, 2056 queens placed, 0.031 s`, without and with the end of the line. */
void report_totals(void);
void report_closing(void);

/* Prints `part 3/64 of count 16: `; of a whole count nothing. */
void report_part(void);

/* Prints the last move: `place 2 3`, or `back: place 2 3`, before it is undone. */
void report_move(enum queens_event event, bool is_back);

/* Prints when the first solution is expected; called after 3 s without one. */
void report_expected(void);

#define REPORT_PARTS 3 /* of a line of an answer; each has up to 22 bytes */

/* Prints part 0 .. REPORT_PARTS - 1 of the line of the pair that verify_pair has found. */
void report_pair(uint8_t part);

/* Prints how to resume the parked count. */
void report_parked(void);

/* Prints that a count resumes: `count 12 ...` */
void report_resumed(void);

void report_status(void); /* of the running job */
