/*
 * From reset to prompt and demo on the simulated Uno; hangs and strays, put into the running firmware: it
 * comes back and names the cause.
 */
#include "tests/support/line.h"

/* Nanos until 2018 have it; a watchdog reset never leaves it. */
#define OLD_LOADER "/usr/share/arduino/hardware/arduino/avr/bootloaders/atmega/ATmegaBOOT_168_atmega328.hex"

enum { TIMSK1 = 0x6f, UBRR0L = 0xc4 };
enum { SLOT = 4, PAST_THE_IMAGE = 64 }; /* bytes: of an interrupt vector; after the end of the flash used */

#define BANNER "nqueens " VERSION " (ATmega328P, 16 MHz)\r\n"

/* A board that is powered on, and nothing has run yet. */
static struct uno *power_on(void)
{
    return line_board(NQUEENS_ELF, 1);
}

#define BOOT_TEST(name) UNO_TEST(name, power_on)

BOOT_TEST(the_first_line_names_version_chip_and_clock_then_comes_the_prompt)
{
    line_run_to(uno, "\n> ", 20);
    struct uno_output output = uno_output(uno);
    assert_memory_equal(output.text, BANNER, strlen(BANNER));
    assert_has(output.text, "help");
    assert_int_equal(text_times(output.text, "\r\n"), 2);
}

BOOT_TEST(after_a_reset_of_the_chip_the_old_picture_goes_without_garbage)
{
    static const uint8_t dark[8];
    uint8_t before[8];
    size_t count = 0, old = 0;
    line_run(uno, UNO_MS(600));
    uno_rows(uno, before);
    assert_memory_not_equal(before, dark, 8);
    uno_settings(uno)->settle = 0;
    uno_frames(uno, &old);
    uno_reset(uno, UNO_EXTERNAL);
    line_run(uno, UNO_MS(400));
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_in_range(count, old + 1, old + 9);
    for (; old < count; old++) /* the frame comes row by row: only rows of the old picture are left */
        for (int row = 0; row < 8; row++)
            assert_true(frames[old].rows[row] == before[row] || !frames[old].rows[row]);
    assert_memory_equal(frames[count - 1].rows, dark, 8);
}

BOOT_TEST(the_demo_starts_at_half_a_second_and_starts_over_at_its_end)
{
    size_t count = 0, solutions;
    const struct reference *all = reference_solve(8, &solutions);
    line_run(uno, UNO_MS(520));
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_int_equal(count, 1);
    line_frame_shows(&frames[0], &all[0]);
    assert_in_range(frames[0].cycle, UNO_MS(495), UNO_MS(520));
    assert_int_equal(frames[0].intensity, 4);
    line_run(uno, UNO_MS(500 * solutions + 100));
    frames = uno_frames(uno, &count);
    assert_int_equal(count, solutions + 1);
    for (size_t i = 0; i < count; i++)
        line_frame_shows(&frames[i], &all[i % solutions]);
    assert_int_equal(text_times(uno_output(uno).text, "\r\n15863724\r\n"), 2);
    assert_lacks(uno_output(uno).text, "\nok");
    assert_matches(line_type(uno, "\r", 1000), "stopped: @ s\r\n> ");
}

BOOT_TEST(a_line_within_the_first_millisecond_after_reset_is_answered)
{
    line_type_to(uno, "pace 50\r", "\nok\r\n> ", 50);
}

BOOT_TEST(typing_alone_does_not_end_the_demo)
{
    line_run(uno, UNO_MS(600));
    line_type(uno, "pa", 2000);
    assert_lacks(uno_output(uno).text, "stopped");
    assert_has(uno_output(uno).text, "\r\npa\r\n16837425\r\n17468253\r\n17582463\r\n24683175\r\n");
}

/* The answer to `info` as the first line after a reset. */
static const char *info(struct uno *uno)
{
    line_boot(uno);
    return line_ask(uno, "info");
}

/* That `info` names, as the first line after a reset. */
static void assert_cause(struct uno *uno, const char *cause)
{
    line_has(info(uno), text_of("last reset: %s", cause));
}

BOOT_TEST(info_names_the_cause_of_the_reset_whatever_the_ram_holds)
{
    assert_cause(uno, "power-on");
    uno_reset(uno, UNO_EXTERNAL);
    assert_cause(uno, "external");
    uno_reset(uno, UNO_BROWN_OUT);
    assert_cause(uno, "brown-out");
    for (int i = 0; i < 40; i++) {
        uno_power_cut(uno);
        assert_cause(uno, "power-on");
    }
}

BOOT_TEST(info_prints_the_true_sizes_of_memory)
{
    const char *answer = info(uno);
    unsigned fixed = 0, stack = 0, free_ram = 0, flash = 0;
    line_has(answer, "nqueens " VERSION " (ATmega328P, 16 MHz)");
    int found = sscanf(strstr(answer, "static RAM: "),
                       "static RAM: %u bytes deepest stack: %u bytes free RAM: %u bytes flash used: %u bytes",
                       &fixed, &stack, &free_ram, &flash);
    assert_int_equal(found, 4);
    assert_int_equal(fixed, uno_status(uno).static_ram);
    assert_int_equal(flash, uno_status(uno).flash_used);
    assert_int_equal(fixed + stack + free_ram, 2048);
    assert_in_range(stack, uno_status(uno).deepest - 4u, uno_status(uno).deepest);
}

/* ---- what is done to the chip ---- */

static uint32_t code(struct uno *uno, const char *name)
{
    int32_t found = uno_symbol(uno, name);
    if (found < 0)
        fail_msg("no symbol %s", name);
    return (uint32_t)found;
}

enum harm {
    HANG_WITH_INTERRUPTS,
    HANG_WITHOUT_INTERRUPTS,
    TICK_STOPS,
    OTHER_RATE,
    JUMP_TO_THE_START,
    JUMP_INTO_EMPTY_FLASH,
    INTERRUPT_WITHOUT_HANDLER,
    STACK_OVERFLOW
};

/* What `info` names as the cause of the reset that follows. */
static const char *const causes[] = {"watchdog",   "watchdog",   "watchdog",        "watchdog",
                                     "stray jump", "stray jump", "stray interrupt", "stack overflow"};

static void do_harm(struct uno *uno, enum harm harm)
{
    uint16_t end = (uint16_t)(uno_status(uno).ram_start + uno_status(uno).static_ram);
    switch (harm) {
    case HANG_WITH_INTERRUPTS: uno_jump(uno, code(uno, "__stop_program")); break; /* it jumps to itself */
    case HANG_WITHOUT_INTERRUPTS: uno_jump(uno, code(uno, "_exit")); break;
    case TICK_STOPS: uno_poke(uno, TIMSK1, 0); break;    /* main sleeps, and nothing wakes it */
    case OTHER_RATE: uno_poke(uno, UBRR0L, 0xff); break; /* 7,812 baud: neither end understands the other */
    case JUMP_TO_THE_START: uno_jump(uno, 0); break;
    case JUMP_INTO_EMPTY_FLASH: /* an erased word may skip the next: from an odd word, the reset's vector */
        uno_jump(uno, (code(uno, "__data_load_end") + PAST_THE_IMAGE) & ~3u);
        break;
    case INTERRUPT_WITHOUT_HANDLER: uno_jump(uno, 3 * SLOT); break; /* as if pins had changed */
    case STACK_OVERFLOW:
        for (uint16_t i = 0; i < 16; i++)
            uno_poke(uno, (uint16_t)(end + i), 0x42); /* what a stack down to here leaves */
    }
}

/* ---- an Uno ---- */

/* Does it; the chip must be back within half a second, and report why. */
static void comes_back(struct uno *uno, enum harm harm)
{
    line_tolerate(uno, true);
    uno_mark(uno);
    do_harm(uno, harm);
    line_run_to(uno, "nqueens " VERSION, 500);
    line_tolerate(uno, false);
    assert_cause(uno, causes[harm]);
    PLAY(uno, {"pace 0", 0, NULL}, {"count 8", 0, "@as known: 92@"});
}

TEST(a_hang_a_stray_jump_or_interrupt_and_a_stack_overflow_end_in_a_start_that_names_them)
{
    uint64_t chance = 5;
    for (enum harm harm = 0; harm <= STACK_OVERFLOW; harm++)
        EACH_TEXT(job, "solve 8\r", "solve 32\r", "count 20\r", "help\r")
            for (uint64_t round = 0; round < 5; round++) {
                struct uno *uno = line_board(NQUEENS_ELF, round);
                line_boot(uno);
                line_set(uno, "pace 20");
                uno_type(uno, job);
                line_run(uno, UNO_MS(40) + chance_next(&chance) % UNO_MS(200));
                comes_back(uno, harm);
                uno_free(uno);
            }
}

/* ---- a Nano with its old boot loader ---- */

/* A Nano, past its boot loader, which listens at 57600 baud, and at its first prompt. */
static struct uno *nano(void)
{
    struct uno_options options = {.bootloader = OLD_LOADER, .seed = 1};
    struct uno *uno = line_board_with(BUILD "/nano/nqueens.elf", &options);
    line_tolerate(uno, true);
    line_run_to(uno, "\n> ", 5000);
    return uno;
}

UNO_TEST(each_harm_that_leaves_interrupts_on_ends_in_a_start_that_names_it, nano)
{
    for (int round = 0; round < 2; round++)
        for (enum harm harm = 0; harm <= STACK_OVERFLOW; harm++)
            if (harm != HANG_WITHOUT_INTERRUPTS && harm != OTHER_RATE && harm != JUMP_INTO_EMPTY_FLASH) {
                line_set(uno, "pace 20");
                line_type(uno, "solve 8\r", 70);
                comes_back(uno, harm);
            }
    assert_int_equal(uno_status(uno).resets, 0); /* not by the watchdog, after which the loader would stay */
}

/* As the README describes it. */
UNO_TEST(a_hang_with_interrupts_off_ends_in_the_boot_loader_until_power_on, nano)
{
    uno_mark(uno);
    do_harm(uno, HANG_WITHOUT_INTERRUPTS);
    line_run(uno, UNO_MS(3000));
    assert_true(uno_status(uno).resets > 0);
    assert_lacks(uno_unread(uno), "nqueens");
    uno_power_cut(uno);
    line_run_to(uno, "nqueens " VERSION, 5000);
}
