/* Text on the serial line: characters, texts from flash, numbers. */
#include "print.h"

#include "apart.h"
#include "flash.h"
#include "text.h"
#include "uart.h"

#include <stdbool.h>
#include <string.h>

static bool begun; /* the cursor is not in the first column */

void print_char(char c)
{
    begun = c != '\n';
    uart_put((uint8_t)c);
}

/* No word has another in it. */
APART void print_word(uint8_t n)
{
    const char *text = text_word(n);
    for (char c; (c = (char)flash_byte(text)) != '\0'; text++)
        print_char(c);
}

void print_flash(const char *text)
{
    for (uint8_t c; (c = (uint8_t)flash_byte(text)) != 0; text++) {
        if (c >= TEXT_WORD)
            print_word((uint8_t)(c - TEXT_WORD));
        else
            print_char((char)c);
    }
}

void print_nth(const char *texts, uint8_t n)
{
    print_flash(text_nth(texts, n));
}

void print_text(const char *text)
{
    while (*text)
        print_char(*text++);
}

void print_end(void)
{
    print_char('\r');
    print_char('\n');
}

bool print_begun(void)
{
    return begun;
}

void print_fresh(void)
{
    if (begun)
        print_end();
}

void print_number(uint16_t number)
{
    static const uint16_t powers[] FLASH = {10000, 1000, 100, 10, 1};
    bool digits = false;
    for (uint8_t i = 0; i < 5; i++) {
        uint16_t power = flash_word(&powers[i]);
        char digit = '0';
        for (; number >= power; number = (uint16_t)(number - power))
            digit++;
        digits |= digit != '0' || power == 1;
        if (digits)
            print_char(digit);
    }
}

/* Takes a power of ten from the number; false, and nothing taken, where the number is smaller. */
static bool take(uint8_t rest[8], const uint8_t *power)
{
    uint8_t b = 7;
    while (b && rest[b] == flash_byte(power + b))
        b--;
    if (rest[b] < flash_byte(power + b))
        return false;
    bool borrow = false;
    for (b = 0; b < 8; b++) {
        int16_t digit = (int16_t)(rest[b] - flash_byte(power + b) - borrow);
        rest[b] = (uint8_t)digit;
        borrow = digit < 0;
    }
    return true;
}

/*
 * Powers of ten are taken away from the largest down: no division, and no buffer, since the digits come out
 * in the order in which they are sent.  Both chip and host keep the low byte first.
 */
void print_big(const void *number, uint8_t size)
{
    static const uint64_t powers[] FLASH = {10000000000000000000u,
                                            1000000000000000000u,
                                            100000000000000000u,
                                            10000000000000000u,
                                            1000000000000000u,
                                            100000000000000u,
                                            10000000000000u,
                                            1000000000000u,
                                            100000000000u,
                                            10000000000u,
                                            1000000000u,
                                            100000000u,
                                            10000000u,
                                            1000000u,
                                            100000u,
                                            10000u,
                                            1000u,
                                            100u,
                                            10u,
                                            1u};
    uint8_t rest[8] = {0};
    memcpy(rest, number, size);
    bool digits = false;
    for (uint8_t i = 0; i < 20; i++) {
        char digit = '0';
        while (take(rest, (const uint8_t *)&powers[i]))
            digit++;
        digits |= digit != '0' || i == 19;
        if (digits)
            print_char(digit);
    }
}

void print_count(const uint64_t *number, const char *noun)
{
    print_big(number, sizeof *number);
    print_flash(noun);
    if (*number != 1)
        print_char('s');
}
