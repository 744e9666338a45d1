/* Hangs and strays, put into the running firmware on the simulated Uno: it comes back and names the cause. */
#define _GNU_SOURCE
#include "tests/support/harm.h"
#include "tests/support/line.h"

#include "sim/board/chance.h"

enum { MCUSR = 0x54, SPL = 0x5d, SPH = 0x5e, TIMSK1 = 0x6f, SLOT = 4 };

/* Does it, at 5 moments of this job; each time the chip must be back within half a second, and report why. */
static void comes_back(void (*harm)(struct uno *uno), const char *job, const char *cause)
{
    uint64_t chance = 5, worst = 0;
    for (int round = 0; round < 5; round++) {
        struct uno *uno = line_board(NQUEENS_ELF, (uint64_t)round);
        char wanted[60] = "last reset: ";
        line_run_to(uno, "\n> ", 100);
        line_set(uno, "pace 20");
        uno_type(uno, job);
        line_run(uno, UNO_MS(40) + chance_next(&chance) % UNO_MS(200));
        harm_tolerated(uno);
        uno_mark(uno);
        uint64_t start = uno_cycle(uno);
        harm(uno);
        if (uno_run_to(uno, "nqueens " VERSION, UNO_MS(500)) != UNO_FOUND)
            fail_msg("did not come back from '%s'; cause: %s", job, cause);
        worst = uno_cycle(uno) - start > worst ? uno_cycle(uno) - start : worst;
        uno_run_to(uno, "\n> ", UNO_MS(100));
        for (int fault = 0; fault < UNO_FAULTS; fault++)
            uno_tolerate(uno, (enum uno_fault)fault, false);
        line_has(line_ask(uno, "info"), strcat(wanted, cause));
        line_set(uno, "pace 0");
        assert_non_null(strstr(line_ask(uno, "count 8"), "as known: 92"));
        uno_free(uno);
    }
    line_measured("%s: back after %.0f ms at most", cause, (double)worst / UNO_MS(1));
}

static void comes_back_from_all_jobs(void (*harm)(struct uno *uno), const char *cause)
{
    comes_back(harm, "solve 8\r", cause);
    comes_back(harm, "solve 32\r", cause);
    comes_back(harm, "count 20\r", cause);
    comes_back(harm, "help\r", cause);
}

TEST(an_endless_loop_with_interrupts_on_ends_by_the_watchdog)
{
    comes_back_from_all_jobs(harm_hang_with_interrupts, "watchdog");
}

TEST(an_endless_loop_with_interrupts_off_ends_by_the_watchdog)
{
    comes_back_from_all_jobs(harm_hang_without_interrupts, "watchdog");
}

TEST(a_tick_that_stops_ends_by_the_watchdog)
{
    comes_back(harm_stop_the_tick, "solve 8\r", "watchdog");
}

TEST(a_harm_jump_to_the_start_is_found_and_named)
{
    comes_back_from_all_jobs(harm_jump_to_the_start, "stray jump");
}

TEST(a_harm_jump_into_empty_flash_is_found_and_named)
{
    comes_back_from_all_jobs(harm_jump_into_empty_flash, "stray jump");
}

TEST(a_changed_rate_of_the_serial_line_ends_by_the_watchdog)
{
    comes_back_from_all_jobs(harm_change_the_rate, "watchdog");
}

TEST(an_interrupt_without_a_handler_is_found_and_named)
{
    comes_back_from_all_jobs(harm_interrupt_without_handler, "stray interrupt");
}

TEST(a_stack_overflow_is_found_and_named)
{
    comes_back_from_all_jobs(harm_overflow_the_stack, "stack overflow");
}

QUIET_TEST(a_count_resumes_after_each_of_them_and_is_exact)
{
    static void (*const harms[])(struct uno * uno) = {
        harm_hang_with_interrupts,  harm_hang_without_interrupts,   harm_jump_to_the_start,
        harm_jump_into_empty_flash, harm_interrupt_without_handler, harm_overflow_the_stack};
    uint64_t placed = line_number(line_ask(uno, "count 14"), "queens");
    line_run(uno, UNO_MS(100));
    uno_type(uno, "count 14\r");
    line_run(uno, UNO_MS(3000)); /* it is saved after 2 s */
    harm_tolerated(uno);
    for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
        uno_mark(uno);
        harms[i](uno);
        line_run_to(uno, "count 14 resumed: ", 600);
        line_run(uno, UNO_MS(150));
    }
    line_count_14_ends(uno, placed);
}

/*
 * Optiboot 4 clears MCUSR and does not pass it on: there is a start without a cause, in RAM that was used
 * before.
 */
LINE_TEST(a_reset_by_an_old_boot_loader_is_no_stray_jump)
{
    for (int i = 0; i < 3; i++) {
        line_run(uno, UNO_MS(700));
        uno_reset(uno, UNO_EXTERNAL);
        uno_poke(uno, MCUSR, 0);
        uno_poke(uno, 2, 0); /* r2 */
        uno_mark(uno);
        line_run_to(uno, "> ", 100);
        line_has(line_ask(uno, "info"), "last reset: unknown");
        assert_int_equal(uno_status(uno).resets, 0);
    }
}

LINE_TEST(after_power_on_the_cause_is_power_on_whatever_the_ram_holds)
{
    for (int i = 0; i < 40; i++) {
        uno_power_cut(uno);
        uno_mark(uno);
        line_run_to(uno, "\n> ", 100);
        line_has(line_ask(uno, "info"), "last reset: power-on");
    }
}
