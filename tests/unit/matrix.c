/* Host tests of firmware/display/max7219.c: the words that go to the chain, in their order. */
#include "firmware/display/matrix.h"
#include "tests/unit/unit.h"

BEFORE_EACH(begin)
{
    fake_spi_clear();
}

TEST(the_top_row_goes_to_digit_1_and_so_on_down)
{
    static const uint8_t rows[8] = {0x80, 0x08, 0x01, 0x04, 0x20, 0x02, 0x40, 0xff};
    static const uint16_t words[] = {0x0180, 0x0208, 0x0301, 0x0404, 0x0520, 0x0602, 0x0740, 0x08ff};
    for (uint8_t line = 0; line < 8; line++) {
        matrix_begin(line);
        matrix_put(line, rows[line]);
        matrix_end();
    }
    assert_int_equal(fake_spi_count, 8);
    assert_memory_equal(fake_spi_words, words, sizeof words);
}

TEST(each_control_register_is_sent_as_often_as_there_are_modules)
{
    for (uint8_t modules = 1; modules <= 12; modules++) {
        fake_spi_clear();
        matrix_control(4, modules);
        assert_int_equal(fake_spi_count, 5 * modules);
        for (unsigned i = 0; i < 5u * modules; i++)
            assert_int_equal(fake_spi_words[i], fake_spi_words[i - i % modules]);
    }
}

TEST(every_control_register_is_sent_and_the_shutdown_is_lifted_last)
{
    static const uint16_t words[] = {0x0f00, 0x0900, 0x0b07, 0x0a04, 0x0c01};
    matrix_control(4, 1);
    assert_int_equal(fake_spi_count, 5);
    assert_memory_equal(fake_spi_words, words, sizeof words);
}

TEST(each_brightness_goes_to_its_register_as_it_is)
{
    for (uint8_t bright = 0; bright < 16; bright++) {
        matrix_control(bright, 1);
        assert_int_equal(fake_spi_register[10], bright);
    }
}
