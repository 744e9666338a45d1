/* The shape of the display: the number of modules, the size of a board on them, where each module is. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Modules of 8 x 8 LEDs are mounted in rows: 4x2 is
 *
 *       x  0  1  2  3
 *     y 0  B  B  5  4        a board that is two modules wide is at the top left (B);
 *       1  B  B  2  1        the others, counted from the end, show a number, two digits each
 *                0           (here 3 2 1 0 from left to right, top to bottom)
 *
 * The setting stores it in a byte: (wide - 1) * 8 + (high - 1).  So every value below 64 is a shape.
 */
enum { SHAPE_SIDE = 8, SHAPE_MODULES = 16 }; /* at most: wide or high; modules that `modules` allows */

static inline uint8_t shape_wide(uint8_t shape)
{
    return (uint8_t)(shape / 8 % 8 + 1);
}

static inline uint8_t shape_high(uint8_t shape)
{
    return (uint8_t)(shape % 8 + 1);
}

static inline uint8_t shape_modules(uint8_t shape)
{
    return (uint8_t)(shape_wide(shape) * shape_high(shape));
}

static inline uint8_t shape_of(uint8_t wide, uint8_t high)
{
    return (uint8_t)((wide - 1) * 8 + (high - 1));
}

/* Rows and columns that an LED shows of a board of n rows: ceil(n / (8 * min(wide, high))), 1 .. 4. */
uint8_t shape_scale(uint8_t shape, uint8_t n);

/* The width and height in modules of a board of n rows at this scale: 1 .. 8. */
uint8_t shape_extent(uint8_t shape, uint8_t n, uint8_t scale);

/* The number of modules that a board of this extent leaves free. */
static inline uint8_t shape_room(uint8_t shape, uint8_t extent)
{
    return (uint8_t)(shape_modules(shape) - extent * extent);
}

/* The number of the module with this LED, from 0, row by row. */
static inline uint8_t shape_module(uint8_t shape, uint8_t row, uint8_t column)
{
    return (uint8_t)(row / 8 * shape_wide(shape) + column / 8);
}

/*
 * The row and column of the first LED of module 0 .. of the chain, whose order is turned like a square, by
 * shape_turn: `path`.
 */
void shape_find(uint8_t shape, uint8_t path, uint8_t module, uint8_t *row, uint8_t *column);

/* How many modules without a part of the board come after that of this LED; SHAPE_BOARD if it has one. */
#define SHAPE_BOARD 0xff
uint8_t shape_after(uint8_t shape, uint8_t extent, uint8_t row, uint8_t column);

/*
 * One of the eight rotations and reflections of a square: turn & 3 quarter turns anticlockwise, then, for
 * turn & 4, a transposition. The order of the eight is that of the images of a board. To read the turned
 * square row by row, read the square itself like this:
 */
enum {
    SHAPE_DOWN = 1, /* column by column, from the top down; else row by row, from the left */
    SHAPE_LAST = 2, /* beginning with the last of these lines */
    SHAPE_BACK = 4  /* each from its end */
};
uint8_t shape_turn(uint8_t turn);
