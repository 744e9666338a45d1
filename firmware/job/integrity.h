/* The integrity of the job's memory: a checksum while it is at rest, known totals at its end. */
#pragma once

#include <stdbool.h>

/*
 * While a picture stays, a checksum that corrects one bit protects the job from its totals to its board.  The
 * totals of a count change with every slice: the residue of count_state.h protects them.  Each call takes
 * 0.1 ms.
 */

/* Stores the checksum, when the job stops changing. */
void integrity_store(void);

enum __attribute__((packed)) integrity { INTEGRITY_INTACT, INTEGRITY_CORRECTED, INTEGRITY_LOST };

/*
 * Compares the job with its checksum.  Corrects one flipped bit and reports it; a line that is being printed
 * then ends with a question mark.  Waits for the serial line for at most 4 ms.
 */
enum integrity integrity_restore(void);

/* Reports a flipped bit with a text in flash: how it was handled. */
void integrity_report(const char *remedy);

/* A part of a count has no known total: each slice compares position, totals, part and size with these. */
void integrity_store_count(void);    /* when it starts, or has been loaded */
void integrity_store_position(void); /* at the end of a slice */
bool integrity_count_is_corrupted(void);

/*
 * Returns whether the solutions or the queens placed differ from the known numbers, or the classes do not add
 * up.  Call it when the job has ended.
 */
bool integrity_total_is_wrong(void);
