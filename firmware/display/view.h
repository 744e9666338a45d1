/* Pictures for the display: rows of eight LEDs, computed from the board. */
#pragma once

#include "firmware/display/scene.h"

#include <stdbool.h>

/*
 * A picture has no memory: each function computes eight LEDs of a row.  Bit 7 is the leftmost LED.  The rows
 * and columns of the LEDs of the whole display are counted from the top left, from 0:
 *
 *           column 0 ...  7   8 ... 15
 *   row 0     bit 7 ... 0    7 ... 0       of the eight LEDs from column 0 on, from column 8 on
 *
 * On a board of many rows an LED shows scale x scale squares (shape.h).
 */

/* Eight LEDs of the queens of those `kinds` that the scene names: side by side, or one below the other. */
uint8_t view_row(const struct scene *scene, uint8_t row, uint8_t column);
uint8_t view_column(const struct scene *scene, uint8_t row, uint8_t column);

/* The kind of the queen at one LED: SCENE_PLACED, ..., or 0. */
uint8_t view_queen(const struct scene *scene, uint8_t row, uint8_t column);

/* SCENE_BARS: each row of LEDs is a bar from the left to the column of the last filled row that it shows. */
uint8_t view_bars(const struct board *board, uint8_t scale, uint8_t row, uint8_t column);

/* `done` of 64 steps, lit row by row from the top left.  Each is a square of LEDs with a side of 1 .. 8. */
uint8_t view_progress(uint8_t done, uint8_t size, uint8_t row, uint8_t column);

/*
 * A row of a module that shows a number of at most two digits, 0 .. 99; a single digit is in the middle.
 * From VIEW_WORDS on: the words of the menu, SO, CO and SE; then the same with a line below.
 */
#define VIEW_WORDS      100
#define VIEW_WORDS_EACH 3
uint8_t view_number(uint8_t number, uint8_t row);

/*
 * The pair of digits of a number before which, from the right, are `after` pairs, each digit in four bits:
 * 0 .. 9, VIEW_DASH or VIEW_NO_DIGIT; and all its pairs.  650 cycles for each division: 6500 in all.
 */
enum { VIEW_DASH = 10, VIEW_C, VIEW_E, VIEW_NO_DIGIT = 15, VIEW_DASHES = 0xaa, VIEW_NOTHING = 0xff };
uint8_t view_pair_at(uint32_t number, uint8_t after);
void view_digits(uint8_t digits[SCENE_DIGITS], uint32_t number);

/*
 * The pair that a module shows: the digits are right aligned on `room` modules, of which `after` come after
 * this one.  Dashes if there are more digits than that; nothing on a single module.
 */
uint8_t view_pair_of(const uint8_t digits[SCENE_DIGITS], uint8_t after, uint8_t room);

/* A row of a module that shows these two digits. */
uint8_t view_pair(uint8_t pair, uint8_t row);

/* A row of an F: its eight rotations and reflections are all different. */
uint8_t view_letter(uint8_t row);

/*
 * A row of a module in a walk through all LEDs: each LED on its own, module by module, then each row of all
 * modules, each column, all.
 */
#define VIEW_TEST_STEPS(modules) (64U * (modules) + 8 + 8 + 1)
uint8_t view_test(uint16_t step, uint8_t modules, uint8_t module, uint8_t row);
