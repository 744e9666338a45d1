/* The search on the host: what it finds, what it counts, and back. */
#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"
#include "tests/unit/boards.h"

#define GIVEN_MAX 6 /* all patterns of given queens are completed up to this size */

/* No two of the given queens attack each other; a row may have none. */
static bool is_peaceful(const struct board *given)
{
    const int8_t *col = given->col;
    for (int row = 1; row < given->n; row++)
        for (int above = 0; above < row; above++) {
            int aside = abs(col[row] - col[above]);
            if (col[row] >= 0 && col[above] >= 0 && (aside == 0 || aside == row - above))
                return false;
        }
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

TEST(a_run_is_that_of_the_steps_at_every_size)
{
    for (uint8_t n = 1; n <= QUEENS_MAX; n++) {
        struct board run = board_of(n), stepped = board_of(n);
        for (unsigned slice = 0; slice < 50; slice++) {
            uint16_t budget = 200, left = 200;
            assert_int_equal(queens_run(&run, &budget), slice_by_steps(&stepped, &left));
            assert_int_equal(budget, left);
            assert_same_board(&run, &stepped);
        }
    }
}

/* ---- With given queens, against brute force ---- */

/* All solutions of n queens, found in the plainest way. */
static const struct reference *found;
static size_t found_count;

static bool fits(const struct reference *solution, const struct board *given)
{
    for (int row = 0; row < given->n; row++)
        if (given->col[row] >= 0 && given->col[row] + 1 != (int)solution->column[row])
            return false;
    return true;
}

static struct board board_given(const struct board *given)
{
    struct board board;
    memset(&board, 0x55, sizeof board);
    board.n = board.row = given->n;
    memcpy(board.col, given->col, given->n);
    queens_start_given(&board);
    return board;
}

/* All completions, by runs in slices and by steps at the same time. */
static void assert_completed(const struct board *given, uint16_t slice)
{
    struct board run = board_given(given), stepped = run;
    enum queens_event event;
    size_t next = 0;
    do {
        uint16_t budget = slice, left = slice;
        event = queens_complete(&run, &budget);
        assert_int_equal(slice_by_steps(&stepped, &left), event);
        assert_int_equal(left, budget);
        assert_same_board(&stepped, &run);
        if (event != QUEENS_SOLVED)
            continue;
        assert_true(verify_solution(&run, true));
        while (next < found_count && !fits(&found[next], given))
            next++;
        assert_true(next < found_count);
        for (uint8_t row = 0; row < given->n; row++)
            assert_int_equal(board_column(&run, row) + 1u, found[next].column[row]);
        next++;
    } while (event != QUEENS_DONE);
    while (next < found_count)
        assert_false(fits(&found[next++], given));
}

TEST(every_pattern_up_to_n_6_is_completed_as_brute_force_does_it)
{
    unsigned patterns = 0;
    for (uint8_t n = 1; n <= GIVEN_MAX; n++) {
        struct board given = {.n = n, .col = {-1, -1, -1, -1, -1, -1}};
        found = reference_solve(n, &found_count);
        do {
            if (!is_peaceful(&given))
                continue;
            assert_completed(&given, 1);
            assert_completed(&given, UINT16_MAX);
            assert_runs_backwards(board_given(&given));
            patterns++;
        } while (next_board(&given, -1));
    }
    assert_int_equal(patterns, 3209);
}
