/*
 * Nanos until 2018: behind ATmegaBOOT_168, which a watchdog reset never leaves, the firmware comes back all
 * the same.
 */
#define _GNU_SOURCE
#include "tests/support/harm.h"
#include "tests/support/line.h"

#define OLD_LOADER "/usr/share/arduino/hardware/arduino/avr/bootloaders/atmega/ATmegaBOOT_168_atmega328.hex"

enum { EECR = 0x3f, EEPE = 2, WDTCSR = 0x60, WDIE = 0x40 };

/* A Nano, past its boot loader, which listens at 57600 baud, and at its first prompt. */
static struct uno *nano(void)
{
    struct uno_options options = {.bootloader = OLD_LOADER, .seed = 1};
    struct uno *uno = uno_new(NANO_ELF, &options);
    if (!uno)
        fail_msg("%s", uno_error());
    harm_tolerated(uno);
    line_run_to(uno, "\n> ", 5000);
    return uno;
}

static void comes_back(struct uno *uno, void (*harm)(struct uno *uno), const char *cause)
{
    char wanted[60] = "last reset: ";
    line_set(uno, "pace 20");
    line_type(uno, "solve 8\r", 70);
    uno_mark(uno);
    uint64_t start = uno_cycle(uno);
    harm(uno);
    line_run_to(uno, "nqueens " VERSION, 500);
    line_measured("%s: back after %.0f ms", cause, (double)(uno_cycle(uno) - start) / UNO_MS(1));
    line_run_to(uno, "\n> ", 100);
    line_has(line_ask(uno, "info"), strcat(wanted, cause));
    line_set(uno, "pace 0");
    assert_non_null(strstr(line_ask(uno, "count 8"), "as known: 92"));
}

TEST(each_harm_that_leaves_interrupts_on_ends_in_a_start_that_names_it)
{
    struct uno *uno = nano();
    for (int round = 0; round < 2; round++) {
        comes_back(uno, harm_hang_with_interrupts, "watchdog");
        comes_back(uno, harm_stop_the_tick, "watchdog");
        comes_back(uno, harm_jump_to_the_start, "stray jump");
        comes_back(uno, harm_interrupt_without_handler, "stray interrupt");
        comes_back(uno, harm_overflow_the_stack, "stack overflow");
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
    harm_interrupt_without_handler(uno);
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
    harm_hang_without_interrupts(uno);
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
    harm_tolerated(uno);
    uno_mark(uno);
    harm_hang_with_interrupts(uno);
    line_run_to(uno, "nqueens " VERSION, 300);
    assert_int_equal(uno_status(uno).resets, 1);
}
