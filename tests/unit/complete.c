/* Host tests of searches with given queens, against brute force. */
#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"
#include "tests/unit/boards.h"

#define N_MAX 10

/* All solutions of n queens, found in the plainest way. */
static const struct reference *found;
static size_t found_count;

static void find_all(uint8_t n)
{
    found_count = reference_solve(n, &found);
}

static bool is_peaceful(const int8_t *col, int rows)
{
    for (int row = 1; row < rows; row++)
        for (int above = 0; above < row; above++)
            if (col[row] >= 0 && col[above] >= 0 &&
                (col[row] == col[above] || abs(col[row] - col[above]) == row - above))
                return false;
    return true;
}

static bool fits(const struct reference *solution, const int8_t *given, int n)
{
    for (int row = 0; row < n; row++)
        if (given[row] >= 0 && given[row] + 1 != (int)solution->column[row])
            return false;
    return true;
}

/* ---- The search, compared with it ---- */

static struct board board_of(const int8_t *given, uint8_t n)
{
    struct board board;

    memset(&board, 0x55, sizeof board);
    board.n = board.row = n;
    memcpy(board.col, given, n);
    queens_start_given(&board);
    return board;
}

/* All completions, by runs in slices and by steps at the same time. */
static void assert_completed(const int8_t *given, uint8_t n, uint16_t slice)
{
    struct board run = board_of(given, n);
    struct board stepped = run;
    enum queens_event event;
    size_t next = 0;

    do {
        uint16_t budget = slice;
        uint16_t left = slice;

        event = queens_complete(&run, &budget);
        assert_int_equal(slice_by_steps(&stepped, &left), event);
        assert_int_equal(left, budget);
        assert_same_board(&stepped, &run);
        if (event != QUEENS_SOLVED)
            continue;
        assert_true(verify_solution(&run, true));
        while (next < found_count && !fits(&found[next], given, n))
            next++;
        assert_true(next < found_count);
        for (uint8_t row = 0; row < n; row++)
            assert_int_equal(board_column(&run, row) + 1u, found[next].column[row]);
        next++;
    } while (event != QUEENS_DONE);
    while (next < found_count)
        assert_false(fits(&found[next++], given, n));
}

static void assert_given_runs_backwards(const int8_t *given, uint8_t n)
{
    struct board board = board_of(given, n);

    assert_runs_backwards(&board);
}

/* The next pattern, counted up from all -1; false after the last. */
static bool pattern_next(int8_t *given, int n)
{
    for (int row = 0; row < n; row++) {
        if (++given[row] < n)
            return true;
        given[row] = -1;
    }
    return false;
}

TEST(every_pattern_up_to_n_6_is_completed_as_brute_force_does_it)
{
    unsigned patterns = 0;

    for (uint8_t n = 1; n <= 6; n++) {
        int8_t given[N_MAX] = {-1, -1, -1, -1, -1, -1};

        find_all(n);
        do {
            if (!is_peaceful(given, n))
                continue;
            assert_completed(given, n, 1);
            assert_completed(given, n, UINT16_MAX);
            assert_given_runs_backwards(given, n);
            patterns++;
        } while (pattern_next(given, n));
    }
    assert_int_equal(patterns, 3209);
}

TEST(random_patterns_up_to_n_10_are_completed_as_brute_force_does_it)
{
    srand(1850);
    for (uint8_t n = 7; n <= N_MAX; n++) {
        find_all(n);
        for (int round = 0; round < 40; round++) {
            int8_t given[N_MAX];

            do
                for (int row = 0; row < n; row++)
                    given[row] = (int8_t)(rand() % (n - 5) ? -1 : rand() % n);
            while (!is_peaceful(given, n));
            assert_completed(given, n, (uint16_t)(1 + rand() % 50));
            if (n < N_MAX)
                assert_given_runs_backwards(given, n);
        }
    }
}

TEST(a_board_without_queens_is_completed_to_every_solution)
{
    int8_t given[N_MAX];

    memset(given, -1, sizeof given);
    find_all(8);
    assert_int_equal(found_count, 92);
    assert_completed(given, 8, 100);
}

TEST(a_full_board_is_completed_to_itself)
{
    find_all(8);
    for (size_t i = 0; i < found_count; i++) {
        struct board full = board_of_reference(&found[i]);

        assert_completed(full.col, 8, 100);
        assert_given_runs_backwards(full.col, 8);
    }
}
