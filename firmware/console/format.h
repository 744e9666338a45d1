/* The formats in which a solution is printed. */
#pragma once

#include "firmware/queens/board.h"
#include "firmware/storage/settings.h"

#include <stdbool.h>

/* The number of the solution, from 1, in RAM, as for print_big. */
struct format_number {
    const void *bytes;
    uint8_t size;
};

/* The most bytes of a chunk with the end of its line, except the title of a grid. */
#define FORMAT_CHUNK 10
#define FORMAT_DIGIT 3 /* the same for digits and table */

/* Returns whether a solution is printed as one character a row, in one line: the ring may hold all of it. */
bool format_is_digits(enum format format);

/* Lines that a solution takes: 0 for none, up to n + 4. */
uint8_t format_lines(enum format format, uint8_t n);

/*
 * Prints the next chunk of one line of a solution and increments *chunk.  Returns true when the line is
 * complete; its end is not printed yet.  The caller prints a chunk only when the ring has room, so that live
 * keys act in between.  Waits only in the title of a grid, up to 2 ms.
 */
bool format_chunk(enum format format, const struct board *board, const struct format_number *number,
                  uint8_t line, uint8_t *chunk);
