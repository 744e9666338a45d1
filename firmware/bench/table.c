/* The table of the comparison image: a line for each run. */
#include "firmware/bench/table.h"

#include "firmware/console/print.h"
#include "hal/flash.h"

#define FIELD_MAX 16

/* Prints a number with `decimals` digits after a point, right aligned in a field. */
static void print_field(uint32_t number, uint8_t decimals, uint8_t width)
{
    char field[FIELD_MAX];
    uint8_t at = FIELD_MAX;
    uint8_t digits = 0;

    do {
        if (digits != 0 && digits == decimals)
            field[--at] = '.';
        field[--at] = (char)('0' + number % 10);
        number /= 10;
        digits++;
    } while (number != 0 || digits <= decimals);
    for (uint8_t blanks = (uint8_t)(FIELD_MAX - at); blanks < width; blanks++)
        print_char(' ');
    while (at < FIELD_MAX)
        print_char(field[at++]);
}

void table_head(void)
{
    print_end();
    print_flash(FLASH_TEXT("program   n  solutions     moves     cycles         ms  static  stack   ratio"));
    print_end();
}

static void print_ratio(uint32_t cycles, uint32_t own)
{
    if (own)
        print_field((uint32_t)(((uint64_t)cycles * 100 + own / 2) / own), 2, 8);
    else
        print_flash(FLASH_TEXT("       -"));
}

static void print_name(const char *name)
{
    uint8_t width = 8;

    for (const char *c = name; flash_byte(c) != '\0'; c++)
        width--;
    print_flash(name);
    while (width--)
        print_char(' ');
}

void table_line(const char *name, uint8_t n, const struct figures *figures, uint32_t own, bool right)
{
    print_name(name);
    print_field(n, 0, 3);
    print_field(figures->tally.solutions, 0, 11);
    print_field(figures->tally.moves_high << 8 | figures->tally.moves, 0, 10);
    print_field(figures->cycles, 0, 11);
    print_field((figures->cycles + F_CPU / 200000) / (F_CPU / 100000), 2, 11);
    print_field(figures->ram, 0, 8);
    print_field(figures->stack, 0, 7);
    print_ratio(figures->cycles, own);
    print_flash(right ? FLASH_TEXT("  right") : FLASH_TEXT("  WRONG"));
    print_end();
}

void table_foot(uint8_t rows, uint8_t wrong)
{
    print_number(rows);
    print_flash(FLASH_TEXT(" rows, "));
    print_number(wrong);
    print_flash(FLASH_TEXT(" wrong. Any key: again"));
    print_end();
}
