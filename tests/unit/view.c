/* Host tests of firmware/display/: pictures, and the eight ways to hang them. */
#include "firmware/display/view.h"
#include "firmware/display/picture.h"
#include "firmware/display/shape.h"
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

static unsigned led_of(const uint8_t rows[8], unsigned row, unsigned column)
{
    return rows[row] >> (7 - column) & 1u;
}

/* assert_drawn(line, rows...): what ROWS() draws is these, and dark below. */
#define assert_drawn(line, ...)                                                                              \
    do {                                                                                                     \
        uint8_t drawn[8];                                                                                    \
        ROWS(drawn, line)                                                                                    \
        assert_memory_equal(drawn, ((const uint8_t[8]){__VA_ARGS__}), 8);                                    \
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
    EACH(wiring, wirings) {
        uint8_t rows[8], digits[8];
        struct board board = {.n = 8};
        struct scene scene = scene_of(&board, SCENE_QUEENS);
        scene.content = SCENE_LETTER;
        ROWS(rows, view_letter(8 + at)) /* of a module in the second row */
        scene.turn = shape_turn(wiring->orient);
        ROWS(digits, picture_line(&scene, 0, at))
        for (unsigned row = 0; row < 8; row++)
            for (unsigned column = 0; column < 8; column++)
                assert_int_equal(is_lit(digits, wiring, row, column), led_of(rows, row, column));
    }
}

TEST(each_square_of_each_size_lights_its_led)
{
    static const uint8_t sizes[] = {1, 2, 7, 8, 9, 16, 17, 24, 25, 32};
    EACH(n, sizes)
        for (uint8_t row = 0; row < *n; row++)
            for (uint8_t column = 0; column < *n; column++) {
                unsigned k = (*n + 7U) / 8; /* squares a side of an LED */
                uint8_t rows[8];
                struct board board = {.n = *n, .row = row};
                struct scene scene = scene_of(&board, SCENE_TRIED);
                board.col[row] = (int8_t)column;
                scene.tried = row;
                draw_scene(rows, &scene);
                for (unsigned r = 0; r < 8; r++)
                    for (unsigned c = 0; c < 8; c++)
                        assert_int_equal(led_of(rows, r, c), r == row / k && c == column / k);
            }
}

TEST(each_content_is_one_picture_by_rows_columns_and_leds_and_a_number_is_on_one_module)
{
    const uint8_t shapes[] = {0, shape_of(4, 1), shape_of(1, 4), shape_of(4, 4)};
    struct board board;
    board_read(&board, "2468acegikmoqsuw13579bdfhjlnprtv");
    board.n = 31;
    board.row = 20; /* the columns below are old, and the last one is of another board */
    board.col[31] = BOARD_GIVEN + 30;
    EACH(shape, shapes)
        for (uint8_t content = SCENE_BOARD; content <= SCENE_TEST; content++) {
            struct scene scene = scene_of(&board, SCENE_QUEENS);
            scene.content = (enum scene_content)content;
            scene.shape = *shape;
            scene.shown = 42; /* and 42 steps */
            scene.scale = shape_scale(scene.shape, board.n);
            scene.extent = shape_extent(scene.shape, board.n, scene.scale);
            view_digits(scene.digits, 7);
            for (uint8_t row = 0; row < 8 * shape_high(scene.shape); row++)
                for (uint8_t column = 0; column < 8 * shape_wide(scene.shape); column++) {
                    bool is_lit = picture_led(&scene, row, column);
                    assert_int_equal(picture_row(&scene, row, column & 0xf8) >> (7 - column % 8) & 1, is_lit);
                    assert_int_equal(picture_column(&scene, row & 0xf8, column) >> (7 - row % 8) & 1, is_lit);
                    assert_false(content == SCENE_NUMBER && is_lit && (row > 7 || column > 7));
                }
        }
}

TEST(bars_are_as_long_as_the_last_filled_row_is_far)
{
    struct board board;
    board_read(&board, "1345fgacbd111111"); /* two rows a bar: the lower one counts */
    board.row = 10;
    assert_drawn(view_bars(&board, 2, at, 0), 0xc0, 0xe0, 0xff, 0xfc, 0xfe, 0, 0);
    board.row = 7;
    assert_drawn(view_bars(&board, 2, at, 0), 0xc0, 0xe0, 0xff, 0xf8);
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

TEST(each_digit_has_its_pixels)
{
    for (uint8_t digit = 0; digit < 10; digit++) {
        unsigned pixels = 0;
        for (uint8_t row = 1; row < 6; row++)
            pixels = pixels << 3 | view_pair((uint8_t)(VIEW_NO_DIGIT << 4 | digit), row);
        assert_int_equal(reference_digit(pixels), digit);
    }
}

TEST(a_number_takes_as_many_modules_as_it_needs_right_aligned)
{
    static const uint32_t numbers[] = {0,    9,    10,    92,     99,       100,       101,
                                       1000, 9999, 10000, 365596, 99999999, UINT32_MAX};
    EACH(number, numbers)
        for (uint8_t room = 2; room <= 15; room++) {
            uint8_t digits[SCENE_DIGITS];
            char read[31] = "", wanted[11];
            sprintf(wanted, "%u", *number);
            view_digits(digits, *number);
            for (uint8_t after = room; after--;) {
                uint8_t pair = view_pair_of(digits, after, room);
                for (unsigned digit = pair >> 4, second = 0; second < 2; second++, digit = pair & 15)
                    if (digit != VIEW_NO_DIGIT)
                        strcat(read, text_of("%x", digit));
            }
            if (strlen(wanted) <= 2U * room)
                assert_string_equal(read, wanted);
            else
                assert_int_equal(strspn(read, "a"), 2 * room);
        }
}

static void assert_scale(uint8_t wide, uint8_t high)
{
    for (uint8_t n = 1; n <= QUEENS_MAX; n++) {
        uint8_t shape = shape_of(wide, high), k = shape_scale(shape, n);
        unsigned side = 8u * (wide < high ? wide : high);
        uint8_t extent = shape_extent(shape, n, k);
        assert_int_equal(k, (n + side - 1) / side);
        assert_int_equal(extent, ((n + k - 1u) / k + 7) / 8);
        assert_true(extent <= wide && extent <= high);
    }
}

/* The modules beside and below a board of this extent are counted from the end. */
static void assert_after(uint8_t wide, uint8_t high, uint8_t extent)
{
    unsigned left = (unsigned)(wide * high - extent * extent);
    for (uint8_t y = 0; y < high; y++)
        for (uint8_t x = 0; x < wide; x++) {
            uint8_t after = shape_after(shape_of(wide, high), extent, (uint8_t)(8 * y), (uint8_t)(8 * x));
            assert_int_equal(after, x < extent && y < extent ? SHAPE_BOARD : --left);
        }
    assert_int_equal(left, 0);
}

TEST(any_board_is_to_scale_on_any_shape_and_the_modules_beside_it_are_counted)
{
    for (uint8_t wide = 1; wide <= 8; wide++)
        for (uint8_t high = 1; high <= 8 && wide * high <= SHAPE_MODULES; high++) {
            assert_scale(wide, high);
            for (uint8_t extent = 1; extent <= wide && extent <= high; extent++)
                assert_after(wide, high, extent);
        }
}
