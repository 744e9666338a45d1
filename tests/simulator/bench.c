/* The comparison image: its table against known numbers, its clock against the simulator's. */
#include "tests/support/line.h"

#define ROWS      56 /* each program with each board that it can do */
#define ROWS_MAX  80
#define LONG_TIME (8 * 60 * (uint64_t)UNO_HZ)

struct row {
    char program[10], verdict[10];
    unsigned n, solutions, moves, cycles, ram, stack;
};

static struct row rows[ROWS_MAX];
static unsigned row_count;

/* The simulator's measurements of the rows with small boards: one for each run of the image's clock. */
static struct seen {
    uint64_t cycles;
    unsigned stack;
} seen[ROWS_MAX];
static unsigned seen_count;

/* The stack below the function that called cycles_start, which is where the mark is set. */
static void watch_run(struct uno *uno)
{
    struct seen *run = &seen[seen_count++];
    assert_in_range(seen_count, 1, ROWS_MAX);
    line_run_from(uno, 0);
    run->cycles = uno_cycle(uno);
    unsigned caller = uno_status(uno).ram_end - (uno_peek(uno, 0x5d) + 256U * uno_peek(uno, 0x5e)) - 2;
    uno_deepest_start(uno);
    line_run_from(uno, 1);
    run->cycles = uno_cycle(uno) - run->cycles;
    run->stack = uno_status(uno).deepest - caller;
}

static void read_table(const char *text)
{
    for (const char *line = text; line; line = strchr(line, '\n')) {
        struct row row = {.n = 0};
        line += *line == '\n';
        if (sscanf(line, "%9s %u %u %u %u %*f %u %u", row.program, &row.n, &row.solutions, &row.moves,
                   &row.cycles, &row.ram, &row.stack) != 7)
            continue;
        sscanf(line, "%*s %*s %*s %*s %*s %*s %*s %*s %*s %9s", row.verdict);
        assert_in_range(row_count, 0, ROWS_MAX - 1);
        rows[row_count++] = row;
    }
}

BEFORE_EACH(run_image)
{
    if (row_count)
        return; /* it has run */
    struct uno *uno = line_board(BENCH_ELF, 0);
    assert_int_equal(uno_run_to(uno, "program", UNO_MS(100)), UNO_FOUND);
    while (!strstr(uno_output(uno).text, "\ncount     6"))
        watch_run(uno);
    seen_count--; /* the line of a run follows it: the last one seen has not been waited for */
    assert_int_equal(uno_run_to(uno, "wrong.", LONG_TIME), UNO_FOUND);
    read_table(uno_output(uno).text);
    assert_has(uno_output(uno).text, text_of("\n%u rows, 0 wrong.", row_count));
    uno_free(uno);
}

TEST(the_table_is_whole_with_nothing_wrong_in_it)
{
    assert_int_equal(row_count, ROWS);
    for (unsigned i = 0; i < row_count; i++)
        if (strcmp(rows[i].program, "first")) {
            assert_string_equal(rows[i].verdict, "right");
            assert_int_equal(rows[i].solutions, reference_counts(rows[i].n).solutions);
        }
}

/* The queens placed when only columns count: n + n (n-1) + n (n-1) (n-2) ... */
static unsigned placed_in_permutations(unsigned n)
{
    unsigned sum = 0;
    for (unsigned row = 0, product = 1; row < n; row++)
        sum += product *= n - row;
    return sum;
}

/* A way to count its moves that does not run the program; 0 for `count`, whose moves are its own affair. */
static unsigned long moves_expected(const struct row *row)
{
    struct reference_counts known = reference_counts(row->n);
    if (strcmp(row->program, "permute") == 0)
        return placed_in_permutations(row->n);
    if (strcmp(row->program, "scan") == 0) /* n squares after each queen that is not the last */
        return row->n * (1 + known.placed - known.solutions);
    if (strcmp(row->program, "first") == 0)
        return 876; /* published with the task */
    return strcmp(row->program, "count") == 0 ? row->moves : known.placed;
}

TEST(every_program_makes_just_the_moves_of_its_kind)
{
    for (unsigned i = 0; i < row_count; i++)
        assert_int_equal(rows[i].moves, moves_expected(&rows[i]));
}

/*
 * The simulator also sees the first and last instructions of the measurement, always the same, and the
 * interrupts, one in 65,536 cycles: what each takes is learnt from two rows and then true of all.
 */
TEST(the_cycles_are_those_of_the_simulator_to_the_cycle)
{
    uint64_t ends = seen[0].cycles - rows[0].cycles;
    uint64_t interrupt = 0;
    assert_int_equal(seen_count, 21);
    assert_int_equal(seen[0].cycles / 65536, 0);
    assert_in_range(ends, 1, 40);
    for (unsigned i = 0; i < seen_count; i++) {
        uint64_t more = seen[i].cycles - rows[i].cycles - ends;
        uint64_t overflows = seen[i].cycles / 65536;
        if (interrupt == 0)
            interrupt = more;
        assert_int_equal(more, overflows * interrupt);
    }
    assert_in_range(interrupt, 30, 60); /* 11 to get in and out, the rest to save registers and add */
}

TEST(the_stack_is_that_of_the_simulator)
{
    unsigned compared = 0;
    for (unsigned i = 0; i < seen_count; i++)
        if (rows[i].cycles < 65000) { /* else the clock's interrupt is on the stack too */
            assert_int_equal(rows[i].stack, seen[i].stack);
            compared++;
        }
    assert_in_range(compared, 10, seen_count);
}

TEST(a_wrong_result_is_called_wrong)
{
    struct uno *uno = line_board(BENCH_ELF, 0);
    uint16_t tally = line_address(uno, "tally");
    assert_int_equal(uno_run_to(uno, "program", UNO_MS(100)), UNO_FOUND);
    line_run_from(uno, 0); /* search, n = 4 */
    line_run_from(uno, 1);
    line_run_from(uno, 0);
    uno_run(uno, 2000);
    uno_poke(uno, tally, 9); /* rays has found nine all of a sudden */
    assert_int_equal(uno_run_to(uno, "\nscan", LONG_TIME), UNO_FOUND);
    const char *line = strstr(uno_output(uno).text, "\nsearch    4");
    assert_non_null(line);
    assert_has(line, "right\r\nrays      4         11");
    assert_has(line, "WRONG\r\nscan");
    uno_free(uno);
}
