/* The image for an HT16K33 on the two-wire bus, its display there, gone, and in the way. */
#include "tests/support/line.h"

static struct uno *backpack_board(bool plugged)
{
    const struct uno_options options = {.seed = 1, .display = {.kind = UNO_HT16K33}};
    struct uno *uno = line_board_with(NQUEENS_HT16K33_ELF, &options);
    if (!plugged)
        uno_matrix_plug(uno, false);
    line_boot(uno);
    line_set(uno, "pace 0");
    return uno;
}

static int setup(void **state)
{
    *state = backpack_board(true);
    return 0;
}

#define BACKPACK_TEST(name) UNO_TEST(name, setup)

static const uint8_t dark[8];

static void shows_the_last_of_solve_8(struct uno *uno)
{
    struct reference last = reference_read("84136275", 8);
    line_shows(uno, &last, 0);
}

static bool says_no_answer(struct uno *uno)
{
    return strstr(line_ask(uno, "info"), "\r\nmatrix: no answer\r\n");
}

BACKPACK_TEST(the_backpack_shows_each_solution_upright_without_any_setting)
{
    const struct reference *all;
    size_t solutions = reference_solve(8, &all), seen = 0, count;
    line_set(uno, "pace 100");
    uno_settle(uno, UNO_MS(20));
    uno_forget_logs(uno);
    line_ask(uno, "solve 8");
    const struct uno_frame *frames = uno_frames(uno, &count);
    for (size_t i = 0; i < count && seen < solutions; i++) {
        uint8_t rows[8];
        reference_picture(&all[seen], rows);
        seen += memcmp(frames[i].rows, rows, 8) == 0;
    }
    assert_int_equal(seen, 92);
    shows_the_last_of_solve_8(uno);
    struct uno_frame now;
    line_set(uno, "bright 11");
    line_run(uno, UNO_MS(1000));
    uno_picture(uno, &now);
    assert_int_equal(now.intensity, 11);
    assert_false(says_no_answer(uno));
}

TEST(it_stays_dark_until_the_demo_begins)
{
    const struct uno_options options = {.seed = 7, .display = {.kind = UNO_HT16K33}};
    struct uno *uno = line_board_with(NQUEENS_HT16K33_ELF, &options);
    for (unsigned ms = 0; ms < 400; ms++) {
        line_run(uno, UNO_MS(1));
        line_lit(uno, dark, "dark");
    }
    uno_free(uno);
}

BACKPACK_TEST(the_line_is_kept_full_at_pace_0)
{
    double cycles = line_cycles_a_byte(uno);
    line_measured("HT16K33: solve 8 at pace 0 takes %.1f cycles a byte", cycles);
    assert_true(cycles < 1400);
}

TEST(without_a_display_everything_else_works_and_info_reports_it)
{
    struct uno *uno = backpack_board(false);
    assert_non_null(strstr(line_ask(uno, "solve 6"), "4 solutions, 152 queens placed, "));
    double cycles = line_cycles_a_byte(uno);
    line_measured("HT16K33 unplugged: solve 8 at pace 0 takes %.1f cycles a byte", cycles);
    assert_true(cycles < 1400);
    assert_true(says_no_answer(uno));
    uno_free(uno);
}

BACKPACK_TEST(it_is_found_again_within_a_second_when_it_is_plugged_in)
{
    line_ask(uno, "solve 8");
    line_run(uno, UNO_MS(100));
    for (unsigned ms = 0; ms < 1000; ms += 87) { /* unplugged at any moment of a frame */
        shows_the_last_of_solve_8(uno);
        uno_matrix_plug(uno, false);
        line_run(uno, UNO_MS(1000));
        line_lit(uno, dark, "dark");
        assert_true(says_no_answer(uno));
        uno_matrix_plug(uno, true);
        line_run(uno, UNO_MS(1000));
        shows_the_last_of_solve_8(uno);
        assert_false(says_no_answer(uno));
        line_run(uno, 16000 * (uint64_t)ms / 7);
    }
}

BACKPACK_TEST(a_bus_that_is_held_low_hangs_nothing_and_heals_within_a_second)
{
    double worst = 0;
    line_ask(uno, "solve 8");
    uno_matrix_stick(uno, true);
    line_type(uno, "solve 12\r", 50);
    for (unsigned i = 0; i < 20; i++) {
        double ms = line_key(uno, "?", "solve 12");
        worst = ms > worst ? ms : worst;
        line_run(uno, UNO_MS(37));
    }
    line_measured("HT16K33, bus held low: a live key is answered within %.1f ms", worst);
    line_stop(uno);
    line_run(uno, UNO_MS(1000));
    assert_true(says_no_answer(uno));
    uno_matrix_stick(uno, false);
    line_run(uno, UNO_MS(1000));
    assert_false(says_no_answer(uno));
    line_ask(uno, "solve 8");
    line_run(uno, UNO_MS(100));
    shows_the_last_of_solve_8(uno);
}

BACKPACK_TEST(there_is_one_module_whatever_is_set)
{
    line_set(uno, "modules 4x4");
    line_ask(uno, "solve 8");
    line_run(uno, UNO_MS(100));
    shows_the_last_of_solve_8(uno);
}

/* D2, where the button is else, is SDA there. */
TEST(on_a_leonardo_the_button_is_on_d4)
{
    static const char *const images[] = {LEONARDO_HT16K33_ELF, ARDUINO_LEONARDO_HT16K33_ELF};
    const struct uno_options options = {.seed = 1, .mcu = "atmega32u4", .display = {.kind = UNO_HT16K33}};
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        struct uno *uno = line_board_with(images[i], &options);
        line_run(uno, UNO_MS(3000)); /* the demo: it is not paused by what goes over the bus */
        assert_null(strstr(uno_output(uno).text, "paused"));
        uno_button_bounce(uno, true);
        line_run(uno, UNO_MS(100));
        uno_button_bounce(uno, false);
        line_run(uno, UNO_MS(100));
        assert_non_null(strstr(uno_output(uno).text, "paused"));
        uno_free(uno);
    }
}
