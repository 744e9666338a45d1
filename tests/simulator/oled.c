/* The image for a 128x64 OLED: the board in pixels, numbers beside it, and a bus that may fail. */
#include "sim/board/ssd1306.h"
#include "tests/support/line.h"

static struct uno *oled(enum uno_matrix_kind kind)
{
    const struct uno_options options = {.seed = 1, .display = {.kind = kind}};
    struct uno *uno = line_board_with(BUILD "/uno-ssd1306/nqueens.elf", &options);
    line_boot(uno);
    line_set(uno, "pace 0");
    return uno;
}

static int setup(void **state)
{
    *state = oled(UNO_SSD1306);
    return 0;
}

#define OLED_TEST(name) UNO_TEST(name, setup)

static struct uno_frame picture_of(struct uno *uno)
{
    struct uno_frame frame;
    line_run(uno, UNO_MS(400));
    uno_picture(uno, &frame);
    return frame;
}

/* Whether any pixel, or every pixel, of a square of the board is lit. */
static unsigned pixels_of(const struct uno_frame *frame, unsigned row, unsigned column, unsigned size)
{
    unsigned lit = 0;
    for (unsigned i = 0; i < size * size; i++)
        lit += uno_frame_led(frame, row * size + i / size, column * size + i % size);
    return lit;
}

static void assert_board(struct uno *uno, const char *columns)
{
    unsigned n = (unsigned)strlen(columns), size = n <= 8 ? 8 : n <= 16 ? 4 : 2;
    struct uno_frame frame = picture_of(uno);
    for (unsigned row = 0; row < 64 / size; row++)
        for (unsigned column = 0; column < 64 / size; column++) {
            char c = row < n ? columns[row] : 0;
            unsigned queen = c ? (unsigned)(c <= '9' ? c - '1' : c - 'a' + 9) : 99;
            unsigned lit = pixels_of(&frame, row, column, size), all = size == 8 ? 18 : size * size;
            if (lit != (column == queen ? all : 0))
                fail_msg("%s: row %u, column %u has %u pixels", columns, row, column, lit);
        }
}

/* The number on the right half in line 0 .. 3, read with the font of the firmware; -1: nothing. */
static long number_shown(const struct uno_frame *frame, unsigned line)
{
    long number = -1;
    for (unsigned left = 64; left < 128; left += 8) {
        unsigned bits = 0;
        for (unsigned i = 0; i < 15; i++)
            bits = bits << 1 | uno_frame_led(frame, 16 * line + 2 + i / 3 * 2, left + 2 + i % 3 * 2);
        number = line_add_digit(number, bits);
    }
    return number;
}

OLED_TEST(each_queen_is_a_picture_up_to_8_rows_and_each_square_has_its_pixels_up_to_32)
{
    static const char *const boards[] = {
        "1", "2413", "15863724", "136824975", "13528gdbf6a49e7c", "135249bdfhnpmsqor8eg7a6likcj"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        line_askf(uno, "check %s", boards[i]);
        assert_board(uno, boards[i]);
    }
}

OLED_TEST(n_the_solutions_and_the_seconds_are_beside_the_board)
{
    line_ask(uno, "solve 10");
    struct uno_frame frame = picture_of(uno);
    assert_int_equal(number_shown(&frame, 0), 10);
    assert_int_equal(number_shown(&frame, 1), 724);
    assert_in_range(number_shown(&frame, 3), 0, 2);
    uno_type(uno, "solve 32\r");
    line_run(uno, UNO_MS(12500));
    frame = picture_of(uno);
    assert_int_equal(number_shown(&frame, 0), 32);
    assert_int_equal(number_shown(&frame, 1), 0);
    assert_in_range(number_shown(&frame, 3), 12, 13);
}

TEST(an_sh1106_shows_the_same_from_its_third_column_on_with_chain_1)
{
    struct uno *uno = oled(UNO_SH1106);
    line_set(uno, "chain 1");
    line_ask(uno, "check 15863724");
    assert_board(uno, "15863724");
    uno_free(uno);
}

OLED_TEST(orient_2_is_upside_down_and_5_and_7_are_reflections)
{
    line_ask(uno, "check 15863724");
    struct uno_frame upright = picture_of(uno);
    for (unsigned orient = 2; orient < 8; orient += orient == 2 ? 3 : 2) {
        line_setf(uno, "orient %u", orient);
        struct uno_frame turned = picture_of(uno);
        for (unsigned row = 0; row < 64; row++)
            for (unsigned column = 0; column < 128; column++)
                assert_int_equal(
                    uno_frame_led(&turned, orient == 5 ? row : 63 - row, orient == 7 ? column : 127 - column),
                    uno_frame_led(&upright, row, column));
    }
}

static bool says_no_answer(struct uno *uno)
{
    return strstr(line_ask(uno, "info"), "\r\nmatrix: no answer\r\n");
}

OLED_TEST(it_shows_the_picture_within_a_second_after_it_was_unplugged_or_its_bus_was_held_low)
{
    line_ask(uno, "check 15863724");
    assert_board(uno, "15863724");
    for (unsigned round = 0; round < 8; round++) {
        if (round % 2)
            uno_matrix_stick(uno, true);
        else
            uno_matrix_plug(uno, false);
        line_run(uno, UNO_MS(1000) + 77777 * round);
        assert_true(says_no_answer(uno));
        uno_matrix_stick(uno, false);
        if (round % 2 == 0)
            uno_matrix_plug(uno, true);
        line_run(uno, UNO_MS(600) + 77777 * round);
        assert_board(uno, "15863724");
        assert_false(says_no_answer(uno));
    }
}

/* A step of a frame on the bus: its clock pauses for less than 3000 cycles. */
struct steps {
    uint64_t first, last;
    uint32_t count, longest;
};

static void watch_clock(void *arg, enum uno_wire wire, uint64_t cycle, bool level)
{
    struct steps *steps = arg;
    if (wire != UNO_WIRE_SCL || !level)
        return;
    if (cycle > steps->last + 3000) {
        steps->count++;
        steps->first = cycle;
    }
    steps->last = cycle;
    if (cycle - steps->first > steps->longest)
        steps->longest = (uint32_t)(cycle - steps->first);
}

OLED_TEST(no_step_of_a_frame_takes_longer_than_1_5_ms)
{
    static const char *const lines[] = {"solve 8", "solve 30", "count 18", "test", "search 9"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct steps steps = {0};
        uno_type(uno, lines[i]);
        uno_type(uno, "\r");
        line_run(uno, UNO_MS(50));
        steps.first = steps.last = uno_cycle(uno);
        uno_on_wire(uno, watch_clock, &steps);
        line_run(uno, UNO_MS(2000));
        uno_on_wire(uno, NULL, NULL);
        line_measured("%s: the longest of %u steps takes %u cycles", lines[i], steps.count, steps.longest);
        assert_in_range(steps.longest, 5000, UNO_MS(3) / 2);
        line_type(uno, "\003", 50);
    }
}

OLED_TEST(it_stays_dark_until_all_of_its_memory_has_been_written)
{
    uno_matrix_plug(uno, true);
    for (unsigned ms = 0; ms < 2000; ms++) {
        struct uno_frame frame;
        line_run(uno, UNO_MS(1));
        uno_picture(uno, &frame);
        unsigned lit = 0;
        for (unsigned i = 0; i < UNO_PIXELS; i++)
            lit += uno_frame_led(&frame, i / 128, i % 128);
        assert_in_range(lit, 0, 600);
    }
}

/* ---- the simulated screen ---- */

static uint32_t refused(bool is_sh1106, const uint8_t *bytes, unsigned count)
{
    struct ssd1306 display = {.is_sh1106 = is_sh1106};
    ssd1306_power_up(&display);
    for (display.slave.bytes = 1; display.slave.bytes <= count; display.slave.bytes++)
        display.slave.take(&display.slave, bytes[display.slave.bytes - 1]);
    return display.refused;
}

TEST(a_screen_reports_commands_that_it_lacks_and_data_beyond_its_last_column)
{
    static const uint8_t horizontal[] = {0x00, 0x20, 0x00}, unknown[] = {0x00, 0xfe}, control[] = {0x01};
    static const uint8_t page[] = {0x00, 0x20, 0x02, 0xb0, 0x00, 0x10};
    uint8_t data[134] = {0x40};
    assert_int_equal(refused(false, horizontal, 3), 1);
    assert_int_equal(refused(false, unknown, 2), 1);
    assert_int_equal(refused(false, control, 1), 1);
    assert_int_equal(refused(false, page, 6), 0);
    assert_int_equal(refused(false, data, 129), 0);
    assert_int_equal(refused(false, data, 130), 1);
    assert_int_equal(refused(true, data, 133), 0);
    assert_int_equal(refused(true, data, 134), 1);
}
