/* Host tests of firmware/queens/verify.c over every board of up to seven rows. */
#include "firmware/queens/verify.h"
#include "tests/unit/boards.h"

/* All attacks of a board as text: upper row, kind, lower row, counted from 1. */
static const char *attacks(const struct board *board)
{
    static char text[1000];
    uint8_t upper = 0;
    uint8_t lower = 0;
    enum attack how;
    char *end = text;

    *end = '\0';
    while ((how = verify_pair(board, &upper, &lower)) != ATTACK_NONE)
        end += sprintf(end, "%u%c%u ", upper + 1U, "?|\\/"[how], lower + 1U);
    return text;
}

TEST(each_attack_is_named_once_and_in_order)
{
    static const struct {
        const char *board, *attacks;
    } example[] = {
        {"1", ""},
        {"11", "1|2 "},
        {"12", "1\\2 "},
        {"21", "1/2 "},
        {"2413", ""},
        {"4421", "1|2 1/3 1/4 3/4 "},
        {"222", "1|2 1|3 2|3 "},
        {"123", "1\\2 1\\3 2\\3 "},
        {"131", "1|3 "},
        {"15863724", ""},
        {"18863724", "2|3 2/4 "},
    };

    for (unsigned i = 0; i < sizeof example / sizeof *example; i++) {
        struct board board = board_of_text(example[i].board);

        assert_string_equal(attacks(&board), example[i].attacks);
        assert_int_equal(verify_solution(&board, false), *example[i].attacks == '\0');
    }
}

TEST(only_the_filled_rows_are_looked_at)
{
    struct board board = board_of_text("1144");

    board.row = 3;
    assert_string_equal(attacks(&board), "1|2 ");
    board.row = 1;
    assert_string_equal(attacks(&board), "");
    board.row = 0;
    assert_string_equal(attacks(&board), "");
}

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
        } while (next_board(&board));
        assert_int_equal(solutions, reference_counts(n).solutions);
    }
}

TEST(no_flipped_bit_passes_in_any_of_the_92)
{
    const struct reference *solutions;

    assert_int_equal(reference_solve(8, &solutions), 92);
    for (unsigned i = 0; i < 92; i++) {
        struct board board = board_of_reference(&solutions[i]);

        assert_true(verify_solution(&board, false));
        for (unsigned bit = 0; bit < 8 * 10; bit++) { /* n, row, and the eight columns */
            struct board damaged = board;

            ((uint8_t *)&damaged)[bit / 8] ^= (uint8_t)(1U << bit % 8);
            assert_false(verify_solution(&damaged, false));
        }
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
    for (int column = -128; column < 128; column++) {
        board = (struct board){.n = 1, .row = 1, .col = {(int8_t)column}};
        assert_int_equal(verify_solution(&board, false), column == 0);
    }
}
