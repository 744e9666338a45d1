/* Host tests of firmware/display/max7219.c: the words that go to the chain, in their order. */
#include "firmware/display/matrix.h"
#include "firmware/display/shape.h"
#include "tests/unit/unit.h"

/* Sends a frame of an empty board on so many modules. */
static void send(uint8_t modules, uint8_t bright)
{
    static const struct board empty = {.n = 8};
    const struct scene scene = {.board = &empty,
                                .queens = SCENE_QUEENS,
                                .tried = SCENE_NO_ROW,
                                .attacker = SCENE_NO_ROW,
                                .digits = {0xff, 0xff, 0xff, 0xff, 0xff},
                                .shape = shape_of(modules, 1),
                                .bright = bright & 15U,
                                .scale = 1,
                                .extent = 1};
    uint8_t step = 0;
    fake_spi_clear();
    while (step != MATRIX_DONE)
        step = matrix_send(&scene, step);
}

TEST(a_frame_is_eight_rows_then_every_control_register_and_the_shutdown_is_lifted_last)
{
    static const uint8_t registers[] = {1, 2, 3, 4, 5, 6, 7, 8, 15, 9, 11, 10, 12};
    static const uint8_t values[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 4, 1};
    for (uint8_t modules = 1; modules <= 8; modules++) {
        send(modules, 4);
        assert_int_equal(fake_spi_count, 13 * modules);
        for (unsigned i = 0; i < fake_spi_count; i++)
            assert_int_equal(fake_spi_words[i], registers[i / modules] << 8 | values[i / modules]);
    }
}

TEST(each_brightness_goes_to_its_register_as_it_is)
{
    for (uint8_t bright = 0; bright < 16; bright++) {
        send(1, bright);
        assert_int_equal(fake_spi_register[10], bright);
    }
}

TEST(at_brightness_0_the_modules_are_dimmed_before_their_leds_are_lit)
{
    send(2, 0);
    assert_int_equal(fake_spi_words[0], 10 << 8);
    assert_int_equal(fake_spi_words[1], 10 << 8);
}
