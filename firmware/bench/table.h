/* The table of the comparison image: a line for each run. */
#ifndef TABLE_H
#define TABLE_H

#include "firmware/bench/bench.h"

#include <stdbool.h>

struct figures {
    struct tally tally;
    uint32_t cycles;
    uint16_t ram;   /* bytes of static variables */
    uint16_t stack; /* bytes, with the return address */
};

void table_head(void);

/* `name` is in flash; `own`: the cycles of the firmware's own search, or 0 if the two cannot be compared. */
void table_line(const char *name, uint8_t n, const struct figures *figures, uint32_t own, bool right);

void table_foot(uint8_t rows, uint8_t wrong);

#endif
