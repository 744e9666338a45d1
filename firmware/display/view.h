/* Pictures for the display: rows of eight LEDs, computed from the board. */
#ifndef VIEW_H
#define VIEW_H

#include "firmware/queens/board.h"

#include <stdbool.h>

/*
 * A picture has no memory: each function computes eight LEDs of a row.  Bit 7 is the leftmost LED.  The rows
 * and columns of the LEDs of the whole display are counted from the top left, from 0:
 *
 *           column 0 ...  7   8 ... 15
 *   row 0     bit 7 ... 0    7 ... 0       of the eight LEDs from column 0 on, from column 8 on
 *
 * On a board of many rows an LED shows k x k squares (see shape.h).  All functions are for main only.
 */

/*
 * The LEDs that the queens of all filled rows and the given queens of all rows light: eight side by side, or
 * with VIEW_DOWN one below the other.  With VIEW_HIDES_GIVEN only the queens that the search has placed, so
 * that the given ones can blink.
 */
enum { VIEW_DOWN = 1, VIEW_HIDES_GIVEN = 2 };
uint8_t view_board(const struct board *board, uint8_t k, uint8_t row, uint8_t column, uint8_t how);

/*
 * All eight digit registers of a single module, for a board of up to eight rows without given queens, turned
 * as shape_turn returns it.  Takes 70 cycles a queen, where view_board takes 100 to 200 a row.  Only the
 * image for a fast serial line uses it; the others draw each board with view_board.
 */
void view_module(uint8_t digits[8], const struct board *board, uint8_t turn);

/* The LED of one square, if it is one of the eight, as for view_board; else 0. */
uint8_t view_square(uint8_t square_row, uint8_t square_column, uint8_t k, uint8_t row, uint8_t column,
                    bool down);

/*
 * The progress of the search if an LED shows several squares: each row of LEDs is a bar from the left to the
 * column of the last filled row that it shows.
 */
uint8_t view_bars(const struct board *board, uint8_t k, uint8_t row, uint8_t column);

/*
 * A progress of 0 .. 64 parts, lit row by row from the top left.  Each part is a square of LEDs with a side
 * of 1 .. 8.
 */
uint8_t view_progress(uint8_t parts, uint8_t size, uint8_t row, uint8_t column);

/*
 * Row 0 .. 7 of a module that shows a number of at most two digits, 0 .. 99; a single digit is in the middle.
 */
uint8_t view_number(uint8_t number, uint8_t row);

/*
 * The two digits that a module shows of a number, each in four bits: 0 .. 9, VIEW_DASH or VIEW_NO_DIGIT.  The
 * number is right aligned on `room` modules, of which `after` come after this one.  Dashes if the number has
 * more digits than that.  Up to 1500 cycles.
 */
enum { VIEW_DASH = 10, VIEW_NO_DIGIT = 15, VIEW_DASHES = 0xaa, VIEW_NOTHING = 0xff };
uint8_t view_digits(uint32_t number, uint8_t after, uint8_t room);

/* Row 0 .. 7 of a module that shows these two digits. */
uint8_t view_pair(uint8_t pair, uint8_t row);

/* Row 0 .. 7 of an F: its eight rotations and reflections are all different. */
uint8_t view_letter(uint8_t row);

/*
 * Digit register 0 .. 7 of a module of the chain in a walk through all LEDs: each LED on its own, module by
 * module, then each row (digit register 1 to 8) of all modules, each column (segment DP, A .. G), all.
 */
#define VIEW_TEST_STEPS(modules) (64U * (modules) + 8 + 8 + 1)
uint8_t view_test(uint16_t step, uint8_t modules, uint8_t module, uint8_t digit);

#endif
