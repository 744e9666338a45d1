/*
 * The search on the chip: the same events as step by step, its cycles and its stack; with `all`, from every
 * reachable state.
 */
#include "tests/support/line.h"
#include "tests/unit/boards.h"

/* The steps, on the host. */
#include "firmware/queens/queens.c"

#define MARK      0x7f /* DIDR1: 1 while the time runs */
#define LONG_TIME (600 * (uint64_t)UNO_HZ)
#define SLICE_MAX 17000 /* cycles: the longest that a slice may take */

enum task { TASK_RUN = 1, TASK_WHOLE, TASK_COMPLETE };

/* The layout of the mailbox in tests/chip/queens.c. */
enum { TASK = 0, EVENT = 1, BUDGET = 2, SOLUTIONS = 4, PLACED = 6, SUM = 10, BOARD = 11 };

static struct uno *uno;
static uint16_t letter;
static bool whole; /* `all` was asked for: every state, as `make stress` does */

static void put(uint16_t at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        uno_poke(uno, (uint16_t)(letter + at + i), (uint8_t)(value >> 8 * i));
}

static uint32_t get(uint16_t at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t)uno_peek(uno, (uint16_t)(letter + at + i)) << 8 * i;
    return value;
}

static void board_put(const struct board *board)
{
    put(BOARD, board->n, 1);
    put(BOARD + 1, board->row, 1);
    for (uint16_t i = 0; i < QUEENS_MAX; i++)
        put((uint16_t)(BOARD + 2 + i), (uint8_t)board->col[i], 1);
}

static void board_get(struct board *board)
{
    board->n = (uint8_t)get(BOARD, 1);
    board->row = (uint8_t)get(BOARD + 1, 1);
    for (uint16_t i = 0; i < QUEENS_MAX; i++)
        board->col[i] = (int8_t)get((uint16_t)(BOARD + 2 + i), 1);
}

static bool mark_is(struct uno *board, void *arg)
{
    return uno_peek(board, MARK) == *(uint8_t *)arg;
}

static bool task_is_done(struct uno *board, void *arg)
{
    (void)arg;
    return uno_peek(board, letter) == 0;
}

/* Runs a task; the cycles between the marks. */
static uint64_t task_run(enum task task)
{
    uint8_t on = 1;
    uint8_t off = 0;
    put(TASK, task, 1);
    assert_int_equal(uno_run_until_io(uno, mark_is, &on, LONG_TIME), UNO_FOUND);
    uint64_t cycles = uno_cycle(uno);
    assert_int_equal(uno_run_until_io(uno, mark_is, &off, LONG_TIME), UNO_FOUND);
    cycles = uno_cycle(uno) - cycles;
    assert_int_equal(uno_run_until(uno, task_is_done, NULL, LONG_TIME), UNO_FOUND);
    return cycles;
}

static int image_load(void **state)
{
    (void)state;
    uno = line_board(CHIP "/queens.elf", 0);
    letter = line_address(uno, "letter");
    return uno_run(uno, UNO_MS(1)) == UNO_LIMIT ? 0 : -1;
}

static int image_free(void **state)
{
    (void)state;
    uno_free(uno);
    return 0;
}
TEST_ALL(image_load, image_free)

/*
 * What the slice must do, by steps alone, which are proved (make prove).  A slice of given queens has them.
 */
static uint64_t assert_same_slice(enum task task, struct board *board, uint16_t slice,
                                  enum queens_event *event)
{
    struct board chip;
    uint16_t budget = slice;
    board_put(board);
    put(BUDGET, slice, 2);
    uint64_t cycles = task_run(task);
    board_get(&chip);
    *event = slice_by_steps(board, &budget);
    if (get(EVENT, 1) != *event || get(BUDGET, 2) != budget)
        fail_msg("n = %u, row %u, slice %u: event %u, budget %u", board->n, board->row, slice, get(EVENT, 1),
                 get(BUDGET, 2));
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
TEST(a_completion_is_that_of_the_steps_and_its_slices_take_no_longer_than_twelve_bytes_either)
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

    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        struct board board = board_of(figures[i].n);
        board_put(&board);
        put(BUDGET, 500, 2);
        uint64_t cycles = task_run(TASK_WHOLE);
        print_message("n = %u: %llu cycles\n", figures[i].n, (unsigned long long)cycles);
        assert_int_equal(get(SOLUTIONS, 2), figures[i].solutions);
        assert_int_equal(get(SUM, 1), (uint8_t)figures[i].sum);
        assert_in_range(cycles, 1, figures[i].cycles);
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
        uint64_t longest = longest_slice(n, QUEENS_SLICE(n), &stack);
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
