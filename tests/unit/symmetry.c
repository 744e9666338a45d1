/* Host tests of firmware/queens/symmetry.c against turned grids, group laws and OEIS A002562. */
#include "firmware/queens/symmetry.h"
#include "tests/support/test.h"

#define N_MAX 10 /* every solution up to this size is tested */

static struct board board_of(const char *columns)
{
    struct board board = {.n = (uint8_t)strlen(columns)};

    for (board.row = 0; board.row < board.n; board.row++) {
        board.col[board.row] = (int8_t)(columns[board.row] - '1');
    }
    return board;
}

static struct board image_of(const struct board *board, uint8_t image)
{
    struct board result = {.n = board->n, .row = board->n};

    for (uint8_t row = 0; row < board->n; row++) {
        result.col[row] = symmetry_column(board, image, row);
    }
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

    for (uint8_t row = 0; row < n; row++) {
        grid[row][board->col[row]] = 1;
    }
    for (uint8_t turn = 0; turn < image % 4; turn++) {
        char before[QUEENS_MAX][QUEENS_MAX];

        memcpy(before, grid, sizeof grid);
        for (uint8_t row = 0; row < n; row++) {
            for (uint8_t column = 0; column < n; column++) {
                grid[row][column] = before[column][n - 1 - row];
            }
        }
    }
    for (uint8_t row = 0; row < n; row++) {
        for (uint8_t column = 0; column < n; column++) {
            if (image < 4 ? grid[row][column] : grid[column][row]) {
                result.col[row] = (int8_t)column;
            }
        }
    }
    return result;
}

typedef void visitor(const struct board *board, void *context);

/* Every permutation of n columns in lexicographic order; of solutions only when `attacks` count. */
static void visit(struct board *board, bool attacks, visitor *visited, void *context)
{
    if (board->row == board->n) {
        visited(board, context);
        return;
    }
    for (int8_t column = 0; column < (int8_t)board->n; column++) {
        bool free = true;

        for (uint8_t row = 0; row < board->row; row++) {
            int across = board->col[row] - column;
            int down = board->row - row;

            free = free && across != 0 && !(attacks && (across == down || across == -down));
        }
        if (free) {
            board->col[board->row++] = column;
            visit(board, attacks, visited, context);
            board->row--;
        }
    }
}

static void visit_permutations(uint8_t n, visitor *visited, void *context)
{
    struct board board = {.n = n};

    visit(&board, false, visited, context);
}

static void visit_solutions(uint8_t n, visitor *visited, void *context)
{
    struct board board = {.n = n};

    visit(&board, true, visited, context);
}

static const char *const figure[SYMMETRY_IMAGES] = {"15863724", "36428571", "57263148", "82417536",
                                                    "17582463", "84136275", "63571428", "42736851"};

TEST(the_images_of_15863724_are_the_eight_of_the_book)
{
    struct board board = board_of(figure[0]);

    for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
        struct board expected = board_of(figure[image]);
        struct board found = image_of(&board, image);

        assert_memory_equal(found.col, expected.col, 8);
    }
}

TEST(eight_nexts_walk_through_the_eight_and_give_the_board_back)
{
    struct board board = board_of(figure[0]);

    for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
        struct board expected = board_of(figure[(image + 1) % SYMMETRY_IMAGES]);

        symmetry_next(&board, image);
        assert_true(same(&board, &expected));
    }
}

struct counts {
    unsigned solutions;
    unsigned least;
    unsigned classes[9]; /* of the least ones, by size */
    unsigned images;     /* sum of their sizes */
};

static void check_images(const struct board *board, void *context)
{
    struct counts *counts = context;
    struct board walked = *board;
    uint8_t first = 0;

    counts->solutions++;
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

TEST(every_image_of_the_92_is_the_turned_grid)
{
    struct counts counts = {0};

    visit_solutions(8, check_images, &counts);
    assert_int_equal(counts.solutions, 92);
}

TEST(every_image_of_every_permutation_to_7_is_the_turned_grid)
{
    static const unsigned factorial[] = {1, 1, 2, 6, 24, 120, 720, 5040};

    for (uint8_t n = 1; n <= 7; n++) {
        struct counts counts = {0};

        visit_permutations(n, check_images, &counts);
        assert_int_equal(counts.solutions, factorial[n]);
    }
}

struct list {
    unsigned length;
    struct board board[92];
};

static void append(const struct board *board, void *context)
{
    struct list *list = context;

    assert_in_range(list->length, 0, 91);
    list->board[list->length++] = *board;
}

TEST(every_image_of_the_92_is_one_of_the_92)
{
    static struct list list;

    visit_solutions(8, append, &list);
    assert_int_equal(list.length, 92);
    for (unsigned i = 0; i < list.length * SYMMETRY_IMAGES; i++) {
        struct board image = image_of(&list.board[i / SYMMETRY_IMAGES], i % SYMMETRY_IMAGES);
        unsigned found = 0;

        for (unsigned j = 0; j < list.length; j++) {
            found += same(&image, &list.board[j]);
        }
        assert_int_equal(found, 1);
    }
}

/* Which image of the board of class 8 is this one? */
static uint8_t image_number(const struct board *board, const struct board *image)
{
    for (uint8_t k = 0; k < SYMMETRY_IMAGES; k++) {
        struct board other = image_of(board, k);

        if (same(&other, image)) {
            return k;
        }
    }
    fail_msg("an image of an image is no image");
    return 0;
}

TEST(the_images_form_the_group_of_the_square)
{
    struct board board = board_of(figure[0]);
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
            for (uint8_t c = 0; c < SYMMETRY_IMAGES; c++) {
                assert_int_equal(product[product[a][b]][c], product[a][product[b][c]]);
            }
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

struct expected {
    unsigned solutions, fundamental, eight, four, fewer;
};

static struct expected expected_counts(unsigned n)
{
    FILE *file = fopen("tests/vectors/counts.tsv", "r");
    char line[200];
    unsigned row;
    struct expected counts;

    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%u %u %u %u %u %u", &row, &counts.solutions, &counts.fundamental, &counts.eight,
                   &counts.four, &counts.fewer) == 6 &&
            row == n) {
            fclose(file);
            return counts;
        }
    }
    fclose(file);
    fail_msg("tests/vectors/counts.tsv has no line for n = %u", n);
    return counts;
}

static void count_class(const struct board *board, void *context)
{
    struct counts *counts = context;
    uint8_t least = 0; /* the images that are the least of the class */
    uint8_t different = symmetry_images(board);

    counts->solutions++;
    for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
        struct board other = image_of(board, image);

        assert_int_equal(symmetry_class(&other), symmetry_class(board));
        least |= (uint8_t)(symmetry_is_least(&other) << image);
    }
    assert_int_equal(__builtin_popcount(least & different), 1);
    if (symmetry_is_least(board)) {
        counts->least++;
        counts->classes[symmetry_class(board)]++;
        counts->images += symmetry_class(board);
    }
}

TEST(each_class_has_one_least_and_the_classes_number_as_in_the_oeis)
{
    for (uint8_t n = 1; n <= N_MAX; n++) {
        struct expected expected = expected_counts(n);
        struct counts counts = {0};

        visit_solutions(n, count_class, &counts);
        assert_int_equal(counts.solutions, expected.solutions);
        assert_int_equal(counts.least, expected.fundamental);
        assert_int_equal(counts.classes[8], expected.eight);
        assert_int_equal(counts.classes[4], expected.four);
        assert_int_equal(counts.classes[2] + counts.classes[1], expected.fewer);
        assert_int_equal(counts.classes[1], n == 1);
        assert_int_equal(counts.images, expected.solutions);
    }
}

static void print_least(const struct board *board, void *context)
{
    char line[16];

    if (symmetry_is_least(board)) {
        for (uint8_t row = 0; row < 8; row++) {
            line[row] = (char)('1' + board->col[row]);
        }
        snprintf(line + 8, sizeof line - 8, " %u\n", symmetry_class(board));
        strcat(context, line);
    }
}

TEST(the_twelve_fundamental_ones_come_in_order_with_their_class_sizes)
{
    FILE *file = fopen("tests/vectors/fundamental-8.txt", "r");
    char expected[200] = "";
    char found[92 * 11 + 1] = "";

    assert_non_null(file);
    fread(expected, 1, sizeof expected - 1, file);
    fclose(file);
    visit_solutions(8, print_least, found);
    assert_string_equal(found, expected);
}

TEST(a_board_of_32_rows_has_all_its_images)
{
    static const int8_t first[QUEENS_MAX] = {0,  2,  4,  1,  3,  8,  10, 12, 14, 5,  17, 23, 25, 29, 24, 30,
                                             27, 31, 26, 28, 15, 18, 9,  7,  16, 11, 20, 6,  13, 22, 19, 21};
    struct board board = {.n = QUEENS_MAX, .row = QUEENS_MAX};
    struct counts counts = {0};

    memcpy(board.col, first, sizeof first);
    check_images(&board, &counts);
    assert_int_equal(symmetry_class(&board), 8);
}
