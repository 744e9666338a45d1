/* Host tests of a board: its attacks (verify.c), its images (symmetry.c). */
#include "firmware/queens/symmetry.h"
#include "firmware/queens/verify.h"
#include "tests/unit/boards.h"

/* ---- Attacks, over every board of up to seven rows ---- */

/* The textbook's definition, over all ordered pairs. */
static unsigned attacked_pairs(const struct board *board)
{
    unsigned pairs = 0;
    for (int lower = 0; lower < board->n; lower++) {
        for (int upper = 0; upper < lower; upper++) {
            int across = board->col[lower] - board->col[upper];
            pairs += across == 0 || across * across == (lower - upper) * (lower - upper);
        }
    }
    return pairs;
}

TEST(every_board_of_up_to_7_rows_is_verified_right)
{
    for (uint8_t n = 1; n <= 7; n++) {
        struct board board = {.n = n, .row = n};
        unsigned solutions = 0;
        do {
            unsigned expected = attacked_pairs(&board);
            unsigned pairs = 0;
            uint8_t upper = 0;
            uint8_t lower = 0;
            while (verify_pair(&board, &upper, &lower) != ATTACK_NONE)
                pairs++;
            assert_int_equal(pairs, expected);
            assert_int_equal(verify_solution(&board, false), expected == 0);
            solutions += verify_solution(&board, false);
        } while (next_board(&board, 0));
        assert_int_equal(solutions, reference_counts(n).solutions);
    }
}

TEST(damaged_memory_is_no_solution)
{
    struct board board = {.n = 0, .row = 0};
    assert_false(verify_solution(&board, false));
    board.n = board.row = QUEENS_MAX + 1;
    assert_false(verify_solution(&board, false));
    board.n = board.row = 255;
    assert_false(verify_solution(&board, false));
    for (uint8_t row = 0; row < 9; row++) {
        board = (struct board){.n = 1, .row = row};
        assert_int_equal(verify_solution(&board, false), row == 1);
    }
    for (int column = -128; column < 128; column++) {
        board = (struct board){.n = 1, .row = 1, .col = {(int8_t)column}};
        assert_int_equal(verify_solution(&board, false), column == 0);
    }
}

/* ---- Images, against turned squares and OEIS A002562 ---- */

#define N_MAX 10 /* every solution up to this size is turned */

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

/* The same images by another way: each queen's square is turned. */
static struct board turned_squares(const struct board *board, uint8_t image)
{
    struct board result = {.n = board->n, .row = board->n};
    for (uint8_t queen = 0; queen < board->n; queen++) {
        uint8_t row = queen, column = (uint8_t)board->col[queen];
        for (uint8_t turn = 0; turn < image % 4; turn++) {
            uint8_t before = row;
            row = (uint8_t)(board->n - 1 - column);
            column = before;
        }
        result.col[image < 4 ? row : column] = (int8_t)(image < 4 ? column : row);
    }
    return result;
}

static void assert_images(const struct board *board)
{
    struct board walked = *board;
    uint8_t first = 0;
    for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
        struct board expected = turned_squares(board, image);
        struct board found = image_of(board, image);
        bool seen = false;
        assert_true(same(&found, &expected));
        assert_true(same(&walked, &expected));
        for (uint8_t before = 0; before < image; before++) {
            struct board other = turned_squares(board, before);
            seen = seen || same(&other, &expected);
        }
        first |= (uint8_t)((seen ? 0 : 1) << image);
        symmetry_next(&walked, image);
    }
    assert_true(same(&walked, board));
    assert_int_equal(symmetry_images(board), first);
    assert_int_equal(symmetry_class(board), __builtin_popcount(first));
}

TEST(every_image_of_every_permutation_is_the_board_with_its_squares_turned)
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
        } while (next_board(&board, 0));
        assert_int_equal(permutations, factorial[n]);
    }
}

TEST(each_class_has_one_least_and_the_classes_number_as_in_the_oeis)
{
    for (uint8_t n = 1; n <= N_MAX; n++) {
        size_t count;
        const struct reference *solutions = reference_solve(n, &count);
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
