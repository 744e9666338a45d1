/* A grid of coloured cells on the user's terminal. */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stdint.h>

#define INK_LEVELS 24 /* brightness levels of a lit LED; INK_LIT is the dimmest */

/* The colours of a cell. */
enum ink { INK_PLAIN, INK_FRAME, INK_STATUS, INK_ALARM, INK_UNLIT, INK_LIT, INKS = INK_LIT + INK_LEVELS };

/* Sets the colours for the terminal (TERM, COLORTERM); none if NO_COLOR is set (no-color.org). */
void inks_make(void);
/* The inks differ by colour; without colours, LEDs must differ by their characters. */
bool inks_have_colour(void);

/* Adapts the grid to the terminal.  Returns true after each change of its size, and at the first call. */
bool grid_resized(void);

/* Starts a picture: clears all cells, and returns the size of the grid in cells. */
void grid_clear(int *height, int *width);
/* Sets a cell to a Unicode character; a cell outside of the grid is ignored, as in the functions below. */
void grid_put(int row, int column, enum ink ink, uint32_t character);
/* Sets a cell to two LEDs, one above the other. */
void grid_halves(int row, int column, enum ink upper, enum ink lower);
/* Writes ASCII text into at most `width` cells of a row. */
void grid_text(int row, int column, enum ink ink, const char *text, int width);
/* Ends a picture: sends the changed cells and places the cursor; a cursor outside of the grid is hidden. */
void grid_show(int cursor_row, int cursor_column);
/* Sends all cells the next time: something else has written on the screen. */
void grid_redraw(void);

#endif
