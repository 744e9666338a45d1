/* Hangs and strays, put into the running firmware on simulated boards: it comes back and names the cause. */
#define _GNU_SOURCE
#include "tests/support/line.h"

#include "sim/board/basics.h"

/* Nanos until 2018 have it; a watchdog reset never leaves it. */
#define OLD_LOADER "/usr/share/arduino/hardware/arduino/avr/bootloaders/atmega/ATmegaBOOT_168_atmega328.hex"

enum { EECR = 0x3f, EEPE = 2, MCUSR = 0x54, WDTCSR = 0x60, WDIE = 0x40, TIMSK1 = 0x6f, UBRR0L = 0xc4 };
enum { SLOT = 4, PAST_THE_IMAGE = 64 }; /* bytes: of an interrupt vector; after the end of the flash used */

/* ---- what is done to the chip ---- */

static uint32_t code(struct uno *uno, const char *name)
{
    int32_t found = uno_symbol(uno, name);
    if (found < 0)
        fail_msg("no symbol %s", name);
    return (uint32_t)found;
}

static void hang_with_interrupts(struct uno *uno)
{
    uno_jump(uno, code(uno, "__stop_program")); /* an instruction that jumps to itself */
}

static void hang_without_interrupts(struct uno *uno)
{
    uno_jump(uno, code(uno, "_exit"));
}

static void stop_the_tick(struct uno *uno)
{
    uno_poke(uno, TIMSK1, 0); /* main sleeps, and nothing wakes it */
}

static void change_the_rate(struct uno *uno)
{
    uno_poke(uno, UBRR0L, 0xff); /* 7,812 baud: neither end understands the other */
}

static void jump_to_the_start(struct uno *uno)
{
    uno_jump(uno, 0);
}

static void jump_into_empty_flash(struct uno *uno)
{
    uno_jump(uno, code(uno, "__data_load_end") + PAST_THE_IMAGE);
}

static void interrupt_without_handler(struct uno *uno)
{
    uno_jump(uno, 3 * SLOT); /* as if pins had changed */
}

static void overflow_the_stack(struct uno *uno)
{
    uint16_t end = (uint16_t)(uno_status(uno).ram_start + uno_status(uno).static_ram);
    for (uint16_t i = 0; i < 16; i++)
        uno_poke(uno, (uint16_t)(end + i), 0x42); /* what a stack down to here leaves */
}

/* ---- an Uno ---- */

/* Does it; the chip must be back within half a second, and report why.  Returns the cycles until then. */
static uint64_t comes_back(struct uno *uno, void (*harm)(struct uno *uno), const char *cause)
{
    char wanted[60] = "last reset: ";
    line_tolerate(uno, true);
    uno_mark(uno);
    uint64_t start = uno_cycle(uno);
    harm(uno);
    line_run_to(uno, "nqueens " VERSION, 500);
    uint64_t cycles = uno_cycle(uno) - start;
    line_run_to(uno, "\n> ", 100);
    line_tolerate(uno, false);
    line_has(line_ask(uno, "info"), strcat(wanted, cause));
    line_set(uno, "pace 0");
    assert_non_null(strstr(line_ask(uno, "count 8"), "as known: 92"));
    return cycles;
}

/* At 5 moments of this job. */
static void comes_back_from(const char *job, void (*harm)(struct uno *uno), const char *cause)
{
    uint64_t chance = 5, worst = 0;
    for (uint64_t round = 0; round < 5; round++) {
        struct uno *uno = line_board(NQUEENS_ELF, round);
        line_boot(uno);
        line_set(uno, "pace 20");
        uno_type(uno, job);
        line_run(uno, UNO_MS(40) + chance_next(&chance) % UNO_MS(200));
        uint64_t cycles = comes_back(uno, harm, cause);
        worst = cycles > worst ? cycles : worst;
        uno_free(uno);
    }
    line_measured("%.*s, %s: back after %.0f ms at most", (int)strcspn(job, "\r"), job, cause,
                  (double)worst / UNO_MS(1));
}

static void comes_back_from_all_jobs(void (*harm)(struct uno *uno), const char *cause)
{
    comes_back_from("solve 8\r", harm, cause);
    comes_back_from("solve 32\r", harm, cause);
    comes_back_from("count 20\r", harm, cause);
    comes_back_from("help\r", harm, cause);
}

#define HARM_TEST(name, harm, cause)                                                                         \
    TEST(name)                                                                                               \
    {                                                                                                        \
        comes_back_from_all_jobs(harm, cause);                                                               \
    }

HARM_TEST(an_endless_loop_with_interrupts_on_ends_by_the_watchdog, hang_with_interrupts, "watchdog")
HARM_TEST(an_endless_loop_with_interrupts_off_ends_by_the_watchdog, hang_without_interrupts, "watchdog")
HARM_TEST(a_tick_that_stops_ends_by_the_watchdog, stop_the_tick, "watchdog")
HARM_TEST(a_changed_rate_of_the_serial_line_ends_by_the_watchdog, change_the_rate, "watchdog")
HARM_TEST(a_jump_to_the_start_is_found_and_named, jump_to_the_start, "stray jump")
HARM_TEST(a_jump_into_empty_flash_is_found_and_named, jump_into_empty_flash, "stray jump")
HARM_TEST(an_interrupt_without_a_handler_is_found_and_named, interrupt_without_handler, "stray interrupt")
HARM_TEST(a_stack_overflow_is_found_and_named, overflow_the_stack, "stack overflow")

QUIET_TEST(a_count_resumes_after_each_of_them_and_is_exact)
{
    static void (*const harms[])(struct uno * uno) = {hang_with_interrupts,      hang_without_interrupts,
                                                      jump_to_the_start,         jump_into_empty_flash,
                                                      interrupt_without_handler, overflow_the_stack};
    uint64_t placed = line_number(line_ask(uno, "count 14"), "queens");
    line_run(uno, UNO_MS(100));
    uno_type(uno, "count 14\r");
    line_run(uno, UNO_MS(3000)); /* it is saved after 2 s */
    line_tolerate(uno, true);
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
        line_boot(uno);
        line_has(line_ask(uno, "info"), "last reset: unknown");
        assert_int_equal(uno_status(uno).resets, 0);
    }
}

LINE_TEST(after_power_on_the_cause_is_power_on_whatever_the_ram_holds)
{
    for (int i = 0; i < 40; i++) {
        uno_power_cut(uno);
        line_boot(uno);
        line_has(line_ask(uno, "info"), "last reset: power-on");
    }
}

/* ---- a Nano with its old boot loader ---- */

/* A Nano, past its boot loader, which listens at 57600 baud, and at its first prompt. */
static struct uno *nano(void)
{
    struct uno_options options = {.bootloader = OLD_LOADER, .seed = 1};
    struct uno *uno = line_board_with(NANO_ELF, &options);
    line_tolerate(uno, true);
    line_run_to(uno, "\n> ", 5000);
    return uno;
}

static void solving_comes_back(struct uno *uno, void (*harm)(struct uno *uno), const char *cause)
{
    line_set(uno, "pace 20");
    line_type(uno, "solve 8\r", 70);
    uint64_t cycles = comes_back(uno, harm, cause);
    line_measured("Nano, %s: back after %.0f ms", cause, (double)cycles / UNO_MS(1));
}

TEST(each_harm_that_leaves_interrupts_on_ends_in_a_start_that_names_it)
{
    struct uno *uno = nano();
    for (int round = 0; round < 2; round++) {
        solving_comes_back(uno, hang_with_interrupts, "watchdog");
        solving_comes_back(uno, stop_the_tick, "watchdog");
        solving_comes_back(uno, jump_to_the_start, "stray jump");
        solving_comes_back(uno, interrupt_without_handler, "stray interrupt");
        solving_comes_back(uno, overflow_the_stack, "stack overflow");
    }
    assert_int_equal(uno_status(uno).resets, 0); /* not by the watchdog, after which the loader would stay */
    uno_free(uno);
}

TEST(a_write_to_the_eeprom_that_has_begun_is_completed_after_the_start)
{
    struct uno *uno = nano();
    line_set(uno, "bright 9");
    uno_type(uno, "save\r");
    for (int i = 0; i < 100000 && !(uno_peek(uno, EECR) & 1 << (EEPE - 1)); i++)
        uno_run(uno, 16);
    assert_true(uno_status(uno).is_eeprom_busy);
    uno_mark(uno);
    interrupt_without_handler(uno);
    line_run_to(uno, "\n> ", 500);
    assert_int_equal(uno_faults(uno, UNO_FAULT_EEPROM), 0);
    line_set(uno, "save");
    uno_reset(uno, UNO_EXTERNAL);
    line_run_to(uno, "\n> ", 5000);
    line_has(line_ask(uno, "settings"), "bright 4");
    uno_free(uno);
}

/* As the README describes it. */
TEST(a_hang_with_interrupts_off_ends_in_the_boot_loader_until_the_next_power_on)
{
    struct uno *uno = nano();
    uno_mark(uno);
    hang_without_interrupts(uno);
    line_run(uno, UNO_MS(3000));
    assert_true(uno_status(uno).resets > 0);
    assert_null(strstr(uno_unread(uno), "nqueens"));
    uno_power_cut(uno);
    line_run_to(uno, "nqueens " VERSION, 5000);
    uno_free(uno);
}

LINE_TEST(without_that_loader_the_watchdog_resets_the_chip_at_once)
{
    assert_false(uno_peek(uno, WDTCSR) & WDIE);
    line_tolerate(uno, true);
    uno_mark(uno);
    hang_with_interrupts(uno);
    line_run_to(uno, "nqueens " VERSION, 300);
    assert_int_equal(uno_status(uno).resets, 1);
}
