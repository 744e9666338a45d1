/* The search on the host: what it finds, what it counts, what follows what. */
#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"
#include "tests/unit/boards.h"

#define FULL_MAX   12       /* whole searches are made up to this size */
#define GIVEN_MAX  10       /* random patterns of given queens are completed up to this size */
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

static void assert_peaceful(const struct board *board, int rows)
{
    for (int row = 0; row < rows; row++)
        assert_in_range(board->col[row], 0, board->n - 1);
    assert_true(is_peaceful(board->col, rows));
}

/*
 * Steps to the end of a search, where each step is undone by a step back and done again; then back to the
 * start in as many steps.  Returns their number.
 */
static unsigned assert_runs_backwards(struct board start)
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
    return steps;
}

/* ---- Steps ---- */

/* The event that the drawing in queens.h allows, worked out from the boards before and after. */
static void assert_step_follows(const struct board *was, const struct board *is, enum queens_event event)
{
    int row = was->row;
    int tried = row < was->n ? was->col[row] : was->n;
    int left = tried < was->n - 1;
    assert_memory_equal(was->col, is->col, was->row);
    switch (event) {
    case QUEENS_PLACED:
    case QUEENS_SOLVED:
        assert_true(left);
        assert_int_equal(is->row, row + 1);
        assert_int_equal(is->col[row], tried + 1);
        assert_int_equal(event == QUEENS_SOLVED, is->row == is->n);
        if (event == QUEENS_PLACED)
            assert_int_equal(is->col[is->row], -1);
        break;
    case QUEENS_ATTACKED:
        assert_true(left);
        assert_int_equal(is->row, row);
        assert_int_equal(is->col[row], tried + 1);
        break;
    case QUEENS_LIFTED:
        assert_false(left);
        assert_int_equal(is->row, row - 1);
        break;
    case QUEENS_DONE:
        assert_false(left);
        assert_int_equal(row, 0);
        assert_same_board(was, is);
        break;
    default: fail();
    }
}

static void assert_attacked_by_the_first(const struct board *board)
{
    int attacker = queens_attacker(board);
    assert_in_range(attacker, 0, board->row - 1);
    for (int above = 0; above <= attacker; above++)
        assert_int_equal(queens_attack(board->row, board->col[board->row], above, board->col[above]),
                         above == attacker);
}

TEST(every_step_is_one_that_may_follow_and_every_queen_placed_is_attacked_by_none)
{
    for (uint8_t n = 1; n <= 9; n++) {
        struct board board = board_of(n);
        enum queens_event event = QUEENS_SLICED;
        while (event != QUEENS_DONE) {
            struct board was = board;
            event = queens_step(&board);
            assert_step_follows(&was, &board, event);
            if (event == QUEENS_ATTACKED)
                assert_attacked_by_the_first(&board);
            else
                assert_peaceful(&board, board.row);
        }
    }
}

TEST(a_search_that_is_done_stays_done)
{
    for (uint8_t n = 1; n <= QUEENS_MAX; n++) {
        struct board done = {.n = n, .row = 0, .col = {(int8_t)(n - 1)}};
        struct board board = done;
        uint16_t budget = 5;
        assert_int_equal(queens_step(&board), QUEENS_DONE);
        assert_same_board(&board, &done);
        assert_int_equal(queens_run(&board, &budget), QUEENS_DONE);
        assert_same_board(&board, &done);
        assert_int_equal(budget, 5);
    }
}

/* ---- Steps back ---- */

TEST(every_step_is_undone_by_a_step_back_and_a_search_goes_back_from_its_end_to_its_start)
{
    unsigned steps = 0;
    for (uint8_t n = 1; n <= 8; n++)
        steps += assert_runs_backwards(board_of(n));
    assert_int_equal(steps, 23339);
}

/* ---- What is found ---- */

/* All peaceful boards, strictly in ascending order, and as many as there are: so it is the right sequence. */
TEST(runs_find_every_solution_in_lexicographic_order)
{
    for (uint8_t n = 1; n <= FULL_MAX; n++) {
        struct board board = board_of(n);
        struct board before = {.n = 0};
        struct reference_counts known = reference_counts(n);
        unsigned solutions = 0, placed = 0;
        enum queens_event event;
        do {
            uint16_t budget = UINT16_MAX;
            event = queens_run(&board, &budget);
            placed += (unsigned)(UINT16_MAX - budget);
            if (event != QUEENS_SOLVED)
                continue;
            assert_int_equal(board.row, n);
            assert_peaceful(&board, n);
            assert_true(before.n == 0 || memcmp(before.col, board.col, n) < 0);
            before = board;
            solutions++;
        } while (event != QUEENS_DONE);
        assert_int_equal(solutions, known.solutions);
        assert_int_equal(placed, known.placed);
    }
}

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

/* ---- Slices ---- */

static enum queens_event assert_slice_is_steps(struct board *run, struct board *stepped, uint16_t slice)
{
    uint16_t budget_run = slice;
    uint16_t budget_stepped = slice;
    enum queens_event event = queens_run(run, &budget_run);
    assert_int_equal(event, slice_by_steps(stepped, &budget_stepped));
    assert_int_equal(budget_run, budget_stepped);
    assert_same_board(run, stepped);
    return event;
}

TEST(steps_and_runs_mix_freely)
{
    srand(8);
    for (uint8_t n = 1; n <= QUEENS_MAX; n++) {
        struct board mixed = board_of(n);
        struct board stepped = board_of(n);
        for (int round = 0; round < 3000; round++) {
            int steps = rand() % 8;
            while (steps-- > 0) {
                assert_int_equal(queens_step(&mixed), queens_step(&stepped));
                assert_same_board(&mixed, &stepped);
            }
            assert_slice_is_steps(&mixed, &stepped, (uint16_t)(rand() % 20));
        }
    }
}

TEST(nothing_is_written_beyond_the_last_row)
{
    for (uint8_t n = 1; n < QUEENS_MAX; n++) {
        struct board board = board_of(n);
        uint16_t budget = 2000;
        while (budget > 0 && queens_run(&board, &budget) != QUEENS_DONE)
            queens_step(&board);
        for (int row = n; row < QUEENS_MAX; row++)
            assert_int_equal(board.col[row], 0x15);
    }
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
    for (uint8_t n = 1; n <= 6; n++) {
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

TEST(random_patterns_up_to_n_10_are_completed_as_brute_force_does_it)
{
    srand(1850);
    for (uint8_t n = 7; n <= GIVEN_MAX; n++) {
        find_all(n);
        for (int round = 0; round < 40; round++) {
            int8_t given[GIVEN_MAX];
            do
                for (int row = 0; row < n; row++)
                    given[row] = (int8_t)(rand() % (n - 5) ? -1 : rand() % n);
            while (!is_peaceful(given, n));
            assert_completed(given, n, (uint16_t)(1 + rand() % 50));
            if (n < GIVEN_MAX)
                assert_runs_backwards(board_given(given, n));
        }
    }
}
