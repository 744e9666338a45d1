/* Shows the board on an 8x8 LED matrix with a MAX7219. */
#ifndef PICTURE_H
#define PICTURE_H

#include "firmware/queens/board.h"

/*
 * Shows the queens of the filled rows, brightness 0 .. 15.  A row of the board is a digit register, column 1
 * its highest bit.  From 9 rows on an LED shows two by two squares.  The rows come first, so that a display
 * that has just been powered shows no garbage when the control registers end its shutdown.  Each picture
 * sends all registers, so the next picture repairs whatever a glitch wrote.  Takes 3,300 cycles.  For main
 * only.
 */
void picture_show(const struct board *board, uint8_t bright);

#endif
