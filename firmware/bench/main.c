/* The comparison image: runs every program on the same chip, and prints one table on the serial line. */
#include "firmware/bench/bench.h"
#include "firmware/bench/table.h"
#include "firmware/console/print.h"
#include "firmware/count/count.h"
#include "firmware/version.h"
#include "hal/cpu.h"
#include "hal/cycles.h"
#include "hal/flash.h"
#include "hal/mcu.h"
#include "hal/uart.h"

#define N_MIN       4
#define FIRST_MOVES 876 /* known, at n = 8 */

enum program { SEARCH, RAYS, SCAN, PERMUTE, SAFE, MASK, TOTAL, FIRST, PROGRAMS };

struct tally tally;

static const char *name_of(enum program program)
{
    switch (program) {
    case RAYS: return FLASH_TEXT("rays");
    case SCAN: return FLASH_TEXT("scan");
    case PERMUTE: return FLASH_TEXT("permute");
    case SAFE: return FLASH_TEXT("safe");
    case MASK: return FLASH_TEXT("mask");
    case TOTAL: return FLASH_TEXT("count");
    case FIRST: return FLASH_TEXT("first");
    default: return FLASH_TEXT("search");
    }
}

/* Larger boards take too long, or more memory than the program has reserved. */
static uint8_t largest_n(enum program program)
{
    switch (program) {
    case PERMUTE:
    case FIRST: return 8;
    case RAYS:
    case SCAN:
    case SAFE: return 10;
    case TOTAL: return COUNT_N_MAX;
    default: return BENCH_N_MAX;
    }
}

__attribute__((noinline)) static void run(enum program program, uint8_t n)
{
    tally = (struct tally){0};
    switch (program) {
    case RAYS: rays_run(n); break;
    case SCAN: scan_run(n); break;
    case PERMUTE: permute_run(n); break;
    case SAFE: safe_run(n); break;
    case MASK: mask_run(n); break;
    case TOTAL: total_run(n); break;
    case FIRST: first_run(n); break;
    default: search_run(n); break;
    }
}

/* Makes two runs: one for the memory, without interrupts, and one for the time. */
static void measure(enum program program, uint8_t n, struct figures *figures)
{
    while (uart_room() < UART_RING) { /* the interrupt of the serial line would disturb the measurement */
    }
    cpu_lock();
    ram_paint();
    run(program, n);
    figures->ram = ram_static();
    figures->stack = ram_stack();
    cpu_unlock();
    cycles_start();
    run(program, n);
    figures->cycles = cycles_stop();
    figures->tally = tally;
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

static void fill_table(void)
{
    uint8_t rows = 0;
    uint8_t wrong = 0;

    table_head();
    for (uint8_t n = N_MIN; n <= COUNT_N_MAX; n++) {
        struct figures own = {.cycles = 0};

        for (enum program program = SEARCH; program < PROGRAMS; program++) {
            struct figures figures;
            bool right;

            if (n > largest_n(program) || (program == FIRST && n != 8))
                continue;
            measure(program, n, &figures);
            if (program == SEARCH)
                own = figures;
            right = is_right(program, n, &figures.tally, &own.tally);
            table_line(name_of(program), n, &figures, program == FIRST ? 0 : own.cycles, right);
            rows++;
            wrong = (uint8_t)(wrong + !right);
        }
    }
    table_foot(rows, wrong);
}

static void wait_for_key(void)
{
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

int main(void)
{
    uart_init();
    cpu_unlock();
    cycles_init();
    for (;;) {
        print_flash(FLASH_TEXT("nqueens bench " VERSION " (" MCU_NAME ", 16 MHz)"));
        print_end();
        print_flash(FLASH_TEXT("moves: queens placed; in scan and first: positions tried"));
        fill_table();
        wait_for_key();
    }
}
