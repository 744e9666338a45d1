/* Pictures for the matrix: eight rows of eight LEDs, computed from the board. */
#include "view.h"

#include "flash.h"

#include <string.h>

void view_clear(uint8_t rows[8])
{
    memset(rows, 0, 8);
}

/* The LED row or column of a square: a division only where an LED stands for more than one. */
static uint8_t led_of(uint8_t n, uint8_t place)
{
    return (uint8_t)(n > 8 ? place / ((n + 7) / 8) : place);
}

/* The LED of the row, as a bit of it. */
static uint8_t bit_of(uint8_t n, uint8_t column)
{
    return (uint8_t)(0x80 >> led_of(n, column));
}

void view_light(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column)
{
    uint8_t *led = &rows[led_of(n, row)];
    *led = (uint8_t)(*led | bit_of(n, column));
}

void view_dark(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column)
{
    uint8_t *led = &rows[led_of(n, row)];
    *led = (uint8_t)(*led & ~bit_of(n, column));
}

void view_board(uint8_t rows[8], const struct board *board)
{
    view_clear(rows);
    /*@ loop invariant 0 <= row <= board->row;
        loop assigns row, rows[0 .. 7];
        loop variant board->row - row; */
    for (uint8_t row = 0; row < board->row; row++)
        view_light(rows, board->n, row, (uint8_t)board->col[row]);
}

void view_bars(uint8_t rows[8], const struct board *board)
{
    uint8_t k = (uint8_t)((board->n + 7) / 8);
    view_clear(rows);
    /*@ loop invariant 0 <= row <= board->row;
        loop assigns row, rows[0 .. 7];
        loop variant board->row - row; */
    for (uint8_t row = 0; row < board->row; row++)
        rows[row / k] = (uint8_t)(0xff00 >> (board->col[row] / k + 1));
}

/* Puts a digit, three LEDs wide and five high, into the picture, `shift` columns from the right edge. */
/*@ requires \valid(rows + (0 .. 7)) && digit <= 9 && shift <= 4;
    assigns rows[1 .. 5]; */
static void put_digit(uint8_t rows[8], uint8_t digit, uint8_t shift)
{
    static const uint8_t font[10][5] FLASH = {
        {7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 7, 1, 7}, {5, 5, 7, 1, 1},
        {7, 4, 7, 1, 7}, {7, 4, 7, 5, 7}, {7, 1, 1, 2, 2}, {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7}};
    /*@ loop invariant 0 <= row <= 5;
        loop assigns row, rows[1 .. 5];
        loop variant 5 - row; */
    for (uint8_t row = 0; row < 5; row++)
        rows[row + 1] = (uint8_t)(rows[row + 1] | flash_byte(&font[digit][row]) << shift);
}

void view_number(uint8_t rows[8], uint8_t number)
{
    uint8_t tens = number / 10;
    view_clear(rows);
    put_digit(rows, number % 10, tens ? 0 : 2);
    if (tens)
        put_digit(rows, tens, 4);
}

void view_progress(uint8_t rows[8], uint8_t parts)
{
    /*@ loop invariant 0 <= row <= 8;
        loop assigns row, parts, rows[0 .. 7];
        loop variant 8 - row; */
    for (uint8_t row = 0; row < 8; row++) {
        uint8_t lit = parts > 8 ? 8 : parts;
        rows[row] = (uint8_t)(0xff00 >> lit);
        parts = (uint8_t)(parts - lit);
    }
}

void view_letter(uint8_t rows[8])
{
    static const uint8_t letter[8] FLASH = {0x00, 0x7c, 0x40, 0x40, 0x78, 0x40, 0x40, 0x40};
    /*@ loop invariant 0 <= row <= 8;
        loop assigns row, rows[0 .. 7];
        loop variant 8 - row; */
    for (uint8_t row = 0; row < 8; row++)
        rows[row] = flash_byte(&letter[row]);
}

void view_test(uint8_t rows[8], uint8_t step)
{
    view_clear(rows);
    if (step < 64)
        rows[step / 8] = (uint8_t)(0x80 >> step % 8);
    else if (step < 72)
        rows[step - 64] = 0xff;
    else
        memset(rows, step < 80 ? 0x80 >> (step - 72) : 0xff, 8);
}

/* Mirrors at the diagonal in place: square (row, column) changes places with (column, row). */
/*@ requires \valid(rows + (0 .. 7));
    assigns rows[0 .. 7]; */
static void transpose(uint8_t rows[8])
{
    /*@ loop invariant 0 <= row <= 7;
        loop assigns row, rows[0 .. 7];
        loop variant 7 - row; */
    for (uint8_t row = 0; row < 7; row++)
        /*@ loop invariant row < column <= 8;
            loop assigns column, rows[0 .. 7];
            loop variant 8 - column; */
        for (uint8_t column = (uint8_t)(row + 1); column < 8; column++) {
            uint8_t right = (uint8_t)(0x80 >> column), left = (uint8_t)(0x80 >> row);
            uint8_t upper = rows[row] & right, lower = rows[column] & left;
            if (!upper != !lower) {
                rows[row] ^= right;
                rows[column] ^= left;
            }
        }
}

/*@ requires \valid(rows + (0 .. 7));
    assigns rows[0 .. 7];
    ensures \forall integer r; 0 <= r < 8 ==> rows[r] == \old(rows[7 - r]); */
static void flip(uint8_t rows[8])
{
    /*@ loop invariant 0 <= row <= 4;
        loop invariant \forall integer r; 0 <= r < row ==>
                           rows[r] == \at(rows[7 - r], Pre) && rows[7 - r] == \at(rows[r], Pre);
        loop invariant \forall integer r; row <= r <= 7 - row ==> rows[r] == \at(rows[r], Pre);
        loop assigns row, rows[0 .. 7];
        loop variant 4 - row; */
    for (uint8_t row = 0; row < 4; row++) {
        uint8_t upper = rows[row];
        rows[row] = rows[7 - row];
        rows[7 - row] = upper;
    }
}

void view_orient(uint8_t rows[8], uint8_t orient)
{
    /*@ loop invariant 0 <= turns <= 3;
        loop assigns turns, rows[0 .. 7];
        loop variant turns; */
    for (uint8_t turns = orient & 3; turns; turns--) {
        transpose(rows); /* a quarter turn anticlockwise is a transposition, then the rows upside down */
        flip(rows);
    }
    if (orient & 4)
        transpose(rows);
}
