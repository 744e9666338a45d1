/* Host tests of firmware/display/: pictures, the eight ways to hang them, the words that go to the chain. */
#include "firmware/display/view.h"
#include "firmware/display/matrix.h"
#include "firmware/display/picture.h"
#include "firmware/display/shape.h"
#include "firmware/queens/queens.h"
#include "firmware/queens/symmetry.h"
#include "tests/unit/boards.h"
#include "tests/unit/unit.h"

/* One module's rows, which are what stands there read from left to right, and from above. */
#define ROWS(rows, line)                                                                                     \
    for (uint8_t at = 0; at < 8; at++)                                                                       \
        (rows)[at] = (line);

/* Draws it row by row, column by column, and LED by LED: all are the same picture. */
static void draw_scene(uint8_t rows[8], const struct scene *scene)
{
    uint8_t columns[8];
    ROWS(rows, view_row(scene, at, 0))
    ROWS(columns, view_column(scene, 0, at))
    reference_turn(columns, 0, true);
    assert_memory_equal(rows, columns, 8);
    for (uint8_t led = 0; led < 64; led++)
        assert_int_equal(view_queen(scene, led / 8, led % 8) != 0, rows[led / 8] >> (7 - led % 8) & 1);
}

static struct scene scene_of(const struct board *board, uint8_t kinds)
{
    return (struct scene){.board = board,
                          .kinds = kinds,
                          .tried = SCENE_NO_ROW,
                          .attacker = SCENE_NO_ROW,
                          .scale = shape_scale(0, board->n)};
}

static void draw_some(uint8_t rows[8], const struct board *board, uint8_t kinds)
{
    struct scene scene = scene_of(board, kinds);
    draw_scene(rows, &scene);
}

static void draw(uint8_t rows[8], const struct board *board)
{
    draw_some(rows, board, SCENE_QUEENS);
}

static unsigned led_of(const uint8_t rows[8], unsigned row, unsigned column)
{
    return rows[row] >> (7 - column) & 1u;
}

/* The lines of a module that hangs so, as they go out. */
static void send_lines(uint8_t lines[8], struct scene scene, uint8_t orient)
{
    scene.turn = shape_turn(orient);
    ROWS(lines, picture_line(&scene, 0, at))
}

#define assert_rows(rows, expected) assert_memory_equal(rows, expected, 8)

/* assert_drawn(line, rows...): what ROWS() draws is these, and dark below. */
#define assert_drawn(line, ...)                                                                              \
    do {                                                                                                     \
        uint8_t drawn[8];                                                                                    \
        ROWS(drawn, line)                                                                                    \
        assert_rows(drawn, ((const uint8_t[8]){__VA_ARGS__}));                                               \
    } while (0)

/* The wiring of a module as MD_MAX72XX describes it; there columns are counted from the right. */
struct wiring {
    bool digits_are_rows, columns_reversed, rows_reversed;
    uint8_t orient;
};

static bool is_lit(const uint8_t digits[8], const struct wiring *wiring, unsigned row, unsigned from_left)
{
    unsigned column = wiring->columns_reversed ? from_left : 7 - from_left;
    row = wiring->rows_reversed ? 7 - row : row;
    return wiring->digits_are_rows ? digits[row] >> column & 1 : digits[column] >> row & 1;
}

TEST(the_readme_names_the_orient_of_each_wiring_of_a_module)
{
    static const struct wiring wirings[] = {
        {true, false, false, 0}, {true, true, false, 5},   {false, true, false, 3}, {true, true, true, 2},
        {true, false, true, 7},  {false, false, false, 6}, {false, false, true, 1}, {false, true, true, 4}};
    for (unsigned i = 0; i < 8; i++) {
        uint8_t rows[8], digits[8];
        struct board board = {.n = 8};
        struct scene scene = scene_of(&board, SCENE_QUEENS);
        scene.content = SCENE_LETTER;
        ROWS(rows, view_letter(8 + at)) /* of a module in the second row */
        send_lines(digits, scene, wirings[i].orient);
        for (unsigned row = 0; row < 8; row++)
            for (unsigned column = 0; column < 8; column++)
                assert_int_equal(is_lit(digits, &wirings[i], row, column), led_of(rows, row, column));
    }
}

TEST(given_queens_are_shown_in_all_rows_unless_they_are_hidden)
{
    static const uint8_t all[8] = {0x80, 0x20, 0, 0x40, 0x10, 0, 0, 0}, found[8] = {0x80, 0x20};
    struct board board = board_of_text("...24...");
    uint8_t rows[8];
    queens_start_given(&board);
    board.col[0] = 0;
    board.col[1] = 2;
    board.col[2] = 5;
    board.row = 2;
    draw_some(rows, &board, SCENE_QUEENS);
    assert_rows(rows, all);
    draw_some(rows, &board, SCENE_PLACED);
    assert_rows(rows, found);
}

TEST(no_given_queen_is_shown_beyond_the_last_row)
{
    static const uint8_t expected[8] = {0x40, 0x10};
    struct board board = board_of_text("24..");
    uint8_t rows[8];
    queens_start_given(&board);
    board.col[4] = BOARD_GIVEN;
    draw_some(rows, &board, SCENE_QUEENS);
    assert_rows(rows, expected);
}

TEST(each_queen_is_of_one_kind_and_only_the_kinds_of_the_set_are_lit)
{
    static const uint8_t kinds[] = {SCENE_PLACED, SCENE_ATTACKING, SCENE_GIVEN, SCENE_TRIED};
    struct board board = board_of_text("..3.");
    queens_start_given(&board);
    board.col[0] = 0;
    board.col[1] = 3;
    board.col[3] = 1;
    board.row = 3;
    for (uint8_t set = 0; set <= SCENE_QUEENS; set++) {
        uint8_t rows[8];
        struct scene scene = scene_of(&board, set);
        scene.tried = 3;
        scene.attacker = 1;
        draw_scene(rows, &scene);
        for (uint8_t row = 0; row < 4; row++)
            assert_int_equal(view_queen(&scene, row, board_column(&board, row)), kinds[row] & set);
    }
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

TEST(each_square_of_each_size_lights_its_led)
{
    static const uint8_t sizes[] = {1, 2, 7, 8, 9, 16, 17, 24, 25, 32};
    for (unsigned i = 0; i < sizeof sizes; i++)
        for (uint8_t row = 0; row < sizes[i]; row++)
            for (uint8_t column = 0; column < sizes[i]; column++) {
                uint8_t rows[8];
                struct board board = {.n = sizes[i], .row = row};
                struct scene scene = scene_of(&board, SCENE_TRIED);
                board.col[row] = (int8_t)column;
                scene.tried = row;
                draw_scene(rows, &scene);
                for (unsigned r = 0; r < 8; r++)
                    for (unsigned c = 0; c < 8; c++)
                        assert_int_equal(led_of(rows, r, c), lit(sizes[i], row, column, r, c));
            }
}

TEST(orient_k_shows_image_k_of_a_board_of_eight_rows)
{
    const struct reference *solutions;
    size_t count = reference_solve(8, &solutions);
    assert_int_equal(count, 92);
    for (size_t i = 0; i < count; i++) {
        struct board board = board_of_reference(&solutions[i]), image = board;
        for (uint8_t k = 0; k < 8; k++) {
            uint8_t turned[8], drawn[8];
            send_lines(turned, scene_of(&board, SCENE_QUEENS), k);
            for (uint8_t row = 0; row < 8; row++)
                image.col[row] = symmetry_column(&board, k, row);
            draw(drawn, &image);
            assert_rows(turned, drawn);
        }
    }
}

TEST(bars_are_as_long_as_the_last_filled_row_is_far)
{
    struct board board;
    board_read(&board, "1345fgacbd111111"); /* two rows a bar: the lower one counts */
    board.row = 10;
    assert_drawn(view_bars(&board, 2, at, 0), 0xc0, 0xe0, 0xff, 0xfc, 0xfe);
}

TEST(one_digit_is_in_the_middle_and_two_digits_fill_the_width)
{
    assert_drawn(view_number(8, at), 0, 0x1c, 0x14, 0x1c, 0x14, 0x1c);
    assert_drawn(view_number(4, at), 0, 0x14, 0x14, 0x1c, 0x04, 0x04);
    assert_drawn(view_number(15, at), 0, 0x27, 0x64, 0x27, 0x21, 0x77);
}

TEST(progress_lights_as_many_leds_as_steps_are_done)
{
    assert_drawn(view_progress(19, 1, at, 0), 0xff, 0xff, 0xe0);
    for (uint8_t size = 1; size <= 8; size++)
        for (uint8_t done = 0; done <= 64; done++)
            for (uint8_t row = 0; row < 8 * size; row++)
                for (uint8_t column = 0; column < 8 * size; column += 8) {
                    uint8_t lit = view_progress(done, size, row, column);
                    for (unsigned led = 0; led < 8; led++)
                        assert_int_equal(lit >> (7 - led) & 1,
                                         row / size * 8u + (column + led) / size < done);
                }
}

TEST(the_test_lights_each_led_then_each_row_then_each_column_then_all)
{
    for (uint8_t modules = 1; modules <= SHAPE_MODULES; modules++)
        for (uint16_t step = 0; step < VIEW_TEST_STEPS(modules); step++)
            for (uint8_t module = 0; module < modules; module++)
                for (uint8_t row = 0; row < 8; row++) {
                    uint8_t lit = view_test(step, modules, module, 8 + row);
                    unsigned walk = 64u * modules;
                    for (unsigned column = 0; column < 8; column++) {
                        bool expected = step < walk        ? 64u * module + 8u * row + column == step
                                        : step < walk + 8  ? row + walk == step
                                        : step < walk + 16 ? column + 8 + walk == step
                                                           : true;
                        assert_int_equal(lit >> (7 - column) & 1, expected);
                    }
                }
}

/* The number that a strip of modules shows, read with the pictures of the digits; -1: dashes, -2: nothing. */
static int64_t number_read(uint32_t number, uint8_t room)
{
    int64_t sum = -2;
    uint8_t digits[SCENE_DIGITS];
    view_digits(digits, number);
    for (uint8_t after = room; after--;) {
        uint8_t rows[8], pair = view_pair_of(digits, after, room);
        ROWS(rows, view_pair(pair, at))
        if (rows[3] == 0x77 && rows[1] == 0)
            return -1;
        for (unsigned shift = 4; shift < 8; shift -= 4) {
            unsigned pixels = 0;
            for (unsigned row = 1; row < 6; row++)
                pixels = pixels << 3 | (unsigned)(rows[row] >> shift & 7);
            int digit = reference_digit(pixels);
            assert_true(digit >= 0 || (digit == -1 && sum < 0)); /* no gap within a number */
            if (digit >= 0)
                sum = (sum < 0 ? 0 : sum) * 10 + digit;
        }
    }
    return sum;
}

TEST(a_number_takes_as_many_modules_as_it_needs_right_aligned)
{
    static const uint32_t numbers[] = {0,       1,        9,        10,      92,        99,
                                       100,     101,      1000,     9999,    10000,     365596,
                                       1000000, 14772512, 99999999, 2279184, 4294967295};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (uint8_t room = 2; room <= 15; room++) {
            double most = 1;
            for (unsigned digits = 0; digits < 2u * room; digits++)
                most *= 10;
            assert_int_equal(number_read(numbers[i], room), numbers[i] < most ? (int64_t)numbers[i] : -1);
        }
}

TEST(a_board_of_any_size_is_drawn_on_any_shape_to_scale)
{
    for (uint8_t wide = 1; wide <= 8; wide++)
        for (uint8_t high = 1; high <= 8 && wide * high <= SHAPE_MODULES; high++)
            for (uint8_t n = 1; n <= QUEENS_MAX; n++) {
                uint8_t shape = shape_of(wide, high), k = shape_scale(shape, n);
                unsigned side = 8u * (wide < high ? wide : high);
                uint8_t extent = shape_extent(shape, n, k);
                assert_int_equal(k, (n + side - 1) / side);
                assert_int_equal(extent, ((n + k - 1u) / k + 7) / 8);
                assert_true(extent <= wide && extent <= high);
            }
}

TEST(the_modules_beside_and_below_the_board_are_counted_from_the_end)
{
    for (uint8_t wide = 1; wide <= 8; wide++)
        for (uint8_t high = 1; high <= 8 && wide * high <= SHAPE_MODULES; high++)
            for (uint8_t extent = 1; extent <= wide && extent <= high; extent++) {
                unsigned left = (unsigned)(wide * high - extent * extent);
                for (uint8_t y = 0; y < high; y++)
                    for (uint8_t x = 0; x < wide; x++) {
                        uint8_t after =
                            shape_after(shape_of(wide, high), extent, (uint8_t)(8 * y), (uint8_t)(8 * x));
                        if (x < extent && y < extent)
                            assert_int_equal(after, SHAPE_BOARD);
                        else
                            assert_int_equal(after, --left);
                    }
                assert_int_equal(left, 0);
            }
}

TEST(every_chain_comes_to_each_position_once)
{
    for (uint8_t wide = 1; wide <= 8; wide++)
        for (uint8_t high = 1; high <= 8 && wide * high <= SHAPE_MODULES; high++)
            for (uint8_t chain = 0; chain < 8; chain++) {
                bool been[8][8] = {{false}};
                for (uint8_t i = 0; i < wide * high; i++) {
                    uint8_t row, column;
                    shape_find(shape_of(wide, high), shape_turn(chain), i, &row, &column);
                    assert_true(row % 8 == 0 && column % 8 == 0 && row < 8 * high && column < 8 * wide);
                    assert_false(been[row / 8][column / 8]);
                    been[row / 8][column / 8] = true;
                }
            }
}

/* ---- The words to a MAX7219 ---- */

/* Sends a frame of an empty board on so many modules. */
static void send(uint8_t modules, uint8_t bright)
{
    static const struct board empty = {.n = 8};
    struct scene scene = scene_of(&empty, SCENE_QUEENS);
    uint8_t step = 0;
    memset(scene.digits, 0xff, sizeof scene.digits);
    scene.shape = shape_of(modules, 1);
    scene.bright = bright & 15U;
    scene.extent = 1;
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

TEST(at_brightness_0_the_modules_are_dimmed_before_their_leds_are_lit)
{
    send(2, 0);
    assert_int_equal(fake_spi_words[0], 10 << 8);
    assert_int_equal(fake_spi_words[1], 10 << 8);
}
