/* A grid of coloured cells on the user's terminal. */
#ifndef GRID_H
#define GRID_H

#include "sim/screen/ink.h"

#include <stdbool.h>
#include <stdint.h>

bool grid_resized(void); /* true once after each change of the terminal's size, and at first */
int grid_rows(void);
int grid_columns(void);

/* Fill the whole grid each time; only the differences are sent to the screen. */
void grid_clear(void);
void grid_put(int row, int column, enum ink ink, uint32_t character);
/* An LED above another in one cell: a half block. */
void grid_halves(int row, int column, enum ink upper, enum ink lower);
void grid_text(int row, int column, enum ink ink, const char *text, int width);
void grid_show(int cursor_row, int cursor_column); /* a cursor outside is hidden */
void grid_redraw(void);                            /* the contents of the screen are lost: draw it all */

#endif
