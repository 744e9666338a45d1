/* Pictures for the matrix: eight rows of eight LEDs, computed from the board. */
#include "firmware/display/view.h"

#include "hal/flash.h"

#include <stdbool.h>
#include <string.h>

void view_clear(uint8_t rows[8])
{
    memset(rows, 0, 8);
}

/* Rows and columns that an LED stands for: never 0, as what draws must come to its end at any content of memory. */
/*@ assigns \nothing;
    ensures \result >= 1 && (1 <= n <= QUEENS_MAX ==> \result == (n + 7) / 8); */
static uint8_t scale(uint8_t n)
{
    uint8_t up = (uint8_t)(n + 7); /* a byte, which is shifted in three instructions */
    return up < 8 ? 1 : up / 8;
}

/*
 * The LED of a column, as a bit of its row: moved on by one for every k columns.  That takes at most seven rounds,
 * and neither a division nor a shift by a variable, 40 bytes less.
 */
/*@ requires 1 <= k <= 4 && column < 8 * k;
    assigns \nothing;
    ensures \result == (0x80 >> (column / k)); */
static uint8_t led_of(uint8_t k, uint8_t column)
{
    uint8_t led = 0x80;
    /*@ ghost uint8_t rounds = 0; */
    /*@ loop invariant 0 <= rounds <= 7 && rounds * k + column == \at(column, Pre) && led == (0x80 >> rounds);
        loop assigns led, column, rounds;
        loop variant column; */
    for (; column >= k; column = (uint8_t)(column - k)) {
        led /= 2;
        /*@ ghost rounds++; */
    }
    /*@ assert rounds == \at(column, Pre) / k; */
    return led;
}

/* Lights or darkens one LED; one body for both is 44 bytes less. */
/*@ requires \valid(rows + (0 .. 7)) && 1 <= n <= QUEENS_MAX && row < n && column < n;
    assigns rows[row / ((n + 7) / 8)];
    ensures 0 <= row / ((n + 7) / 8) <= 7 && 0 <= column / ((n + 7) / 8) <= 7;
    ensures lit ==> rows[row / ((n + 7) / 8)] ==
                (\old(rows[row / ((n + 7) / 8)]) | (0x80 >> (column / ((n + 7) / 8)))); */
static void put_led(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column, bool lit)
{
    uint8_t k = scale(n), *leds = &rows[row / k % 8], led = led_of(k, column);
    *leds = (uint8_t)(lit ? *leds | led : *leds & ~led);
}

void view_light(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column)
{
    put_led(rows, n, row, column, true);
}

void view_dark(uint8_t rows[8], uint8_t n, uint8_t row, uint8_t column)
{
    put_led(rows, n, row, column, false);
}

/* Each filled row's queen, or a bar as long as its column is far: the lowest LED lit, and all to the left of it. */
/*@ requires \valid(rows + (0 .. 7)) && \valid_read(board) && \separated(rows + (0 .. 7), board);
    requires 1 <= board->n <= QUEENS_MAX && board->row <= board->n && on_board(board, board->row);
    assigns rows[0 .. 7]; */
static void draw(uint8_t rows[8], const struct board *board, bool bars)
{
    uint8_t k = scale(board->n), left = k, at = 0;
    view_clear(rows);
    /*@ loop invariant 0 <= row <= board->row && 1 <= left <= k && at * k + k - left == row;
        loop assigns row, left, at, rows[0 .. 7];
        loop variant board->row - row; */
    for (uint8_t row = 0; row < board->row && row < QUEENS_MAX && at < 8; row++) {
        uint8_t led = led_of(k, (uint8_t)board->col[row]);
        rows[at] = (uint8_t)(bars ? -led : rows[at] | led);
        if (--left == 0) {
            left = k;
            at++;
        }
    }
}

void view_board(uint8_t rows[8], const struct board *board)
{
    draw(rows, board, false);
}

void view_bars(uint8_t rows[8], const struct board *board)
{
    draw(rows, board, true);
}

/* A digit, three LEDs wide and five high, in 15 bits: its lowest row in the lowest three. */
#define DIGIT(a, b, c, d, e) ((a) << 12 | (b) << 9 | (c) << 6 | (d) << 3 | (e))

/* Puts a digit into the picture, `shift` columns from the right edge. */
/*@ requires \valid(rows + (0 .. 7)) && digit <= 9 && shift <= 4;
    assigns rows[1 .. 5]; */
static void put_digit(uint8_t rows[8], uint8_t digit, uint8_t shift)
{
    static const uint16_t font[10] FLASH = {DIGIT(7, 5, 5, 5, 7), DIGIT(2, 6, 2, 2, 7), DIGIT(7, 1, 7, 4, 7),
                                            DIGIT(7, 1, 7, 1, 7), DIGIT(5, 5, 7, 1, 1), DIGIT(7, 4, 7, 1, 7),
                                            DIGIT(7, 4, 7, 5, 7), DIGIT(7, 1, 1, 2, 2), DIGIT(7, 5, 7, 5, 7),
                                            DIGIT(7, 5, 7, 1, 7)};
    uint16_t bits = flash_word(&font[digit]);
    /*@ loop invariant 0 <= row <= 5;
        loop assigns row, bits, rows[1 .. 5];
        loop variant row; */
    for (uint8_t row = 5; row; row--, bits >>= 3)
        rows[row] = (uint8_t)(rows[row] | (bits & 7) << shift);
}

void view_number(uint8_t rows[8], uint8_t number)
{
    uint8_t tens = 0;
    view_clear(rows);
    /*@ loop invariant number + 10 * tens == \at(number, Pre);
        loop assigns number, tens;
        loop variant number; */
    for (; number >= 10; number = (uint8_t)(number - 10))
        tens++;
    put_digit(rows, number, tens ? 0 : 2);
    if (tens)
        put_digit(rows, tens, 4);
}

void view_progress(uint8_t rows[8], uint8_t parts)
{
    /*@ loop invariant 0 <= row <= 8;
        loop assigns row, parts, rows[0 .. 7];
        loop variant 8 - row; */
    for (uint8_t row = 0; row < 8; row++) {
        uint8_t lit = 0;
        /*@ loop invariant 0 <= led <= 8;
            loop assigns led, lit, parts;
            loop variant led; */
        for (uint8_t led = 8; led; led--) {
            lit = (uint8_t)(lit * 2U);
            if (parts) {
                parts--;
                lit++;
            }
        }
        rows[row] = lit;
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
        view_light(rows, 8, step / 8, step % 8);
    else if (step < 72)
        rows[step - 64] = 0xff;
    else
        memset(rows, step < 80 ? led_of(1, (uint8_t)(step - 72)) : 0xff, 8);
}

/*
 * Mirrors at the diagonal: the columns, taken off the left edge one by one, become the rows; from the top down, or
 * with `up` from the bottom up, which makes it a quarter turn anticlockwise.  Column by column through a second
 * picture is half the code, and half the cycles, of changing squares in place two by two.
 */
/*@ requires \valid(rows + (0 .. 7));
    assigns rows[0 .. 7]; */
static void transpose(uint8_t rows[8], bool up)
{
    uint8_t turned[8];
    /*@ loop invariant 0 <= column <= 8;
        loop assigns column, rows[0 .. 7], turned[0 .. 7];
        loop variant 8 - column; */
    for (uint8_t column = 0; column < 8; column++) {
        uint8_t line = 0;
        /*@ loop invariant 0 <= row <= 8;
            loop assigns row, line, rows[0 .. 7];
            loop variant 8 - row; */
        for (uint8_t row = 0; row < 8; row++) {
            line = (uint8_t)(line << 1 | rows[row] >> 7);
            rows[row] = (uint8_t)(rows[row] << 1);
        }
        turned[up ? 7 - column : column] = line;
    }
    memcpy(rows, turned, sizeof turned);
}

void view_orient(uint8_t rows[8], uint8_t orient)
{
    /*@ loop invariant 0 <= turns <= 3;
        loop assigns turns, rows[0 .. 7];
        loop variant turns; */
    for (uint8_t turns = orient & 3; turns; turns--)
        transpose(rows, true);
    if (orient & 4)
        transpose(rows, false);
}
