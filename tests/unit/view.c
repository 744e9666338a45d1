/* Host tests of firmware/display/view.c: pictures of boards, and the eight ways to hang them. */
#include "firmware/display/view.h"
#include "firmware/queens/symmetry.h"
#include "tests/unit/unit.h"

static void assert_rows(const uint8_t rows[8], const uint8_t expected[8])
{
    for (unsigned row = 0; row < 8; row++)
        assert_int_equal(rows[row], expected[row]);
}

static void row_1_is_at_the_top_and_column_1_is_the_highest_bit(void **state)
{
    static const uint8_t expected[8] = {0x80, 0x08, 0x01, 0x04, 0x20, 0x02, 0x40, 0x10};
    struct board board;
    uint8_t rows[8];
    (void)state;
    board_read(&board, "15863724");
    view_board(rows, &board);
    assert_rows(rows, expected);
}

static void a_smaller_board_lies_in_the_top_left_corner(void **state)
{
    static const uint8_t expected[8] = {0x40, 0x10, 0x80, 0x20, 0, 0, 0, 0};
    struct board board;
    uint8_t rows[8];
    (void)state;
    memset(rows, 0xff, sizeof rows);
    board_read(&board, "2413");
    view_board(rows, &board);
    assert_rows(rows, expected);
}

static void only_filled_rows_are_shown(void **state)
{
    static const uint8_t two[8] = {0x40, 0x10}, none[8] = {0};
    struct board board;
    uint8_t rows[8];
    (void)state;
    board_read(&board, "2413");
    board.row = 2;
    view_board(rows, &board);
    assert_rows(rows, two);
    board.row = 0;
    view_board(rows, &board);
    assert_rows(rows, none);
}

/* The picture of one queen, drawn the other way round: each LED looks at its own squares. */
static bool lit(uint8_t n, uint8_t row, uint8_t column, unsigned led_row, unsigned led_column)
{
    static const uint8_t squares[QUEENS_MAX + 1] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
                                                    3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4};
    for (unsigned r = 0; r < squares[n]; r++)
        for (unsigned c = 0; c < squares[n]; c++)
            if (led_row * squares[n] + r == row && led_column * squares[n] + c == column)
                return true;
    return false;
}

static void each_square_of_each_size_lights_the_led_that_stands_for_it(void **state)
{
    static const uint8_t sizes[] = {1, 2, 7, 8, 9, 16, 17, 24, 25, 32};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes; i++)
        for (uint8_t row = 0; row < sizes[i]; row++)
            for (uint8_t column = 0; column < sizes[i]; column++) {
                uint8_t rows[8];
                view_clear(rows);
                view_light(rows, sizes[i], row, column);
                for (unsigned r = 0; r < 8; r++)
                    for (unsigned c = 0; c < 8; c++)
                        assert_int_equal(rows[r] >> (7 - c) & 1, lit(sizes[i], row, column, r, c));
            }
}

static void larger_boards_are_drawn_to_scale(void **state)
{
    static const struct {
        const char *board;
        uint8_t rows[8];
    } samples[] = {
        {"136824975", {0xc0, 0x30, 0xc0, 0x18, 0x20}},                          /* 9: two squares a LED */
        {"13528gdbf6a49e7c", {0xc0, 0xa0, 0x11, 0x06, 0x21, 0x48, 0x0a, 0x14}}, /* 16 */
        {"123456789abcdefgh", {0x80, 0x40, 0x20, 0x10, 0x08, 0x04}},            /* 17: three */
        {"123456789abcdefghijklmno", {0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01}}, /* 24 */
        {"ponmlkjihgfedcba987654321", {0x06, 0x0c, 0x18, 0x30, 0x60, 0xc0, 0x80}},      /* 25: four */
        {"wwwwwwwwwwwwwwww1111111111111111", {0x01, 0x01, 0x01, 0x01, 0x80, 0x80, 0x80, 0x80}},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct board board;
        uint8_t rows[8];
        board_read(&board, samples[i].board);
        view_board(rows, &board);
        for (unsigned row = 0; row < 8; row++)
            if (rows[row] != samples[i].rows[row])
                fail_msg("%s: row %u is %02x, not %02x", samples[i].board, row, rows[row],
                         samples[i].rows[row]);
    }
}

/* A picture without any symmetry. */
static const uint8_t odd[8] = {0xc0, 0x80, 0x01, 0x00, 0x24, 0x00, 0x10, 0x02};

static void the_eight_orients_are_turns_and_mirrors(void **state)
{
    static const uint8_t expected[8][8] = {
        {0xc0, 0x80, 0x01, 0x00, 0x24, 0x00, 0x10, 0x02}, {0x20, 0x01, 0x08, 0x00, 0x02, 0x08, 0x80, 0xc0},
        {0x40, 0x08, 0x00, 0x24, 0x00, 0x80, 0x01, 0x03}, {0x03, 0x01, 0x10, 0x40, 0x00, 0x10, 0x80, 0x04},
        {0xc0, 0x80, 0x08, 0x02, 0x00, 0x08, 0x01, 0x20}, {0x03, 0x01, 0x80, 0x00, 0x24, 0x00, 0x08, 0x40},
        {0x04, 0x80, 0x10, 0x00, 0x40, 0x10, 0x01, 0x03}, {0x02, 0x10, 0x00, 0x24, 0x00, 0x01, 0x80, 0xc0},
    };
    (void)state;
    for (uint8_t orient = 0; orient < 8; orient++) {
        uint8_t rows[8];
        memcpy(rows, odd, sizeof rows);
        view_orient(rows, orient);
        for (unsigned row = 0; row < 8; row++)
            if (rows[row] != expected[orient][row])
                fail_msg("orient %u: row %u is %02x, not %02x", orient, row, rows[row],
                         expected[orient][row]);
    }
}

static void assert_chain(const uint8_t *orients, unsigned count, const uint8_t expected[8])
{
    uint8_t rows[8];
    memcpy(rows, odd, sizeof rows);
    for (unsigned i = 0; i < count; i++)
        view_orient(rows, orients[i]);
    assert_rows(rows, expected);
}

static void four_turns_are_none_and_each_mirror_undoes_itself(void **state)
{
    (void)state;
    assert_chain((const uint8_t[]){1, 1, 1, 1}, 4, odd);
    assert_chain((const uint8_t[]){1, 3}, 2, odd);
    assert_chain((const uint8_t[]){2, 2}, 2, odd);
    for (uint8_t mirror = 4; mirror < 8; mirror++)
        assert_chain((const uint8_t[]){mirror, mirror}, 2, odd);
}

static void two_orients_in_a_row_are_always_one_of_the_eight(void **state)
{
    (void)state;
    for (uint8_t first = 0; first < 8; first++)
        for (uint8_t second = 0; second < 8; second++) {
            unsigned same = 0;
            uint8_t both[8];
            memcpy(both, odd, sizeof both);
            view_orient(both, first);
            view_orient(both, second);
            for (uint8_t orient = 0; orient < 8; orient++) {
                uint8_t rows[8];
                memcpy(rows, odd, sizeof rows);
                view_orient(rows, orient);
                same += !memcmp(rows, both, sizeof rows);
            }
            assert_int_equal(same, 1);
        }
}

static void orient_k_shows_image_k_of_a_board_of_eight_rows(void **state)
{
    char line[32];
    unsigned boards = 0;
    FILE *file = fopen("tests/vectors/solutions-8.txt", "r");
    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        struct board board, image = {.n = 8, .row = 8};
        line[strcspn(line, "\r\n")] = '\0';
        if (strlen(line) != 8)
            continue;
        boards++;
        board_read(&board, line);
        for (uint8_t k = 0; k < 8; k++) {
            uint8_t turned[8], drawn[8];
            view_board(turned, &board);
            view_orient(turned, k);
            for (uint8_t row = 0; row < 8; row++)
                image.col[row] = symmetry_column(&board, k, row);
            view_board(drawn, &image);
            assert_rows(turned, drawn);
        }
    }
    fclose(file);
    assert_int_equal(boards, 92);
}

static void to_darken_a_square_undoes_its_light_alone(void **state)
{
    (void)state;
    for (uint8_t n = 1; n <= QUEENS_MAX; n++)
        for (uint8_t at = 0; at < n; at++) {
            uint8_t rows[8], lit_rows[8];
            memset(rows, 0xff, sizeof rows);
            view_dark(rows, n, at, (uint8_t)(n - 1 - at));
            view_clear(lit_rows);
            view_light(lit_rows, n, at, (uint8_t)(n - 1 - at));
            for (unsigned row = 0; row < 8; row++)
                assert_int_equal(rows[row], 0xff ^ lit_rows[row]);
        }
}

static void bars_are_as_long_as_the_last_filled_row_is_far(void **state)
{
    static const uint8_t expected[8] = {0xc0, 0xe0, 0xff, 0xfc, 0xfe};
    struct board board;
    uint8_t rows[8];
    (void)state;
    board_read(&board, "1345fgacbd111111"); /* two rows a bar: the lower one counts */
    board.row = 10;
    view_bars(rows, &board);
    assert_rows(rows, expected);
}

static void a_number_of_one_digit_stands_in_the_middle_and_one_of_two_fills_the_width(void **state)
{
    static const uint8_t eight[8] = {0, 0x1c, 0x14, 0x1c, 0x14, 0x1c},
                         four[8] = {0, 0x14, 0x14, 0x1c, 0x04, 0x04};
    static const uint8_t fifteen[8] = {0, 0x27, 0x64, 0x27, 0x21, 0x77};
    uint8_t rows[8];
    (void)state;
    memset(rows, 0xff, sizeof rows);
    view_number(rows, 8);
    assert_rows(rows, eight);
    view_number(rows, 4);
    assert_rows(rows, four);
    view_number(rows, 15);
    assert_rows(rows, fifteen);
}

static void all_numbers_differ(void **state)
{
    uint8_t rows[100][8];
    (void)state;
    for (uint8_t a = 0; a < 100; a++) {
        view_number(rows[a], a);
        for (uint8_t b = 0; b < a; b++)
            assert_memory_not_equal(rows[a], rows[b], 8);
    }
}

static void progress_lights_as_many_leds_as_parts_are_done(void **state)
{
    static const uint8_t expected[8] = {0xff, 0xff, 0xe0};
    uint8_t rows[8];
    (void)state;
    view_progress(rows, 19);
    assert_rows(rows, expected);
    for (uint8_t parts = 0; parts <= 64; parts++) {
        unsigned leds = 0;
        view_progress(rows, parts);
        for (unsigned led = 0; led < 64; led++)
            leds += rows[led / 8] >> led % 8 & 1;
        assert_int_equal(leds, parts);
    }
}

static void no_two_orients_of_the_letter_look_the_same(void **state)
{
    uint8_t rows[8][8];
    (void)state;
    for (uint8_t a = 0; a < 8; a++) {
        view_letter(rows[a]);
        view_orient(rows[a], a);
        for (uint8_t b = 0; b < a; b++)
            assert_memory_not_equal(rows[a], rows[b], 8);
    }
}

static void the_test_lights_each_led_then_each_row_then_each_column_then_all(void **state)
{
    uint8_t rows[8];
    (void)state;
    for (uint8_t step = 0; step < VIEW_TEST_STEPS; step++) {
        view_test(rows, step);
        for (unsigned row = 0; row < 8; row++)
            for (unsigned column = 0; column < 8; column++) {
                bool expected = step < 64   ? row * 8 + column == step
                                : step < 72 ? row + 64 == step
                                : step < 80 ? column + 72 == step
                                            : true;
                assert_int_equal(rows[row] >> (7 - column) & 1, expected);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(row_1_is_at_the_top_and_column_1_is_the_highest_bit),
        cmocka_unit_test(a_smaller_board_lies_in_the_top_left_corner),
        cmocka_unit_test(only_filled_rows_are_shown),
        cmocka_unit_test(each_square_of_each_size_lights_the_led_that_stands_for_it),
        cmocka_unit_test(larger_boards_are_drawn_to_scale),
        cmocka_unit_test(the_eight_orients_are_turns_and_mirrors),
        cmocka_unit_test(four_turns_are_none_and_each_mirror_undoes_itself),
        cmocka_unit_test(two_orients_in_a_row_are_always_one_of_the_eight),
        cmocka_unit_test(orient_k_shows_image_k_of_a_board_of_eight_rows),
        cmocka_unit_test(to_darken_a_square_undoes_its_light_alone),
        cmocka_unit_test(bars_are_as_long_as_the_last_filled_row_is_far),
        cmocka_unit_test(a_number_of_one_digit_stands_in_the_middle_and_one_of_two_fills_the_width),
        cmocka_unit_test(all_numbers_differ),
        cmocka_unit_test(progress_lights_as_many_leds_as_parts_are_done),
        cmocka_unit_test(no_two_orients_of_the_letter_look_the_same),
        cmocka_unit_test(the_test_lights_each_led_then_each_row_then_each_column_then_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
