/* Pictures for the display: rows of eight LEDs, computed from the board. */
#include "firmware/display/view.h"

#include "firmware/display/shape.h"
#include "hal/flash.h"

#include <string.h>

/* LED 0 .. 7 of a row, from the left, as a bit. */

/*
 * The LED of a column, as a bit of its row of LEDs: shifts by one for every k columns, at most seven times,
 * so it needs no division and no shift by a variable.  0: it is beyond the end of the row.
 */
static uint8_t led_of(uint8_t k, uint8_t column)
{
    uint8_t led = 0x80;
    if (column >= 8 * k)
        return 0;
    for (; column >= k; column -= k) {
        led /= 2;
    }
    return led;
}

uint8_t view_board(const struct board *board, uint8_t k, uint8_t row, uint8_t column, uint8_t how)
{
    uint8_t at = row * k, left = column * k, lit = 0;
    for (uint8_t led = how & VIEW_DOWN ? 8 : 1; led; led--) {
        lit = (uint8_t)(lit << 1);
        for (uint8_t rows = k; rows; rows--, at++) {
            if (at >= QUEENS_MAX || at >= board->n)
                continue;
            if (board_is_given(board, at) ? how & VIEW_HIDES_GIVEN : at >= board->row)
                continue;
            uint8_t away = board_column(board, at) - left;
            if (!(how & VIEW_DOWN))
                lit |= led_of(k, away);
            else if (away < k)
                lit |= 1;
        }
    }
    return lit;
}

/* Place 0 .. 7, or the place from the other end: 7 - x is x ^ 7. */
static inline uint8_t from_end(uint8_t place, uint8_t back)
{
    return (place ^ back) & 7;
}

void view_module(uint8_t digits[8], const struct board *board, uint8_t turn)
{
    static const uint8_t leds[8] FLASH = {0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01};
    uint8_t last = turn & SHAPE_LAST ? 7 : 0, back = turn & SHAPE_BACK ? 7 : 0;
    memset(digits, 0, 8);
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

/* A bar of a row: all LEDs up to the one of column `reach`, on a row that begins with column `left`. */
static uint8_t bar(uint8_t k, uint8_t reach, uint8_t left)
{
    if (reach < left)
        return 0;
    uint8_t led = led_of(k, (uint8_t)(reach - left));
    return led ? -led : 0xff;
}

uint8_t view_bars(const struct board *board, uint8_t k, uint8_t row, uint8_t column)
{
    uint8_t first = row * k, last = (uint8_t)(first + k - 1), rows = board->row;
    if (first >= rows || first >= QUEENS_MAX)
        return 0;
    if (last >= rows)
        last = rows - 1;
    return bar(k, board_column(board, last % QUEENS_MAX), (uint8_t)(column * k));
}

uint8_t view_progress(uint8_t parts, uint8_t size, uint8_t row, uint8_t column)
{
    for (; row >= size && parts; row -= size)
        parts = parts > 8 ? (uint8_t)(parts - 8) : 0;
    if (!parts)
        return 0;
    return bar(1, (uint8_t)((parts < 8 ? parts : 8) * size - 1), column);
}

/* Row 0 .. 7 of a digit, which is three LEDs wide and in rows 1 .. 5; in the lowest three bits. */
static uint8_t digit_row(uint8_t digit, uint8_t row)
{
    static const uint8_t font[VIEW_DASH + 1][5] FLASH = {
        {7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 7, 1, 7}, {5, 5, 7, 1, 1}, {7, 4, 7, 1, 7},
        {7, 4, 7, 5, 7}, {7, 1, 1, 2, 2}, {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7}, {0, 0, 7, 0, 0}};
    row = (uint8_t)(row - 1);
    return row < 5 && digit <= VIEW_DASH ? flash_byte(&font[digit][row]) : 0;
}

uint8_t view_pair(uint8_t pair, uint8_t row)
{
    return digit_row(pair >> 4, row) * 16 | digit_row(pair & 15, row);
}

/* Two digits of a number, 0 .. 99. */
static uint8_t pair_of(uint8_t number, bool has_zeros)
{
    uint8_t pair = has_zeros ? 0 : VIEW_NO_DIGIT << 4;
    if (number >= 10)
        pair = 0;
    for (; number >= 10; number -= 10)
        pair += 16;
    return pair | number;
}

uint8_t view_number(uint8_t number, uint8_t row)
{
    uint8_t lit = view_pair(pair_of(number, false), row);
    return number < 10 ? lit * 4 : lit;
}

/* 100 to the power of 0 .. 4; 100 to the power of 5 is more than 32 bits. */
static uint32_t power_of_100(uint8_t power)
{
    static const uint32_t powers[] FLASH = {1, 100, 10000, 1000000, 100000000};
    return flash_long(&powers[power]);
}

/* A module without a digit, or a number below 100, needs no division, which takes 650 cycles. */
uint8_t view_digits(uint32_t number, uint8_t after, uint8_t room)
{
    if (room <= 4 && number >= power_of_100(room))
        return VIEW_DASHES;
    if (after > 4 || (after && number < power_of_100(after)))
        return VIEW_NOTHING;
    if (after)
        number /= power_of_100(after);
    bool has_zeros = number >= 100;
    return pair_of((uint8_t)(has_zeros ? number % 100 : number), has_zeros);
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
        return step >> 3 == (uint8_t)(8 * module + digit) ? led_of(1, within & 7) : 0;
    within = (uint8_t)(step - walk);
    if (within < 8)
        return within == digit ? 0xff : 0;
    return within < 16 ? led_of(1, (uint8_t)(within - 8)) : 0xff;
}
