/* The comparison image: runs every program on the same chip, and prints one table on the serial line. */
#include "firmware/bench/bench.h"
#include "firmware/console/print.h"
#include "firmware/count/known.h"
#include "firmware/version.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/mcu.h"
#include "hal/measure.h"
#include "hal/uart.h"

#include <stdbool.h>

#define N_MIN       4
#define FIRST_MOVES 876 /* known, at n = 8 */

#define PROGRAM_ID(ID, function, name, largest)      ID,
#define PROGRAM_NAME(ID, function, name, largest)    name "\0"
#define PROGRAM_LARGEST(ID, function, name, largest) largest,

enum program { BENCH_PROGRAMS(PROGRAM_ID) PROGRAMS };

static const char names[] FLASH = BENCH_PROGRAMS(PROGRAM_NAME);
static const uint8_t largest[] FLASH = {BENCH_PROGRAMS(PROGRAM_LARGEST)};

struct tally tally;

struct measurements {
    struct tally tally;
    uint32_t cycles;
    uint16_t ram;   /* bytes of static variables */
    uint16_t stack; /* bytes, with the return address */
};

/* ---- The runs ---- */

__attribute__((noinline)) static void run(enum program program, uint8_t n)
{
    tally = (struct tally){0};
    switch (program) {
#define PROGRAM_RUN(ID, function, name, largest)                                                             \
    case ID: function(n); break;
        BENCH_PROGRAMS(PROGRAM_RUN)
    default: break;
    }
}

/* Makes two runs: one for the memory, without interrupts, and one for the time. */
static void measure(enum program program, uint8_t n, struct measurements *found)
{
    while (uart_room() < UART_RING) { /* the interrupt of the serial line would disturb the measurement */
    }
    cpu_lock();
    ram_paint();
    run(program, n);
    found->ram = ram_static();
    found->stack = ram_stack();
    cpu_unlock();
    cycles_start();
    run(program, n);
    found->cycles = cycles_stop();
    found->tally = tally;
}

static bool is_right(enum program program, uint8_t n, const struct tally *found, const struct tally *own)
{
    uint64_t known;
    if (program == FIRST)
        return found->solutions == 1 && (found->moves_high << 8 | found->moves) == FIRST_MOVES;
    if (!count_known(n, &known) || found->solutions != known)
        return false;
    return program == TOTAL || (found->sum == own->sum && found->sums == own->sums);
}

/* ---- The table ---- */

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

static void print_name(const char *name)
{
    uint8_t width = 8;
    for (const char *c = name; flash_byte(c) != '\0'; c++)
        width--;
    print_flash(name);
    while (width--)
        print_char(' ');
}

/* `own`: the cycles of the firmware's own search, or 0 if the two cannot be compared. */
static void print_line(enum program program, uint8_t n, const struct measurements *found, uint32_t own,
                       bool right)
{
    uint32_t cycles = found->cycles;
    print_name(text_nth(names, program));
    print_field(n, 0, 3);
    print_field(found->tally.solutions, 0, 11);
    print_field(found->tally.moves_high << 8 | found->tally.moves, 0, 10);
    print_field(cycles, 0, 11);
    print_field((cycles + F_CPU / 200000) / (F_CPU / 100000), 2, 11);
    print_field(found->ram, 0, 8);
    print_field(found->stack, 0, 7);
    if (own)
        print_field((uint32_t)(((uint64_t)cycles * 100 + own / 2) / own), 2, 8);
    else
        print_flash(FLASH_TEXT("       -"));
    print_flash(right ? FLASH_TEXT("  right") : FLASH_TEXT("  WRONG"));
    print_end();
}

static void print_table(void)
{
    uint8_t rows = 0;
    uint8_t wrong = 0;
    print_end();
    print_flash(FLASH_TEXT("program   n  solutions     moves     cycles         ms  static  stack   ratio"));
    print_end();
    for (uint8_t n = N_MIN; n <= flash_byte(&largest[TOTAL]); n++) {
        struct measurements own = {.cycles = 0};
        for (enum program program = SEARCH; program < PROGRAMS; program++) {
            struct measurements found;
            if (n > flash_byte(&largest[program]) || (program == FIRST && n != 8))
                continue;
            measure(program, n, &found);
            if (program == SEARCH)
                own = found;
            bool right = is_right(program, n, &found.tally, &own.tally);
            print_line(program, n, &found, program == FIRST ? 0 : own.cycles, right);
            rows++;
            wrong = (uint8_t)(wrong + !right);
        }
    }
    print_number(rows);
    print_flash(FLASH_TEXT(" rows, "));
    print_number(wrong);
    print_flash(FLASH_TEXT(" wrong. Any key: again"));
    print_end();
}

int main(void)
{
    uart_init();
    cpu_unlock();
    cycles_init();
    for (;;) {
        print_flash(FLASH_TEXT("nqueens bench " VERSION " (" MCU_NAME ", 16 MHz)"));
        print_end();
        print_flash(FLASH_TEXT("moves: queens placed; in scan and first: positions tried"));
        print_table();
        /* Wait for a key. */
        for (;;) {
            cpu_lock();
            if (uart_waiting())
                break;
            cpu_sleep();
        }
        cpu_unlock();
        while (uart_waiting())
            uart_drop();
    }
}
