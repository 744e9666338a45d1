/* Pictures for the display: rows or columns of eight LEDs, computed from the board. */
#include "firmware/display/view.h"

#include "firmware/display/shape.h"
#include "hal/flash.h"

#include <stdbool.h>
#include <string.h>

/* LED 0 .. 7 of a row, from the left, as a bit. */
/*@ predicate is_led(integer bit, integer place) =
        (place == 0 && bit == 0x80) || (place == 1 && bit == 0x40) || (place == 2 && bit == 0x20) ||
        (place == 3 && bit == 0x10) || (place == 4 && bit == 0x08) || (place == 5 && bit == 0x04) ||
        (place == 6 && bit == 0x02) || (place == 7 && bit == 0x01);
*/

/*
 * The LED of a column, as a bit of its row of LEDs: shifts by one for every k columns, at most seven times,
 * so it needs no division and no shift by a variable.  0: it is beyond the end of the row.
 */
/*@ requires 1 <= k <= 4;
    assigns \nothing;
    ensures column < 8 * k ==> is_led(\result, column / k);
    ensures column >= 8 * k ==> \result == 0; */
static uint8_t led_of(uint8_t k, uint8_t column)
{
    uint8_t led = 0x80;
    if (column >= 8 * k)
        return 0;
    /*@ LED_OF_FACTS_1 */
    /*@ LED_OF_LOOP */
    for (; column >= k; column -= k) {
        led /= 2;
        /*@ LED_OF_FACTS_2 */
    }
    /*@ LED_OF_FACTS_3 */
    return led;
}

/* Returns whether the queen of a row is shown: of a filled row, or a given one that is not hidden. */
/*@ requires \valid_read(board);
    assigns \nothing;
    ensures \result ==> row < QUEENS_MAX; */
static bool is_shown(const struct board *board, uint8_t row, bool hides_given)
{
    if (row >= QUEENS_MAX || row >= board->n)
        return false;
    return board_is_given(board, row) ? !hides_given : row < board->row;
}

/* Eight LEDs side by side, from column `left` on: lit by the queens of the k rows from `first` on. */
/*@ requires \valid_read(board) && 1 <= k <= 4 && first <= 224 && left <= 224;
    assigns \nothing; */
static uint8_t lit_across(const struct board *board, uint8_t k, uint8_t first, uint8_t left, bool hides_given)
{
    uint8_t lit = 0;
    /*@ loop invariant 0 <= rows <= k && first + rows == \at(first, Pre) + k;
        loop assigns rows, first, lit;
        loop variant rows; */
    for (uint8_t rows = k; rows; rows--, first++)
        if (is_shown(board, first, hides_given))
            lit |= led_of(k, (uint8_t)(board_column(board, first) - left));
    return lit;
}

/* Eight LEDs one below the other: lit by the queens of each k rows in the k columns from `left` on. */
/*@ requires \valid_read(board) && 1 <= k <= 4 && first <= 224 && left <= 252;
    assigns \nothing; */
static uint8_t lit_down(const struct board *board, uint8_t k, uint8_t first, uint8_t left, bool hides_given)
{
    uint8_t lit = 0;
    /*@ loop invariant 0 <= led <= 8;
        loop assigns led, first, lit;
        loop variant led; */
    for (uint8_t led = 8; led; led--) {
        lit = (uint8_t)(lit << 1);
        /*@ loop invariant 0 <= rows <= k;
            loop assigns rows, first, lit;
            loop variant rows; */
        for (uint8_t rows = k; rows; rows--, first++)
            if (is_shown(board, first, hides_given) && (uint8_t)(board_column(board, first) - left) < k)
                lit |= 1;
    }
    return lit;
}

uint8_t view_board(const struct board *board, uint8_t k, uint8_t row, uint8_t column, uint8_t how)
{
    uint8_t first = row * k, left = column * k;
    bool hides_given = how & VIEW_HIDES_GIVEN;
    return how & VIEW_DOWN ? lit_down(board, k, first, left, hides_given)
                           : lit_across(board, k, first, left, hides_given);
}

/* Place 0 .. 7, or the place from the other end: 7 - x is x ^ 7. */
/*@ assigns \nothing;
    ensures \result <= 7; */
static inline uint8_t from_end(uint8_t place, uint8_t back)
{
    return (place ^ back) & 7;
}

void view_module(uint8_t digits[8], const struct board *board, uint8_t turn)
{
    static const uint8_t leds[8] FLASH = {0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01};
    uint8_t last = turn & SHAPE_LAST ? 7 : 0, back = turn & SHAPE_BACK ? 7 : 0;
    memset(digits, 0, 8);
    /*@ loop invariant 0 <= row <= 8;
        loop assigns row, digits[0 .. 7];
        loop variant 8 - row; */
    for (uint8_t row = 0; row < 8 && row < board->row; row++) {
        uint8_t line = row, led = (uint8_t)board->col[row];
        if (turn & SHAPE_DOWN) {
            uint8_t other = line;
            line = led;
            led = other;
        }
        digits[from_end(line, last)] |= flash_byte(&leds[from_end(led, back)]);
    }
}

uint8_t view_square(uint8_t square_row, uint8_t square_column, uint8_t k, uint8_t row, uint8_t column,
                    bool down)
{
    uint8_t across = (uint8_t)(square_row - row * k), along = (uint8_t)(square_column - column * k);
    if (down) { /* transpose all */
        uint8_t other = across;
        across = along;
        along = other;
    }
    return across < k ? led_of(k, along) : 0;
}

/*
 * The bar of the k rows from `first` on, in the LEDs from column `left` on.  It ends at the column of the
 * last of these rows that is filled: that LED and all to the left of it are lit.
 */
/*@ requires \valid_read(board) && 1 <= k <= 4;
    requires 1 <= board->n <= QUEENS_MAX && board->row <= board->n && on_board(board, board->row);
    assigns \nothing; */
static uint8_t bar(const struct board *board, uint8_t k, uint8_t first, uint8_t left)
{
    uint8_t last = (uint8_t)(first + k - 1), rows = board->row;
    if (first >= rows || first >= QUEENS_MAX)
        return 0;
    if (last >= rows)
        last = rows - 1;
    uint8_t reach = board_column(board, last % QUEENS_MAX);
    if (reach < left)
        return 0;
    uint8_t led = led_of(k, (uint8_t)(reach - left));
    return led ? -led : 0xff;
}

uint8_t view_bars(const struct board *board, uint8_t k, uint8_t row, uint8_t column, bool down)
{
    uint8_t first = row * k, left = column * k, lit = 0;
    /*@ loop invariant 0 <= led <= 8;
        loop assigns led, first, lit;
        loop variant led; */
    for (uint8_t led = 8; led; led--, first += k) {
        uint8_t leds = bar(board, k, first, left);
        if (!down)
            return leds;
        lit = (uint8_t)(lit << 1 | leds >> 7);
    }
    return lit;
}

/* A digit, three LEDs wide and five high, in 15 bits: its lowest row in the lowest three. */
#define DIGIT(a, b, c, d, e) ((a) << 12 | (b) << 9 | (c) << 6 | (d) << 3 | (e))

/* Row 0 .. 7 of a digit, which is in rows 1 .. 5; in the lowest three bits. */
/*@ requires row <= 7;
    assigns \nothing;
    ensures \result <= 7; */
static uint8_t glyph_line(uint16_t bits, uint8_t row)
{
    if (row == 0 || row > 5)
        return 0;
    /*@ loop invariant 0 < row <= 5;
        loop assigns row, bits;
        loop variant 5 - row; */
    for (; row < 5; row++)
        bits >>= 3;
    return bits & 7;
}

/* Column 0 .. 3 of a digit, the first one free; its top row in the highest bit. */
/*@ requires column <= 3;
    assigns \nothing; */
static uint8_t downward(uint16_t bits, uint8_t column)
{
    uint8_t lit = 0, led = 8 >> column;
    if (column == 0)
        return 0;
    /*@ loop invariant 0 <= row <= 5;
        loop assigns row, bits, lit;
        loop variant row; */
    for (uint8_t row = 5; row; row--, bits >>= 3) {
        lit >>= 1;
        if (bits & led)
            lit |= 0x40;
    }
    return lit;
}

/*@ requires digit <= 9;
    assigns \nothing; */
static uint16_t font_of(uint8_t digit)
{
    static const uint16_t font[10] FLASH = {DIGIT(7, 5, 5, 5, 7), DIGIT(2, 6, 2, 2, 7), DIGIT(7, 1, 7, 4, 7),
                                            DIGIT(7, 1, 7, 1, 7), DIGIT(5, 5, 7, 1, 1), DIGIT(7, 4, 7, 1, 7),
                                            DIGIT(7, 4, 7, 5, 7), DIGIT(7, 1, 1, 2, 2), DIGIT(7, 5, 7, 5, 7),
                                            DIGIT(7, 5, 7, 1, 7)};
    return flash_word(&font[digit]);
}

/* Two digits side by side, or one at the right; with `zeros` always two. */
/*@ requires line <= 7 && number <= 99;
    assigns \nothing; */
static uint8_t two_digits(uint8_t number, uint8_t line, bool zeros, bool down)
{
    uint8_t tens = 0;
    /*@ loop invariant number + 10 * tens == \at(number, Pre);
        loop assigns number, tens;
        loop variant number; */
    for (; number >= 10; number -= 10)
        tens++;
    bool two = tens || zeros;
    if (down) {
        if (line >= 4)
            return downward(font_of(number), line & 3);
        return two ? downward(font_of(tens), line) : 0;
    }
    uint8_t lit = glyph_line(font_of(number), line);
    if (two)
        lit |= glyph_line(font_of(tens), line) * 16;
    return lit;
}

uint8_t view_number(uint8_t number, uint8_t row)
{
    uint8_t lit = two_digits(number, row, false, false);
    return number < 10 ? lit * 4 : lit;
}

/* 100 to the power of 0 .. 4; 100 to the power of 5 is more than 32 bits. */
/*@ requires power <= 4;
    assigns \nothing;
    ensures \result >= 1; */
static uint32_t power_of_100(uint8_t power)
{
    static const uint32_t powers[] FLASH = {1, 100, 10000, 1000000, 100000000};
    return flash_long(&powers[power]);
}

/*@ requires line <= 7;
    assigns \nothing; */
static uint8_t dashes(uint8_t line, bool down)
{
    if (down)
        return line & 3 ? 0x10 : 0;
    return line == 3 ? 0x77 : 0;
}

/* A module without a digit, or a number below 100, needs no division, which takes 650 cycles. */
uint8_t view_digit_pair(uint32_t number, uint8_t after, uint8_t room, uint8_t line, bool down)
{
    if (room <= 4 && number >= power_of_100(room))
        return dashes(line, down);
    if (after > 4 || (after && number < power_of_100(after)))
        return 0;
    if (after)
        number /= power_of_100(after);
    bool more = number >= 100;
    return two_digits((uint8_t)(more ? number % 100 : number), line, more, down);
}

/* The eighth of a row of 8 * size LEDs that it is in; more than 7: it is after the end. */
/*@ requires 1 <= size <= 8 && led <= 70;
    assigns \nothing;
    ensures \result == led / size; */
static uint8_t eighth(uint8_t led, uint8_t size)
{
    uint8_t part = 0;
    /*@ loop invariant led + part * size == \at(led, Pre);
        loop assigns led, part;
        loop variant led; */
    for (; led >= size; led -= size)
        part++;
    return part;
}

uint8_t view_progress(uint8_t parts, uint8_t size, uint8_t row, uint8_t column, bool down)
{
    uint8_t lit = 0, along = down ? row : column;
    uint8_t across_it = eighth(down ? column : row, size);
    /*@ loop invariant 0 <= led <= 8;
        loop assigns led, lit;
        loop variant 8 - led; */
    for (uint8_t led = 0; led < 8; led++) {
        uint8_t part = eighth((uint8_t)(along + led), size);
        uint8_t before = down ? (uint8_t)(8 * part + across_it) : (uint8_t)(8 * across_it + part);
        lit = (uint8_t)(lit << 1);
        if (before < parts)
            lit |= 1;
    }
    return lit;
}

uint8_t view_letter(uint8_t row)
{
    static const uint8_t letter[8] FLASH = {0x00, 0x7c, 0x40, 0x40, 0x78, 0x40, 0x40, 0x40};
    return flash_byte(&letter[row]);
}

uint8_t view_test(uint16_t step, uint8_t modules, uint8_t module, uint8_t digit)
{
    uint16_t walk = 64 * modules;
    uint8_t within = (uint8_t)step;
    if (step < walk)
        return step >> 6 == module && (within >> 3 & 7) == digit ? led_of(1, within & 7) : 0;
    within = (uint8_t)(step - walk);
    if (within < 8)
        return within == digit ? 0xff : 0;
    return within < 16 ? led_of(1, (uint8_t)(within - 8)) : 0xff;
}
