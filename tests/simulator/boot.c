/* From reset to the prompt and the demo, on the simulated Uno. */
#include "tests/support/line.h"

#define BANNER "nqueens " VERSION " (ATmega328P, 16 MHz)\r\n"

/* A board that is powered on, and nothing has run yet. */
static int power_on(void **state)
{
    *state = line_board(NQUEENS_ELF, 1);
    return 0;
}

#define BOOT_TEST(name) UNO_TEST(name, power_on)

BOOT_TEST(the_first_line_names_version_chip_and_clock_then_comes_help_and_the_prompt)
{
    line_run_to(uno, "\n> ", 20);
    struct uno_output output = uno_output(uno);
    assert_memory_equal(output.text, BANNER, strlen(BANNER));
    assert_non_null(strstr(output.text, "help"));
    assert_int_equal(line_times(output.text, "\r\n"), 2);
    line_measured("%.1f ms from reset to prompt", (double)uno_cycle(uno) / UNO_MS(1));
}

TEST(the_matrix_stays_dark_until_the_demo_whatever_the_noise_in_ram)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct uno *uno = line_board(NQUEENS_ELF, seed);
        size_t count = 0;
        uno_settle(uno, 0); /* not even a glimpse */
        line_run(uno, UNO_MS(490));
        uno_frames(uno, &count);
        assert_int_equal(count, 0);
        assert_true(uno_matrix(uno)->on);
        uno_free(uno);
    }
}

BOOT_TEST(after_a_reset_of_the_chip_alone_the_old_picture_goes_without_garbage)
{
    static const uint8_t dark[8];
    uint8_t before[8];
    size_t count = 0, old = 0;
    line_run(uno, UNO_MS(600));
    uno_rows(uno, before);
    assert_memory_not_equal(before, dark, 8);
    uno_settle(uno, 0);
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
    const struct reference *all;
    size_t count = 0, solutions = reference_solve(8, &all);
    uint8_t first[8];
    reference_picture(&all[0], first);
    line_run(uno, UNO_MS(520));
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_int_equal(count, 1);
    assert_memory_equal(frames[0].rows, first, 8);
    assert_in_range(frames[0].cycle, UNO_MS(495), UNO_MS(520));
    assert_int_equal(frames[0].intensity, 4);
    line_run(uno, UNO_MS(500 * solutions + 100));
    frames = uno_frames(uno, &count);
    assert_int_equal(count, solutions + 1);
    for (size_t i = 0; i < count; i++) {
        uint8_t rows[8];
        reference_picture(&all[i % solutions], rows);
        assert_memory_equal(frames[i].rows, rows, 8);
    }
    assert_int_equal(line_times(uno_output(uno).text, "\r\n15863724\r\n"), 2);
    assert_null(strstr(uno_output(uno).text, "\nok"));
}

BOOT_TEST(a_line_within_the_first_millisecond_after_reset_is_answered)
{
    uno_type(uno, "pace 50\r");
    line_run_to(uno, "\nok\r\n> ", 50);
}

BOOT_TEST(typing_alone_does_not_end_the_demo)
{
    line_run(uno, UNO_MS(600));
    line_type(uno, "pa", 2000);
    assert_null(strstr(uno_output(uno).text, "stopped"));
    assert_non_null(
        strstr(uno_output(uno).text, "\r\npa\r\n16837425\r\n17468253\r\n17582463\r\n24683175\r\n"));
}

/* The answer to `info` as the first line after a reset. */
static const char *info(struct uno *uno)
{
    line_boot(uno);
    return line_ask(uno, "info");
}

BOOT_TEST(info_names_the_cause_of_the_reset)
{
    line_has(info(uno), "last reset: power-on");
    uno_reset(uno, UNO_EXTERNAL);
    line_has(info(uno), "last reset: external");
    uno_reset(uno, UNO_BROWN_OUT);
    line_has(info(uno), "last reset: brown-out");
    uno_power_cut(uno);
    line_has(info(uno), "last reset: power-on");
}

BOOT_TEST(each_reset_prints_banner_and_prompt_once)
{
    static const enum uno_reset causes[] = {UNO_POWER_ON, UNO_EXTERNAL, UNO_BROWN_OUT};
    for (size_t i = 0; i < 3; i++) {
        line_run(uno, UNO_MS(300) + 12345 * i);
        uno_reset(uno, causes[i]);
        const char *output = line_type(uno, "", 100);
        assert_int_equal(line_times(output, BANNER), 1);
        assert_string_equal(strrchr(output, '\n'), "\n> ");
    }
    assert_int_equal(uno_status(uno).resets, 0);
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
