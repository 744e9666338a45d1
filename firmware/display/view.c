/* Pictures for the display: rows of eight LEDs, computed from the board. */
#include "firmware/display/view.h"

#include "hal/flash.h"

/*
 * The LED of a column, as a bit of its row of LEDs: shifts by one for every `scale` columns, at most seven
 * times, so it needs no division and no shift by a variable.  0: it is beyond the end of the row.
 */
static uint8_t led_of(uint8_t scale, uint8_t column)
{
    uint8_t led = 0x80;
    if (column >= 8 * scale)
        return 0;
    for (; column >= scale; column -= scale) {
        led /= 2;
    }
    return led;
}

/* The kind of a queen, SCENE_PLACED, ..., which has the number of its row; 0: it is not lit. */
static uint8_t kind_of(const struct scene *scene, uint8_t queen)
{
    const struct board *board = scene->board;
    uint8_t kind = queen < board->row ? SCENE_PLACED : 0;
    if (queen == scene->tried || queen == scene->attacker)
        kind = kind ? SCENE_ATTACKING : SCENE_TRIED;
    else if (board_is_given(board, queen))
        kind = SCENE_GIVEN;
    return kind & scene->kinds;
}

static uint8_t rows_of(const struct board *board)
{
    return board->n < QUEENS_MAX ? board->n : QUEENS_MAX;
}

/* This and view_column look at the columns first: most queens are elsewhere. */
uint8_t view_queen(const struct scene *scene, uint8_t row, uint8_t column)
{
    const struct board *board = scene->board;
    uint8_t scale = scene->scale, queen = row * scale, end = rows_of(board), kind = 0;
    for (uint8_t rows = scale; rows; rows--, queen++)
        if (queen < end && (uint8_t)(board_column(board, queen) - column * scale) < scale)
            kind |= kind_of(scene, queen);
    return kind;
}

uint8_t view_column(const struct scene *scene, uint8_t row, uint8_t column)
{
    const struct board *board = scene->board;
    uint8_t scale = scene->scale, queen = row * scale, end = rows_of(board), leds = 0;
    uint8_t rows = scale; /* that the LED still shows */
    for (uint8_t led = 0x80; led; queen++) {
        if (queen < end && (uint8_t)(board_column(board, queen) - column * scale) < scale &&
            kind_of(scene, queen))
            leds |= led;
        if (--rows == 0) {
            rows = scale;
            led /= 2;
        }
    }
    return leds;
}

uint8_t view_row(const struct scene *scene, uint8_t row, uint8_t column)
{
    const struct board *board = scene->board;
    uint8_t scale = scene->scale, queen = row * scale, end = rows_of(board), leds = 0;
    for (uint8_t rows = scale; rows; rows--, queen++)
        if (queen < end && kind_of(scene, queen))
            leds |= led_of(scale, (uint8_t)(board_column(board, queen) - column * scale));
    return leds;
}

/* A bar of a row: all LEDs up to the one of column `reach`, on a row that begins with column `left`. */
static uint8_t bar(uint8_t scale, uint8_t reach, uint8_t left)
{
    if (reach < left)
        return 0;
    uint8_t led = led_of(scale, (uint8_t)(reach - left));
    return led ? -led : 0xff;
}

uint8_t view_bars(const struct board *board, uint8_t scale, uint8_t row, uint8_t column)
{
    uint8_t first = row * scale, last = (uint8_t)(first + scale - 1), rows = board->row;
    if (first >= rows || first >= QUEENS_MAX)
        return 0;
    if (last >= rows)
        last = rows - 1;
    return bar(scale, board_column(board, last % QUEENS_MAX), (uint8_t)(column * scale));
}

uint8_t view_progress(uint8_t done, uint8_t size, uint8_t row, uint8_t column)
{
    for (; row >= size && done; row -= size)
        done = done > 8 ? (uint8_t)(done - 8) : 0;
    if (!done)
        return 0;
    return bar(1, (uint8_t)((done < 8 ? done : 8) * size - 1), column);
}

/* A row of a digit or a letter, which is three LEDs wide and in rows 1 .. 5; in the lowest three bits. */
static uint8_t digit_row(uint8_t digit, uint8_t row)
{
    static const uint8_t font[VIEW_E + 1][5] FLASH = {
        {7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 7, 1, 7}, {5, 5, 7, 1, 1},
        {7, 4, 7, 1, 7}, {7, 4, 7, 5, 7}, {7, 1, 1, 2, 2}, {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7},
        {0, 0, 7, 0, 0}, {7, 4, 4, 4, 7}, {7, 4, 7, 4, 7}};
    row = (uint8_t)(row % 8 - 1);
    return row < 5 && digit <= VIEW_E ? flash_byte(&font[digit][row]) : 0;
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
    static const uint8_t words[VIEW_WORDS_EACH] FLASH = {0x50, VIEW_C * 16, 0x50 + VIEW_E}; /* SO, CO, SE */
    if (number >= VIEW_WORDS) {
        number -= VIEW_WORDS;
        if (number >= VIEW_WORDS_EACH) {
            number -= VIEW_WORDS_EACH;
            if (row % 8 == 7)
                return 0xff;
        }
        return number < VIEW_WORDS_EACH ? view_pair(flash_byte(&words[number]), row) : 0;
    }
    uint8_t leds = view_pair(pair_of(number, false), row);
    return number < 10 ? leds * 4 : leds;
}

uint8_t view_pair_at(uint32_t number, uint8_t after)
{
    for (; after; after--) {
        if (number < 100)
            return VIEW_NOTHING;
        number /= 100;
    }
    bool has_zeros = number >= 100;
    return pair_of((uint8_t)(has_zeros ? number % 100 : number), has_zeros);
}

void view_digits(uint8_t digits[SCENE_DIGITS], uint32_t number)
{
    for (uint8_t pair = 0; pair < SCENE_DIGITS; pair++)
        digits[pair] = view_pair_at(number, pair);
}

uint8_t view_pair_of(const uint8_t digits[SCENE_DIGITS], uint8_t after, uint8_t room)
{
    if (room < 2)
        return VIEW_NOTHING;
    if (room < SCENE_DIGITS && digits[room] != VIEW_NOTHING)
        return VIEW_DASHES;
    return after < SCENE_DIGITS ? digits[after] : VIEW_NOTHING;
}

uint8_t view_letter(uint8_t row)
{
    static const uint8_t letter[8] FLASH = {0x00, 0x7c, 0x40, 0x40, 0x78, 0x40, 0x40, 0x40};
    return flash_byte(&letter[row % 8]);
}

uint8_t view_test(uint16_t step, uint8_t modules, uint8_t module, uint8_t row)
{
    uint16_t walk = 64 * modules;
    uint8_t within = (uint8_t)step;
    if (step < walk)
        return step >> 3 == (uint8_t)(8 * module + row % 8) ? led_of(1, within & 7) : 0;
    within = (uint8_t)(step - walk);
    if (within < 8)
        return within == row % 8 ? 0xff : 0;
    return within < 16 ? led_of(1, (uint8_t)(within - 8)) : 0xff;
}
