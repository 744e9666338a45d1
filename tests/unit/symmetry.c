/* Host tests of firmware/queens/symmetry.c against turned grids and OEIS A002562. */
#include "firmware/queens/symmetry.h"
#include "tests/unit/boards.h"

#define N_MAX 10 /* every solution up to this size is tested */

static struct board image_of(const struct board *board, uint8_t image)
{
    struct board result = {.n = board->n, .row = board->n};

    for (uint8_t row = 0; row < board->n; row++)
        result.col[row] = symmetry_column(board, image, row);
    return result;
}

static bool same(const struct board *a, const struct board *b)
{
    return a->n == b->n && a->row == b->row && memcmp(a->col, b->col, a->n) == 0;
}

/* The same images by another way: a grid of squares, turned square by square. */
static struct board turned_grid(const struct board *board, uint8_t image)
{
    uint8_t n = board->n;
    char grid[QUEENS_MAX][QUEENS_MAX] = {{0}};
    struct board result = {.n = n, .row = n};

    for (uint8_t row = 0; row < n; row++)
        grid[row][board->col[row]] = 1;
    for (uint8_t turn = 0; turn < image % 4; turn++) {
        char before[QUEENS_MAX][QUEENS_MAX];

        memcpy(before, grid, sizeof grid);
        for (uint8_t row = 0; row < n; row++)
            for (uint8_t column = 0; column < n; column++)
                grid[row][column] = before[column][n - 1 - row];
    }
    for (uint8_t row = 0; row < n; row++) {
        for (uint8_t column = 0; column < n; column++)
            if (image < 4 ? grid[row][column] : grid[column][row])
                result.col[row] = (int8_t)column;
    }
    return result;
}

static const char *const figure[SYMMETRY_IMAGES] = {"15863724", "36428571", "57263148", "82417536",
                                                    "17582463", "84136275", "63571428", "42736851"};

TEST(the_images_of_15863724_are_the_eight_of_the_book)
{
    struct board board = board_of_text(figure[0]);

    for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
        struct board expected = board_of_text(figure[image]);
        struct board found = image_of(&board, image);

        assert_memory_equal(found.col, expected.col, 8);
    }
}

static void assert_images(const struct board *board)
{
    struct board walked = *board;
    uint8_t first = 0;

    for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
        struct board expected = turned_grid(board, image);
        struct board found = image_of(board, image);
        bool seen = false;

        assert_true(same(&found, &expected));
        assert_true(same(&walked, &expected));
        for (uint8_t before = 0; before < image; before++) {
            struct board other = turned_grid(board, before);

            seen = seen || same(&other, &expected);
        }
        first |= (uint8_t)((seen ? 0 : 1) << image);
        symmetry_next(&walked, image);
    }
    assert_true(same(&walked, board));
    assert_int_equal(symmetry_images(board), first);
    assert_int_equal(symmetry_class(board), __builtin_popcount(first));
}

TEST(every_image_of_every_permutation_to_7_is_the_turned_grid)
{
    static const unsigned factorial[] = {1, 1, 2, 6, 24, 120, 720, 5040};

    for (uint8_t n = 1; n <= 7; n++) {
        struct board board = {.n = n, .row = n};
        unsigned permutations = 0;

        do {
            unsigned columns = 0;

            for (uint8_t row = 0; row < n; row++)
                columns |= 1U << board.col[row];
            if (columns + 1 != 1U << n)
                continue;
            assert_images(&board);
            permutations++;
        } while (next_board(&board));
        assert_int_equal(permutations, factorial[n]);
    }
}

TEST(each_class_has_one_least_and_the_classes_number_as_in_the_oeis)
{
    for (uint8_t n = 1; n <= N_MAX; n++) {
        const struct reference *solutions;
        size_t count = reference_solve(n, &solutions);
        struct reference_counts known = reference_counts(n);
        unsigned classes[9] = {0}, least = 0, images = 0; /* the classes by their size */

        for (size_t i = 0; i < count; i++) {
            struct board board = board_of_reference(&solutions[i]);
            uint8_t different = symmetry_images(&board), leasts = 0; /* sets of images */

            for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
                struct board other = image_of(&board, image);

                assert_int_equal(symmetry_class(&other), symmetry_class(&board));
                leasts |= (uint8_t)(symmetry_is_least(&other) << image);
            }
            assert_int_equal(__builtin_popcount(leasts & different), 1);
            if (!symmetry_is_least(&board))
                continue;
            least++;
            classes[symmetry_class(&board)]++;
            images += symmetry_class(&board);
        }
        assert_int_equal(count, known.solutions);
        assert_int_equal(least, known.fundamental);
        assert_int_equal(classes[8], known.eight);
        assert_int_equal(classes[4], known.four);
        assert_int_equal(classes[2] + classes[1], known.fewer);
        assert_int_equal(classes[1], n == 1);
        assert_int_equal(images, known.solutions);
    }
}

TEST(a_board_of_32_rows_has_all_its_images)
{
    struct board board = board_of_text("135249bdf6ioqupvswrtgja8hcl7enkm");

    assert_images(&board);
    assert_int_equal(symmetry_class(&board), 8);
}
