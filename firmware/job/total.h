/* The totals of a job, held against what is known of them. */
#ifndef TOTAL_H
#define TOTAL_H

#include <stdbool.h>

/* One more: of a number of 64 bits, or of 32 that do not run over. */
void total_add_one(void *total);

/* Do the solutions or the queens placed differ from the known numbers, or did the classes not add up? */
bool total_is_wrong(void);

#endif
