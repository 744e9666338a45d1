/* The formats in which a solution is printed. */
#ifndef FORMAT_H
#define FORMAT_H

#include "firmware/queens/board.h"

#include <stdbool.h>

/*
 *   digits   15863724
 *   table    the same, eight to a line
 *   list     1 5 8 6 3 7 2 4
 *   array    [0 4 7 5 2 6 1 3]
 *   coords   (1, 1)(5, 2)...: column, row
 *   board    the coordinates, then a picture in a border of `*`, then an empty line
 *   grid     a title, then n lines of `# ` and `0 `
 */
#define FORMATS(ROW)                                                                                         \
    ROW(DIGITS, "digits")                                                                                    \
    ROW(TABLE, "table")                                                                                      \
    ROW(LIST, "list")                                                                                        \
    ROW(ARRAY, "array")                                                                                      \
    ROW(COORDS, "coords")                                                                                    \
    ROW(BOARD, "board")                                                                                      \
    ROW(GRID, "grid")                                                                                        \
    ROW(NONE, "none")

#define FORMAT_ID(id, name) FORMAT_##id,

#define FORMAT_ONE(...) +1

enum __attribute__((packed)) format { FORMATS(FORMAT_ID) };

enum { FORMATS_LAST = -1 FORMATS(FORMAT_ONE) };

/* The number of the solution, from 1, in RAM, as for print_big. */
struct format_number {
    const void *bytes;
    uint8_t size;
};

/* The most bytes of a chunk with the end of its line, except the title of a grid. */
#define FORMAT_PIECE 10
#define FORMAT_DIGIT 3 /* the same for digits and table */

/* Lines that a solution takes: 0 for none, up to n + 4. */
uint8_t format_lines(enum format format, uint8_t n);

/*
 * Prints the next chunk of one line of a solution and increments *piece.  Returns true when the line is
 * complete; its end is not printed yet.  `number`: the number of the solution, from 1.  A board of 32 rows is
 * 1.4 kB, 0.1 s at 115200 baud, so the caller prints a chunk only when the ring has room, and live keys act
 * in between.  Waits only in the title of a grid, up to 2 ms.  For main only.
 */
bool format_piece(enum format format, const struct board *board, const struct format_number *number,
                  uint8_t line, uint8_t *piece);

#endif
