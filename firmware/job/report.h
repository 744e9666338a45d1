/* What a job says of itself. */
#ifndef REPORT_H
#define REPORT_H

#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"

/*
 * All of these print a line, or a part of one, about `job` and `board`, and wait for the serial line as
 * print.h says: 6 ms at the most.  For main only.
 */

/* `92 solutions, 2056 queens placed, 0.031 s`, and the same as a line. */
void report_totals(void);
void report_closing(void);

/* Before the totals of a count, if it is of a part: `part 3/64 of count 16: `. */
void report_part(void);

/* Behind the totals of a count: that OEIS A000170 knows the same number, if it knows any. */
void report_known(void);

/* The class of the solution that stands on the board. */
void report_class(void);

/* The last move: `place 2 3`, `attack 2 1 1 1`, `lift 2 8`; or `back: place 2 3`, before it is undone. */
void report_move(enum queens_event event, bool is_back);

/* After 3 s without a solution: when the first one is expected. */
void report_expected(void);

/* The pair that verify_pair has just found. */
void report_pair(enum attack attack);

/* A part of a line: how the parked count is resumed. */
void report_parked(void);

/* `count 12 goes on: ...` */
void report_resumed(void);

/* What runs, how far it is. */
void report_status(void);

#endif
