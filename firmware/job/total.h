/* The totals of a job, held against what is known of them. */
#ifndef TOTAL_H
#define TOTAL_H

#include <stdbool.h>

/* One more: of a number of 64 bits, or of 32 that do not run over. */
void total_add_one(void *total);

/* Does the number of solutions differ from the known one, or did the classes not add up to it? */
bool total_is_wrong(void);

#endif
