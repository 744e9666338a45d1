/* Host tests of firmware/queens/symmetry.c against turned grids, group laws and OEIS A002562. */
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

TEST(eight_nexts_walk_through_the_eight_and_give_the_board_back)
{
    struct board board = board_of_text(figure[0]);

    for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
        struct board expected = board_of_text(figure[(image + 1) % SYMMETRY_IMAGES]);

        symmetry_next(&board, image);
        assert_true(same(&board, &expected));
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

TEST(every_image_of_the_92_is_the_turned_grid_and_one_of_the_92)
{
    const struct reference *solutions;

    assert_int_equal(reference_solve(8, &solutions), 92);
    for (unsigned i = 0; i < 92; i++) {
        struct board board = board_of_reference(&solutions[i]);

        assert_images(&board);
        for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
            struct board turned = image_of(&board, image);
            unsigned found = 0;

            for (unsigned j = 0; j < 92; j++) {
                struct board other = board_of_reference(&solutions[j]);

                found += same(&turned, &other);
            }
            assert_int_equal(found, 1);
        }
    }
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

/* Which image of the board of class 8 is this one? */
static uint8_t image_number(const struct board *board, const struct board *image)
{
    for (uint8_t k = 0; k < SYMMETRY_IMAGES; k++) {
        struct board other = image_of(board, k);

        if (same(&other, image))
            return k;
    }
    fail_msg("an image of an image is no image");
    return 0;
}

TEST(the_images_form_the_group_of_the_square)
{
    struct board board = board_of_text(figure[0]);
    uint8_t product[SYMMETRY_IMAGES][SYMMETRY_IMAGES]; /* first the one of the row, then that of the column */

    for (uint8_t first = 0; first < SYMMETRY_IMAGES; first++) {
        for (uint8_t then = 0; then < SYMMETRY_IMAGES; then++) {
            struct board once = image_of(&board, first);
            struct board twice = image_of(&once, then);

            product[first][then] = image_number(&board, &twice);
        }
    }
    for (uint8_t a = 0; a < SYMMETRY_IMAGES; a++) {
        unsigned inverses = 0;

        assert_int_equal(product[a][0], a);
        assert_int_equal(product[0][a], a);
        for (uint8_t b = 0; b < SYMMETRY_IMAGES; b++) {
            inverses += product[a][b] == 0 && product[b][a] == 0;
            for (uint8_t c = 0; c < SYMMETRY_IMAGES; c++)
                assert_int_equal(product[product[a][b]][c], product[a][product[b][c]]);
        }
        assert_int_equal(inverses, 1);
    }
    for (uint8_t turns = 0; turns < 4; turns++) {
        assert_int_equal(product[turns][1], (turns + 1) % 4);
        assert_int_equal(product[turns][4], 4 + turns);     /* an image 4-7 is a turn, then transposed */
        assert_int_equal(product[4 + turns][4 + turns], 0); /* every mirror is its own inverse */
        assert_int_equal(product[4][turns], 4 + (4 - turns) % 4); /* transposed first: turned the other way */
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

TEST(the_twelve_fundamental_ones_come_in_order_with_their_class_sizes)
{
    FILE *file = fopen("tests/vectors/fundamental-8.txt", "r");
    const struct reference *solutions;
    size_t count = reference_solve(8, &solutions);
    char expected[200] = "", found[200] = "";

    assert_non_null(file);
    fread(expected, 1, sizeof expected - 1, file);
    fclose(file);
    for (size_t i = 0; i < count; i++) {
        struct board board = board_of_reference(&solutions[i]);
        char line[16];

        if (!symmetry_is_least(&board))
            continue;
        snprintf(line, sizeof line, "%s %u\n", reference_text(&solutions[i]), symmetry_class(&board));
        assert_in_range(strlen(found) + strlen(line), 1, sizeof found - 1);
        strcat(found, line);
    }
    assert_string_equal(found, expected);
}

TEST(a_board_of_32_rows_has_all_its_images)
{
    struct board board = board_of_text("135249bdf6ioqupvswrtgja8hcl7enkm");

    assert_images(&board);
    assert_int_equal(symmetry_class(&board), 8);
}
