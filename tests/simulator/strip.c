/* The image for a panel of WS2812B LEDs: colours, pulses, and a serial line that loses nothing. */
#include "tests/support/line.h"

static struct uno *panel(uint8_t wide, uint8_t high, uint8_t chain, uint8_t orient)
{
    const struct uno_options options = {
        .seed = 1,
        .display = {.kind = UNO_WS2812, .wide = wide, .high = high, .chain = chain, .orient = orient}};
    struct uno *uno = line_board_with(BUILD "/uno-ws2812/nqueens.elf", &options);
    line_boot(uno);
    line_set(uno, "pace 0");
    line_setf(uno, "modules %ux%u", wide, high);
    line_setf(uno, "chain %u", chain);
    line_setf(uno, "orient %u", orient);
    return uno;
}

static int setup(void **state)
{
    *state = panel(1, 1, 0, 0);
    return 0;
}

#define STRIP_TEST(name) UNO_TEST(name, setup)

/* The picture that is shown 100 ms later, or at the next repair. */
static struct uno_frame picture_of(struct uno *uno)
{
    struct uno_frame frame;
    line_run(uno, UNO_MS(200));
    uno_picture(uno, &frame);
    return frame;
}

/* Fails unless the LEDs of the board have these colours: a letter for each LED of eight rows. */
static void assert_colours(struct uno *uno, const char *rows)
{
    static const char letters[] = ".rgybmcw"; /* by enum uno_colour */
    struct uno_frame frame = picture_of(uno);
    char seen[65] = "";
    for (unsigned led = 0; led < 64; led++)
        seen[led] = letters[uno_frame_colour(&frame, led / 8, led % 8)];
    assert_string_equal(seen, rows);
}

/* Each picture fills its panel: a board of 16 rows, or one of 8 with the number of its solutions. */
TEST(every_wiring_of_a_panel_shows_the_same_picture_once_it_is_set)
{
    static const uint8_t shapes[][2] = {{1, 1}, {2, 2}, {4, 1}, {1, 4}};
    for (unsigned i = 0; i < 4; i++) {
        struct uno_frame first = {0};
        for (uint8_t wiring = 0; wiring < 16; wiring++) {
            struct uno *uno = panel(shapes[i][0], shapes[i][1], wiring / 8, wiring % 8);
            line_ask(uno, i == 1 ? "check 13528gdbf6a49e7c" : "solve 8");
            struct uno_frame frame = picture_of(uno);
            if (wiring == 0)
                first = frame;
            assert_memory_equal(frame.colours, first.colours, sizeof frame.colours);
            uno_free(uno);
        }
        if (i == 1) {
            assert_true(uno_frame_led(&first, 0, 0) && uno_frame_led(&first, 15, 11));
        } else {
            struct reference last = reference_read("84136275", 8);
            uint8_t rows[8];
            reference_picture(&last, rows);
            assert_memory_equal(first.rows, rows, 8);
        }
    }
}

STRIP_TEST(queens_are_green_and_those_that_attack_each_other_red)
{
    line_ask(uno, "check 1423");
    assert_colours(uno, "g..........g.....r........r.....................................");
}

STRIP_TEST(given_queens_are_blue)
{
    line_ask(uno, "complete ...24...");
    assert_colours(uno, ".....g....g...........g..b.........b...........gg...........g...");
}

/* The first attack of a search: the queen of row 1 on the square that is tried in row 2. */
STRIP_TEST(a_tried_square_is_yellow_and_its_attacker_red)
{
    line_set(uno, "pace 10000");
    uno_type(uno, "search 8\r");
    line_run_to(uno, "place 1 1", 1000);
    assert_colours(uno, "g...............................................................");
    line_type(uno, ".", 20);
    assert_colours(uno, "r.......y.......................................................");
}

static bool draws_less(struct uno *uno, double limit)
{
    double most = 0;
    for (unsigned ms = 0; ms < 300; ms++) {
        line_run(uno, UNO_MS(10));
        double now = ws2812_current(uno_strip(uno));
        most = now > most ? now : most;
    }
    line_measured("64 LEDs draw up to %.0f mA", most);
    return most < limit;
}

STRIP_TEST(sixty_four_leds_draw_less_than_350_ma_even_if_all_are_lit_at_brightness_15)
{
    line_set(uno, "bright 15");
    line_ask(uno, "count 10");
    assert_true(draws_less(uno, 350));
    struct uno_frame frame = picture_of(uno);
    for (unsigned led = 0; led < 64; led++)
        assert_int_equal(uno_frame_colour(&frame, led / 8, led % 8), 7); /* white */
    uno_type(uno, "test\r");
    assert_true(draws_less(uno, 350));
}

/* Every pulse is checked by the strip: a violation is a fault, which fails the test. */
TEST(no_low_within_a_frame_is_longer_than_45_us_while_the_line_is_busy)
{
    static const uint8_t shapes[][2] = {{1, 1}, {2, 2}, {4, 4}};
    static const char *const lines[] = {"count 16", "solve 30", "search 8",
                                        "check 135249bdfhnpmsqor8eg7a6likcj"};
    for (unsigned i = 0; i < 3; i++) {
        struct uno *uno = panel(shapes[i][0], shapes[i][1], 1, 3);
        uno_strip(uno)->longest_low = 0;
        for (unsigned j = 0; j < 4; j++) {
            uno_type(uno, lines[j]);
            uno_type(uno, "\r");
            for (unsigned k = 0; k < 100; k++)
                line_type(uno, k % 3 ? "?" : "x\b", i < 2 ? 17 : 170);
            line_type(uno, "\003", 100);
        }
        double us = (double)uno_strip(uno)->longest_low / 16;
        line_measured("%ux%u: the longest low within %u whole frames is %.1f us", shapes[i][0], shapes[i][1],
                      uno_strip(uno)->frames, us);
        assert_true(us < 45 && uno_strip(uno)->frames > 20);
        uno_free(uno);
    }
}

TEST(a_live_key_is_answered_within_50_ms_with_1024_leds)
{
    struct uno *uno = panel(4, 4, 1, 0);
    double worst = 0;
    uno_type(uno, "count 16\r");
    line_run_to(uno, "\n", 100);
    for (unsigned i = 0; i < 60; i++) {
        double ms = line_key(uno, "?", "count 16");
        worst = ms > worst ? ms : worst;
        line_run(uno, UNO_MS(3) * i);
    }
    line_measured("1,024 LEDs: a live key is answered within %.1f ms", worst);
    uno_free(uno);
}

STRIP_TEST(a_panel_that_is_unplugged_and_plugged_in_shows_the_picture_within_a_second)
{
    line_ask(uno, "check 15863724");
    for (unsigned round = 0; round < 20; round++) {
        struct uno_frame before = picture_of(uno), now;
        uno_matrix_plug(uno, false);
        line_run(uno, UNO_MS(300) + 54321 * round);
        uno_matrix_plug(uno, true);
        line_run(uno, UNO_MS(1000));
        uno_picture(uno, &now);
        assert_memory_equal(now.colours, before.colours, sizeof now.colours);
    }
}

TEST(it_stays_dark_until_the_demo_begins)
{
    const struct uno_options options = {.seed = 7, .display = {.kind = UNO_WS2812}};
    struct uno *uno = line_board_with(BUILD "/uno-ws2812/nqueens.elf", &options);
    for (unsigned ms = 0; ms < 400; ms++) {
        struct uno_frame frame;
        line_run(uno, UNO_MS(1));
        uno_picture(uno, &frame);
        assert_int_equal(frame.intensity, 0);
    }
    uno_free(uno);
}

/* A panel of 32x8 whose columns run up and down by turns, as most of them. */
TEST(the_wizard_finds_the_wiring_of_a_panel)
{
    const struct uno_options options = {
        .seed = 1, .display = {.kind = UNO_WS2812, .wide = 4, .high = 1, .chain = 1, .orient = 6}};
    struct uno *uno = line_board_with(BUILD "/uno-ws2812/nqueens.elf", &options);
    line_boot(uno);
    line_set(uno, "modules 4x1");
    line_has(line_ask(uno, "orient ?"), "6  red at the bottom right, white above it");
    struct uno_frame frame = picture_of(uno);
    assert_int_equal(uno_frame_colour(&frame, 7, 31), UNO_RED);
    for (unsigned i = 1; i < 5; i++)
        assert_int_equal(uno_frame_colour(&frame, 7 - i, 31), 7);
    line_has(line_ask(uno, "6"), "1  no numbers");
    frame = picture_of(uno);
    static const uint8_t four[8] = {0, 0x14, 0x14, 0x1c, 0x04, 0x04};
    assert_memory_not_equal(frame.modules[3], four, 8); /* no number, because every second line is reversed */
    line_has(line_ask(uno, "1"), "chain 1");
    line_ask(uno, "check 246135");
    frame = picture_of(uno);
    assert_int_equal(frame.modules[0][0], 0x40);
    assert_int_equal(frame.modules[0][5], 0x08);
    uno_free(uno);
}

/* ---- the simulated strip against the data sheets ---- */

/* A strip of one LED gets 24 ones, high for so many ns, low for so many.  Returns what it reports. */
static uint32_t refused(unsigned high, unsigned low)
{
    struct ws2812 strip = {.hz = 1000000000, .leds = 1, .plugged = true};
    uint64_t cycle = 1000000;
    for (unsigned bit = 0; bit < 24; bit++) {
        ws2812_edge(&strip, cycle, true);
        ws2812_edge(&strip, cycle += high, false);
        cycle += low;
    }
    ws2812_latch(&strip);
    return strip.refused;
}

TEST(a_pulse_outside_the_limits_of_any_data_sheet_is_reported_to_the_ns)
{
    static const unsigned good[][2] = {{250, 580}, {380, 580}, {650, 580}, {750, 580}, {375, 49999}},
                          bad[][2] = {{249, 600}, {381, 600}, {649, 600},
                                      {751, 600}, {375, 579}, {375, 50000}};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(refused(good[i][0], good[i][1]), 0);
    for (unsigned i = 0; i < 6; i++)
        assert_true(refused(bad[i][0], bad[i][1]) > 0);
}

TEST(an_led_that_gets_less_than_24_bits_is_reported)
{
    struct ws2812 strip = {.hz = 1000000000, .leds = 1, .plugged = true};
    ws2812_edge(&strip, 1000000, true);
    ws2812_edge(&strip, 1000375, false);
    assert_non_null(ws2812_latch(&strip));
}
