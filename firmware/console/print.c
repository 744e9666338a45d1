/* Text on the serial line: characters, texts from flash, numbers. */
#include "firmware/console/print.h"

#include "hal/flash.h"
#include "hal/uart.h"

#include <stdbool.h>

enum { FIRST_COLUMN, BEGUN, MARKED };
static uint8_t line; /* the state of the current line */

void print_char(char c)
{
    line = c == '\n' ? FIRST_COLUMN : BEGUN;
    uart_put((uint8_t)c);
}

void print_flash(const char *text)
{
    for (char c; (c = (char)flash_byte(text)) != '\0'; text++)
        print_char(c);
}

const char *text_nth(const char *texts, uint8_t n)
{
    while (n)
        if (!flash_byte(texts++))
            n--;
    return texts;
}

void print_nth(const char *texts, uint8_t n)
{
    print_flash(text_nth(texts, n));
}

void print_end(void)
{
    print_char('\r');
    print_char('\n');
}

bool print_is_begun(void)
{
    return line != FIRST_COLUMN;
}

void print_ensure_newline(void)
{
    if (print_is_begun())
        print_end();
}

void print_mark_prompt(void)
{
    line = MARKED;
}

bool print_has_prompt(void)
{
    return line == MARKED;
}

/* Divides a number of `size` bytes by ten; returns the remainder.  Both may be the same object. */
static uint8_t divide(uint8_t *tenth, const uint8_t *number, uint8_t size)
{
    uint8_t rest = 0;
    while (size) {
        uint8_t byte = number[--size];
        for (uint8_t bit = 8; bit; bit--) {
            rest = (uint8_t)(rest << 1);
            if (byte & 0x80)
                rest++;
            byte = (uint8_t)(byte << 1);
            if (rest >= 10) {
                rest = (uint8_t)(rest - 10);
                byte++;
            }
        }
        tenth[size] = byte;
    }
    return rest;
}

/*
 * Computes the digits from the highest down, each as the last digit of the number after repeated division by
 * ten, without a buffer or a table (240 bytes).  Chip and host store the low byte first.
 */
void print_big(const void *number, uint8_t size)
{
    const uint8_t *bytes = number;
    while (size > 1 && !bytes[size - 1])
        size--;
    uint8_t seen = 0; /* not zero after the first digit that is not zero */
    for (uint8_t nth = (uint8_t)(size * 5 + 1) / 2; nth; nth--) { /* 3, 5, 8, 10, 13, 15, 18, 20 */
        uint8_t left[8], digit = 0;
        const uint8_t *from = bytes;
        for (uint8_t i = nth; i; i--, from = left)
            digit = divide(left, from, size);
        seen |= digit;
        if (seen || nth == 1)
            print_char((char)('0' + digit));
    }
}

/* Apart from print_big, which takes 20 bytes of stack more; many callers are already deep. */
void print_number(uint16_t number)
{
    static const uint16_t units[] FLASH = {10000, 1000, 100, 10, 1};
    bool seen = false; /* a digit that is not zero */
    for (const uint16_t *at = units; at < units + 5; at++) {
        uint16_t unit = flash_word(at);
        char digit = '0';
        for (; number >= unit; number = (uint16_t)(number - unit))
            digit++;
        if (digit != '0')
            seen = true;
        if (seen || unit == 1)
            print_char(digit);
    }
}

void print_count(const uint64_t *number, const char *noun)
{
    const uint8_t *bytes = (const uint8_t *)number;
    print_big(number, sizeof *number);
    print_flash(noun);
    uint8_t others = bytes[0] ^ 1; /* byte by byte: a comparison of 64 bits takes 24 bytes more */
    for (uint8_t i = 1; i < sizeof *number; i++)
        others |= bytes[i];
    if (others)
        print_char('s');
}
