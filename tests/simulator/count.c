/* The count on the simulated Uno: the assembly against its C twin on the host, slices, cycles and memory. */
#include "tests/support/line.h"

#include <limits.h>

/* The twin, on the host.  Its masks may be narrow: then small boards have edge columns. */
#include <stdint.h>
static uint8_t mask_width = 16, mask_first;
#define COUNT_WIDTH mask_width
#define COUNT_FIRST mask_first
#include "firmware/count/count.c"
#include "firmware/count/count_cross.c"
#include "firmware/count/count_plain.c"
#include "firmware/count/count_state.c"
#include "firmware/count/known.c"
#include "firmware/queens/queens.c"
#include "firmware/queens/queens_run.c"
#include "tests/support/count_rows.c"

#define SLICE_MAX 160000 /* cycles: 10 ms */

enum task { TASK_NONE, TASK_COUNT, TASK_RESUME };
enum mark { MARK_IDLE, MARK_SLICE, MARK_BETWEEN, MARK_REFUSED, MARK_END };

static const struct part all = {1, 1};

static struct uno *uno;

/* So many columns of n are in the middle of the board, in a mask; the others are edge columns. */
static void set_width(uint8_t n, uint8_t columns)
{
    mask_width = columns;
    mask_first = (uint8_t)(n > columns && columns < 16 ? column_shift(n) + (n - columns + 1) / 2 : 0);
}

static void power(const char *elf)
{
    rows_are_over = queens_are_over;
    line_end(uno);
    uno = line_board(elf, 0);
    uno_run(uno, UNO_MS(1));
}

BEFORE_EACH(chip_power)
{
    set_width(0, 16);
    power(CHIP "/count.elf");
}

/* For n = 15: it has three edge columns then. */
static void narrow_power(void)
{
    set_width(15, 12);
    power(CHIP "/narrow.elf");
}

static void put_byte(const char *name, uint8_t value)
{
    line_put(uno, name, &value, 1);
}

static void start(enum task task, uint8_t n, struct part which)
{
    line_put(uno, "chip_part", &which, sizeof which);
    put_byte("size", n);
    put_byte("task", (uint8_t)task);
}

static void resume(const struct board *board, struct part which)
{
    line_put(uno, "board", board, sizeof *board);
    start(TASK_RESUME, board->n, which);
}

/* What a task has taken. */
struct figures {
    struct count count;
    uint64_t cycles; /* in slices */
    uint64_t longest;
    unsigned slices;
};

/* Runs to the end of the next slice.  Returns false if there was none. */
static bool slice_watch(struct figures *figures)
{
    if (line_run_from(uno, uno_peek(uno, LINE_MARK) == MARK_BETWEEN ? MARK_BETWEEN : MARK_IDLE) != MARK_SLICE)
        return false;
    uint64_t cycles = uno_cycle(uno);
    uint8_t end = line_run_from(uno, MARK_SLICE);
    cycles = uno_cycle(uno) - cycles;
    if (end == MARK_END)
        line_run_from(uno, MARK_END);
    line_get(uno, "count", &figures->count, sizeof figures->count);
    figures->cycles += cycles;
    figures->slices++;
    figures->longest = cycles > figures->longest ? cycles : figures->longest;
    return true;
}

static uint64_t number_of(uint8_t n)
{
    uint64_t solutions;
    assert_true(count_known(n, &solutions));
    return solutions;
}

/* ---- Tests ---- */

/* The twin stops where the chip did: after this number of queens. */
static uint64_t twin_end;
static const struct count *twin_total; /* before the run */

static bool twin_is_over(const struct run *run)
{
    return twin_total->placed + run->placed >= twin_end;
}

/* The board on the chip equals the twin's.  Below the current level, squares to try have no meaning. */
static void assert_board(const struct board *twin)
{
    struct board chip;
    size_t meant = offsetof(struct board, col) + offsetof(struct rows, open[twin->row]);
    line_get(uno, "board", &chip, sizeof chip);
    if (twin->row == ROWS_DONE)
        meant = offsetof(struct board, col) + offsetof(struct rows, open);
    assert_memory_equal(&chip, twin, meant);
    assert_memory_equal(rows_in(&chip)->edge, rows_in(twin)->edge,
                        sizeof chip.col - offsetof(struct rows, edge));
}

/* Is the sum of the chip's totals right?  In a part it is wrong if anything has changed during a slice. */
static bool chip_sum_is_right(const struct count *count)
{
    uint8_t twins = residue;
    line_get(uno, "residue", &residue, 1);
    bool is_right = sum_is_right(count, sizeof *count);
    residue = twins;
    return is_right;
}

/*
 * Compares the first slices of a count that has begun, of 3000 to 6000 cycles, or all.  Returns whether the
 * count has ended.
 */
static bool run_beside_twin(struct board *twin, struct part which, unsigned slices, struct count *twin_count)
{
    struct figures figures = {{0, 0}, 0, 0, 0};
    bool more = true;
    put_byte("ms", 2);
    line_put(uno, "period", &(uint16_t){2999}, 2);
    twin_total = twin_count;
    rows_are_over = twin_is_over;
    while (figures.slices < slices && slice_watch(&figures)) {
        struct board chip;
        uint16_t progress;
        assert_true(more);
        line_get(uno, "board", &chip, sizeof chip);
        twin_end = figures.count.placed;
        more = count_run(twin_count, twin, &which, 1);
        line_get(uno, "progress", &progress, sizeof progress);
        assert_int_equal(figures.count.found, twin_count->found);
        assert_int_equal(figures.count.placed, twin_count->placed);
        assert_true(chip_sum_is_right(&figures.count));
        assert_int_equal(progress, count_progress(twin_count, twin, &which));
        if (count_has_crosses(twin->n))
            assert_board(twin);
        else
            assert_memory_equal(&chip, twin, 2U + twin->row);
    }
    return !more;
}

static bool slices_are_the_twins(uint8_t n, struct part which, unsigned slices, struct count *twin_count)
{
    struct board twin;
    count_start(twin_count, &twin, n, &which);
    put_byte("residue", 0);
    start(TASK_COUNT, n, which);
    return run_beside_twin(&twin, which, slices, twin_count);
}

TEST(each_slice_on_the_chip_is_the_twins_of_the_whole_and_of_a_part)
{
    struct count count;
    for (uint8_t n = 1; n <= 12; n++) {
        assert_true(slices_are_the_twins(n, all, UINT_MAX, &count));
        assert_int_equal(count.found, number_of(n));
    }
    for (uint8_t n = 9; n <= 13; n++)
        for (uint16_t part = 1; part <= 2; part++)
            assert_true(slices_are_the_twins(n, (struct part){part, 2}, UINT_MAX, &count));
}

/* From n = 17 on, there are queens in edge columns, which a mask does not contain. */
TEST(so_are_the_first_slices_of_large_boards_and_of_their_parts)
{
    for (uint8_t n = 13; n <= 20; n++)
        for (uint16_t parts = 1; parts <= 1024; parts = (uint16_t)(parts * 32)) {
            struct count count;
            slices_are_the_twins(n, (struct part){1, parts}, 300, &count);
            uno_reset(uno, UNO_EXTERNAL);
            uno_run(uno, UNO_MS(1));
        }
}

/* All bytes of its table, XORed, are 0: the registers that hold the sum and the level are equal. */
TEST(so_are_those_of_a_cross_whose_table_has_the_sum_0)
{
    static const struct part which = {2, 3};
    static const uint8_t cross[] = {0, 14, 12, 4};
    struct count count;
    struct board twin;
    count_start(&count, &twin, 16, &which);
    memcpy(rows_of(&twin)->cross, cross, sizeof cross);
    twin.row = ROWS_NEW;
    resume(&twin, which);
    run_beside_twin(&twin, which, 1000, &count);
}

/* ---- Boards with edge columns that are small enough to be counted ---- */

static void assert_counted_by_twin(uint8_t n, uint8_t columns, uint16_t parts)
{
    uint64_t found = 0;
    set_width(n, columns);
    for (uint16_t part = 1; part <= parts; part++) {
        struct part which = {part, parts};
        struct count count;
        struct board board;
        count_start(&count, &board, n, &which);
        while (count_run(&count, &board, &which, COUNT_MS)) {
        }
        found += count.found;
    }
    assert_int_equal(found, number_of(n));
}

TEST(the_parts_of_boards_with_two_to_four_edge_columns_add_up_to_the_known_numbers)
{
    assert_counted_by_twin(12, 10, 7);
    assert_counted_by_twin(13, 10, 7);
    assert_counted_by_twin(14, 10, 7);
}

/* Seconds: with `all` only, for `make stress`. */
TEST(stress_so_does_one_of_16_rows_with_four)
{
    assert_counted_by_twin(16, 12, 1);
}

TEST(with_three_edge_columns_each_slice_on_the_chip_is_the_twins)
{
    struct count count;
    narrow_power();
    assert_true(slices_are_the_twins(15, (struct part){3, 64}, UINT_MAX, &count));
}

/* Here a queen of level 1 in bit 15 has 17 rows below her before the last level: n = 20 alone has so many. */
TEST(a_slice_of_a_part_is_right_though_a_diagonal_left_the_lost_bits)
{
    static const struct rows rows = {{0, 15, 12, 17}, {0xfe, 0xff}, {{0, 0x80}}, {4, 8, EDGE_NONE, 16}};
    struct figures figures = {{0, 0}, 0, 0, 0};
    struct board board = {20, 1, {0}};
    *rows_of(&board) = rows;
    resume(&board, (struct part){9, 65535});
    do {
        assert_true(slice_watch(&figures));
        line_get(uno, "board", &board, sizeof board);
    } while (board.row != ROWS_DONE);
    assert_true(figures.count.found > 0 && chip_sum_is_right(&figures.count));
}

/* ---- The check of a part ---- */

/* Runs to the end of the slice.  Returns whether the sum of the totals is right then. */
static bool slice_ends_right(void)
{
    struct count count;
    line_run_from(uno, MARK_SLICE);
    if (uno_peek(uno, LINE_MARK) == MARK_END)
        line_run_from(uno, MARK_END);
    line_get(uno, "count", &count, sizeof count);
    return chip_sum_is_right(&count);
}

enum { SLICE_MS = 0x6c }; /* count_rows_avr.h */

static void start_part(uint8_t n)
{
    start(TASK_COUNT, n, (struct part){2, 3});
    line_run_from(uno, MARK_IDLE);
}

/* As if the time were over on level 1: the slice ends there, and the next one begins there. */
TEST(slices_of_a_part_that_begin_and_end_on_level_1_are_right)
{
    start_part(12);
    for (unsigned slice = 0; slice < 20; slice++) {
        line_run_at(uno, "level1_on");
        uno_poke(uno, SLICE_MS, 0);
        uno_jump(uno, (uint32_t)uno_symbol(uno, "stop_level1"));
        assert_true(slice_ends_right());
        line_run_from(uno, MARK_BETWEEN);
    }
}

/*
 * On level 1 the left and the right diagonals are the same, and no bit is lost: r2 to r5 and r12 to r15.  In
 * bits 0 and 15 they may differ.
 */
TEST(a_diagonal_that_flips_until_level_1_makes_the_total_of_a_part_wrong)
{
    static const uint8_t registers[] = {2, 3, 4, 5, 12, 13, 14, 15};
    for (unsigned i = 0; i < 8 * sizeof registers; i++) {
        uint8_t at = registers[i / 8], bit = (uint8_t)(1U << i % 8);
        bool may_differ = (at % 2 == 0 && at < 5 && bit == 1) || (at % 2 == 1 && at < 6 && bit == 0x80);
        start_part(12);
        line_run_at(uno, "check_shifted");
        uno_poke(uno, at, uno_peek(uno, at) ^ bit);
        assert_int_equal(slice_ends_right(), may_differ);
        uno_power_cut(uno);
        uno_run(uno, UNO_MS(1));
    }
}

static void assert_figures(uint8_t n, uint64_t limit)
{
    struct figures figures = {{0, 0}, 0, 0, 0};
    start(TASK_COUNT, n, all);
    while (slice_watch(&figures)) {
    }
    line_measured("n = %u: %llu cycles in %u slices, the longest %llu; %llu queens placed", n,
                  (unsigned long long)figures.cycles, figures.slices, (unsigned long long)figures.longest,
                  (unsigned long long)figures.count.placed);
    assert_int_equal(figures.count.found, number_of(n));
    assert_in_range(figures.cycles, 1, limit);
    assert_in_range(figures.longest, 1, SLICE_MAX);
}

/* The chip and the twin refuse the same: a square that is attacked.  Other flips may be another count. */
TEST(a_saved_state_with_a_flipped_bit_is_refused_and_no_other_byte_is_written)
{
    struct figures figures = {.slices = 0};
    struct board saved;
    unsigned others = 0; /* flipped bits of the cross that are that of another count */
    put_byte("ms", 1);
    start(TASK_COUNT, 12, all);
    do {
        assert_true(slice_watch(&figures));
        line_get(uno, "board", &saved, sizeof saved);
    } while (figures.slices < 60 || saved.row == ROWS_DONE ||
             saved.row < 5); /* with fewer levels, another cross may fit, too */
    for (uint16_t bit = 0; bit < 8 * offsetof(struct rows, open[saved.row]); bit++) {
        struct board damaged = saved, left;
        damaged.col[bit / 8] = (int8_t)(damaged.col[bit / 8] ^ 1 << bit % 8);
        struct board twin = damaged;
        bool refused = !count_resume(&figures.count, &twin, &all);
        uno_power_cut(uno);
        uno_run(uno, UNO_MS(1));
        line_put(uno, "count", &figures.count, sizeof figures.count);
        resume(&damaged, all);
        assert_int_equal(line_run_from(uno, MARK_IDLE), refused ? MARK_REFUSED : MARK_SLICE);
        /* The bits of the cross.  Those of the parts do not change which squares are attacked. */
        if (bit < 8 * offsetof(struct rows, turn)) {
            others += !refused;
            continue;
        }
        line_get(uno, "board", &left, sizeof left);
        assert_true(!refused || memcmp(left.col, damaged.col, offsetof(struct rows, open)) == 0);
        assert_true(!refused ||
                    (left.n == 12 && (left.row == damaged.row || left.row == 1 || left.row == ROWS_DONE)));
    }
    line_measured("%u flipped bits of a cross of 4 bytes are another count", others);
    assert_in_range(others, 0, AVR_GCC_5_4 ? 0 : 2); /* other compilers save another position */
}

/* The limits are a few percent more than what a count takes. */
TEST(a_count_takes_no_more_than_it_may)
{
    static const uint32_t limits[] = {130000, 270000, 530000, 1770000, 5700000, 28000000, 135000000};
    for (uint8_t n = 8; n <= 14; n++)
        assert_figures(n, limits[n - 8]);
}

TEST(stress_with_three_edge_columns_the_chip_finds_the_known_number)
{
    narrow_power();
    assert_figures(15, UINT64_MAX);
}

/* Half a minute: with `all` only, for `make stress`. */
TEST(stress_counts_15_rows_exactly_with_no_slice_too_long)
{
    assert_figures(15, UINT64_MAX);
}

void test_words(int count_of_words, char **words)
{
    if (count_of_words > 1 && strcmp(words[1], "all") == 0)
        cmocka_set_test_filter("stress_*");
    else
        cmocka_set_skip_filter("stress_*");
}
