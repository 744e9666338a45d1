/* The search on the host: what it finds, what it counts, and back. */
#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"
#include "tests/unit/boards.h"

#define GIVEN_MAX  6        /* all patterns of given queens are completed up to this size */
#define PLACED_MAX 15000000 /* and first solutions looked for that take no more queens than this */

static bool queens_attack(int row1, int col1, int row2, int col2)
{
    return row1 == row2 || col1 == col2 || abs(row1 - row2) == abs(col1 - col2);
}

/* No two of the queens in these rows attack each other; a row may have none. */
static bool is_peaceful(const int8_t *col, int rows)
{
    for (int row = 1; row < rows; row++)
        for (int above = 0; above < row; above++)
            if (col[row] >= 0 && col[above] >= 0 && queens_attack(row, col[row], above, col[above]))
                return false;
    return true;
}

/*
 * Steps to the end of a search, where each step is undone by a step back and done again; then back to the
 * start in as many steps.
 */
static void assert_runs_backwards(struct board start)
{
    struct board board = start;
    unsigned steps = 0, back = 0;
    enum queens_event event;
    for (struct board was = board; (event = queens_step(&board)) != QUEENS_DONE; was = board, steps++) {
        struct board undone = board;
        assert_int_equal(queens_last(&board), event);
        assert_int_equal(queens_back(&undone), event);
        assert_same_board(&undone, &was);
        assert_int_equal(queens_step(&undone), event);
        assert_same_board(&undone, &board);
    }
    while (queens_back(&board) != QUEENS_DONE)
        back++;
    assert_int_equal(back, steps);
    assert_same_board(&board, &start);
    assert_int_equal(queens_last(&board), QUEENS_DONE);
    assert_int_equal(queens_back(&board), QUEENS_DONE);
    assert_same_board(&board, &start);
}

/* ---- What is found ---- */

static void assert_first_solution(uint8_t n, uint32_t placed, const char *text)
{
    struct board board = board_of(n);
    uint32_t left = placed;
    enum queens_event event;
    char *next = NULL;
    do {
        uint16_t slice = left > 50000 ? 50000 : (uint16_t)left;
        uint16_t budget = slice;
        event = queens_run(&board, &budget);
        left -= (uint32_t)slice - budget;
    } while (event == QUEENS_SLICED && left > 0);
    assert_int_equal(event, QUEENS_SOLVED);
    assert_int_equal(left, 0);
    for (int row = 0; row < n; row++, text = next)
        assert_int_equal(board.col[row], strtol(text, &next, 10) - 1);
}

TEST(the_first_solution_comes_after_so_many_queens)
{
    FILE *file = fopen("tests/vectors/first.tsv", "r");
    char line[256];
    int seen = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned n;
        unsigned long placed;
        int at = 0;
        if (sscanf(line, "%u %lu %n", &n, &placed, &at) < 2 || placed > PLACED_MAX)
            continue;
        assert_first_solution((uint8_t)n, (uint32_t)placed, line + at);
        seen++;
    }
    fclose(file);
    assert_true(seen >= 20);
}

/* ---- With given queens, against brute force ---- */

/* All solutions of n queens, found in the plainest way. */
static const struct reference *found;
static size_t found_count;

static void find_all(uint8_t n)
{
    found_count = reference_solve(n, &found);
}

static bool fits(const struct reference *solution, const int8_t *given, int n)
{
    for (int row = 0; row < n; row++)
        if (given[row] >= 0 && given[row] + 1 != (int)solution->column[row])
            return false;
    return true;
}

static struct board board_given(const int8_t *given, uint8_t n)
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
    struct board run = board_given(given, n);
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
    for (uint8_t n = 1; n <= GIVEN_MAX; n++) {
        int8_t given[GIVEN_MAX] = {-1, -1, -1, -1, -1, -1};
        find_all(n);
        do {
            if (!is_peaceful(given, n))
                continue;
            assert_completed(given, n, 1);
            assert_completed(given, n, UINT16_MAX);
            assert_runs_backwards(board_given(given, n));
            patterns++;
        } while (pattern_next(given, n));
    }
    assert_int_equal(patterns, 3209);
}
