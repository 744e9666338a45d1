/*
 * The search on the chip: the same events as step by step, its cycles and its stack; with `all`, from every
 * reachable state.
 */
#include "tests/support/line.h"
#include "tests/unit/boards.h"

/* The steps, on the host. */
#include "firmware/queens/queens.c"

#define SLICE_MAX 17000 /* cycles: the longest that a slice may take */

enum task { TASK_RUN = 1, TASK_WHOLE, TASK_COMPLETE };

static struct uno *uno;
static bool whole; /* `all` was asked for: every state, as `make stress` does */

static uint16_t get(const char *name, size_t size)
{
    uint16_t value = 0;
    line_get(uno, name, &value, size);
    return value;
}

/* Runs a task; the cycles between the marks. */
static uint64_t task_run(enum task task, const struct board *board, uint16_t budget)
{
    line_put(uno, "board", board, sizeof *board);
    line_put(uno, "budget", &budget, 2);
    line_put(uno, "task", &(uint8_t){task}, 1);
    line_run_from(uno, 0);
    uint64_t cycles = uno_cycle(uno);
    line_run_from(uno, 1);
    cycles = uno_cycle(uno) - cycles;
    while (get("task", 1))
        uno_run(uno, 10);
    return cycles;
}

BEFORE_EACH(begin)
{
    uno_free(uno);
    uno = line_board(CHIP "/queens.elf", 0);
    uno_run(uno, UNO_MS(1));
}

/*
 * What the slice must do, by steps alone, which are proved (make prove).  A slice of given queens has them.
 */
static uint64_t assert_same_slice(enum task task, struct board *board, uint16_t slice,
                                  enum queens_event *event)
{
    struct board chip;
    uint16_t budget = slice;
    uint64_t cycles = task_run(task, board, slice);
    line_get(uno, "board", &chip, sizeof chip);
    *event = slice_by_steps(board, &budget);
    if (get("event", 1) != *event || get("budget", 2) != budget)
        fail_msg("n = %u, row %u, slice %u: event %u, budget %u", board->n, board->row, slice,
                 get("event", 1), get("budget", 2));
    assert_same_board(&chip, board);
    for (int row = board->n; row < QUEENS_MAX; row++)
        assert_int_equal(chip.col[row], board->col[row]);
    return cycles;
}

TEST(every_event_up_to_n_10_is_that_of_the_steps)
{
    for (uint8_t n = 1; n <= 10; n++) {
        struct board board = board_of(n);
        enum queens_event event;
        do
            assert_same_slice(TASK_RUN, &board, UINT16_MAX, &event);
        while (event != QUEENS_DONE);
    }
}

/* ---- With given queens ---- */

/* Given queens anywhere that do not attack each other, about one in `share` rows. */
static struct board board_given(uint8_t n, int share)
{
    struct board board;
    memset(&board, 0x15, sizeof board);
    board.n = board.row = n;
    memset(board.col, -1, n);
    for (int round = rand() % (n + 1); round > 0; round--) {
        uint8_t row = (uint8_t)(rand() % n);
        uint8_t col = (uint8_t)(rand() % n);
        bool is_free = rand() % share == 0;
        for (uint8_t other = 0; other < n; other++)
            if (board.col[other] >= 0 &&
                (other == row || board.col[other] == col || abs(board.col[other] - col) == abs(other - row)))
                is_free = false;
        if (is_free)
            board.col[row] = (int8_t)col;
    }
    queens_start_given(&board);
    return board;
}

/* From its start on and from any state, also after its end. */
TEST(a_completion_is_that_of_the_steps_and_its_slices_take_less_than_twelve_bytes)
{
    uint64_t longest = 0;
    srand(1850);
    for (int round = 0; round < 1500; round++) {
        int most = round % 3 ? QUEENS_MAX : 8;
        struct board board = board_given((uint8_t)(most - rand() % (round % 3 ? 4 : 8)), 1 + rand() % 4);
        for (int slice = 0; slice < 6; slice++) {
            uint16_t budget = (uint16_t)(rand() % 4 ? QUEENS_COMPLETE_SLICE : rand() % QUEENS_COMPLETE_SLICE);
            enum queens_event event;
            for (int steps = slice % 2 ? rand() % 40 : 0; steps > 0; steps--)
                queens_step(&board);
            uint64_t cycles = assert_same_slice(TASK_COMPLETE, &board, budget, &event);
            longest = cycles > longest ? cycles : longest;
        }
    }
    print_message("the longest: %llu cycles\n", (unsigned long long)longest);
    assert_in_range(longest, 1, SLICE_MAX);
}

/* ---- Against the step, which is proved (make prove) ---- */

/* The last one is the state after the end, from which every step is the end again. */
TEST(every_reachable_state_with_every_budget_runs_as_stepped)
{
    unsigned runs = 0;
    for (uint8_t n = 1; n <= (whole ? 7 : 4); n++) {
        struct board board = board_of(n);
        enum queens_event event, step;
        do {
            uint16_t slice = 0;
            do { /* a larger budget than the last changes nothing */
                struct board from = board;
                assert_same_slice(TASK_RUN, &from, slice++, &event);
                runs++;
            } while (event == QUEENS_SLICED);
            step = queens_step(&board);
        } while (step != QUEENS_DONE);
    }
    assert_int_equal(runs, whole ? 66553 : 470); /* each from another state or with another budget */
}

/* ---- Figures ---- */

TEST(a_whole_search_takes_no_more_cycles_than_its_figure)
{
    static const struct {
        uint8_t n;
        uint32_t cycles; /* at most */
        uint32_t solutions, sum;
    } figures[] = {{8, 195000, 92, 92 * 28}, {10, 3000000, 724, 724 * 45}, {12, 72000000, 14200, 14200 * 66}};

    EACH(figure, figures) {
        struct board board = board_of(figure->n);
        uint64_t cycles = task_run(TASK_WHOLE, &board, 500);
        print_message("n = %u: %llu cycles\n", figure->n, (unsigned long long)cycles);
        assert_int_equal(get("solutions", 2), figure->solutions);
        assert_int_equal(get("sum", 1), (uint8_t)figure->sum);
        assert_in_range(cycles, 1, figure->cycles);
    }
}

/* The longest of many calls, and the deepest stack below the caller. */
static uint64_t longest_slice(uint8_t n, uint16_t budget, unsigned *stack)
{
    struct board board = board_of(n);
    uint64_t longest = 0;
    for (int slice = 0; slice < 300; slice++) {
        enum queens_event event;
        uno_deepest_start(uno);
        uint64_t cycles = assert_same_slice(TASK_RUN, &board, budget, &event);
        if (cycles > longest)
            longest = cycles;
        if (event == QUEENS_DONE)
            board = board_of(n);
    }
    *stack = uno_status(uno).deepest;
    return longest;
}

TEST(a_slice_of_the_advised_budget_takes_no_longer_than_twelve_bytes_on_the_line)
{
    for (uint8_t n = 8; n <= 32; n = (uint8_t)(n + 4)) {
        unsigned stack;
        uint64_t longest = longest_slice(n, QUEENS_SLICE, &stack);
        print_message("n = %u: at most %llu cycles, stack %u\n", n, (unsigned long long)longest, stack);
        assert_in_range(longest, 1, SLICE_MAX);
    }
}

void test_words(int count_of_words, char **words)
{
    whole = count_of_words > 1 && strcmp(words[1], "all") == 0;
    if (whole)
        cmocka_set_test_filter("every_reachable*");
}
