/* The count on the host: its numbers, its slices, the states from which it resumes. */
#include "firmware/count/count.h"
#include "firmware/count/count_cross.h"
#include "firmware/count/count_plain.h"
#include "firmware/count/count_rows.h"
#include "firmware/count/known.h"
#include "firmware/queens/queens.h"
#include "hal/slice.h"
#include "tests/support/count_rows.h"
#include "tests/unit/boards.h"

#define FULL_MAX 13

static const struct part all = {1, 1};

/* The ratio of all queens to those placed is known for n = 9 to 23. */
TEST(every_board_has_its_known_number_of_solutions)
{
    for (uint8_t n = 1; n <= FULL_MAX; n++) {
        struct count count;
        struct board board;
        uint16_t progress = 0;
        uint32_t ratio = UINT32_MAX, one = n < 9 ? 0 : COUNT_ONE;
        count_start(&count, &board, n, &all);
        while (count_run(&count, &board, &all, COUNT_MS)) {
            assert_true(count_resume(&count, &board, &all));
            assert_true(count_progress(&count, &board, &all) >= progress);
            assert_in_range(count_ratio(&count, n, &all), one, ratio);
            progress = count_progress(&count, &board, &all);
            ratio = count_ratio(&count, n, &all);
        }
        assert_int_equal(count.found, reference_counts(n).solutions);
        assert_int_equal(count_progress(&count, &board, &all), UINT16_MAX);
        assert_in_range(count_ratio(&count, n, &all), one, one + 4);
        assert_false(count_run(&count, &board, &all, COUNT_MS));
        assert_int_equal(count.found, reference_counts(n).solutions);
    }
}

/* Without crosses, of the half of the board that is searched: the squares of the first two rows. */
TEST(the_progress_of_a_plain_count_is_the_share_of_pairs_of_squares_done)
{
    for (uint8_t n = 21; n <= QUEENS_MAX; n++) {
        struct count count = {0, 0};
        struct board board = {.n = n, .row = 0, .col = {(int8_t)(n / 2 - 1)}};
        const unsigned half = (n + 1U) / 2;
        double pairs = half * n, done = 0;
        assert_int_equal(count_progress(&count, &board, &all), 0);
        board.row = 1;
        for (board.col[0]++; board.col[0] < (int8_t)n; board.col[0]++)
            for (board.col[1] = -1; board.col[1] < (int8_t)n; board.col[1]++) {
                double share = 65536 * done / pairs - count_progress(&count, &board, &all);
                assert_true(share > -0.001 && share < 1);
                done += board.col[1] >= 0; /* it is tried now */
            }
        board.row = 0;
        board.col[0] = (int8_t)(n - 1);
        assert_int_equal(count_progress(&count, &board, &all), UINT16_MAX);
    }
}

/* Of n = 9 to 20, only 19 has all levels. */
TEST(a_count_resumes_on_every_level)
{
    struct count count;
    struct board board;
    unsigned left = 2 * ((1U << LEVELS_MAX) - 1); /* levels, as bits */
    count_start(&count, &board, 19, &all);
    for (unsigned slices = 0; left; slices++) {
        assert_in_range(slices, 0, 20000);
        assert_true(count_run(&count, &board, &all, 1));
        assert_true(count_resume(&count, &board, &all));
        if (board.row <= LEVELS_MAX)
            left &= ~(1U << board.row);
    }
}

static struct count count_of(uint8_t n, uint16_t part, uint16_t parts)
{
    struct count count;
    struct board board;
    struct part which = {part, parts};
    count_start(&count, &board, n, &which);
    while (count_run(&count, &board, &which, COUNT_MS))
        assert_true(count_resume(&count, &board, &which));
    return count;
}

/* The same by the search that counts boards without crosses, n = 21 and more; they are too large for here. */
static struct count plain_count_of(uint8_t n, uint16_t part, uint16_t parts)
{
    struct count count = {0, 0};
    struct board board = {.n = n};
    struct part which = {part, parts};
    plain_start(&board);
    while (plain_run(&count, &board, &which))
        assert_true(plain_resume(&board));
    return count;
}

TEST(the_parts_add_up_to_the_whole_with_crosses_and_without)
{
    static const uint16_t parts[] = {1, 2, 3, 7, 64, 251, 1000, 65535};
    for (uint8_t n = 1; n <= 12; n++)
        EACH(of, parts) {
            uint64_t sum = 0, plain_sum = 0;
            if (*of > (n <= 3 ? 65535 : n <= 8 ? 1000 : 64))
                continue;
            for (uint32_t part = 1; part <= *of; part++) {
                sum += count_of(n, (uint16_t)part, *of).found;
                plain_sum += plain_count_of(n, (uint16_t)part, *of).found;
            }
            assert_int_equal(sum, reference_counts(n).solutions);
            assert_int_equal(plain_sum, reference_counts(n).solutions);
        }
}

/* Returns the queens of the dearest of the parts, or of every `step`-th of them. */
static uint64_t assert_even(struct count (*count_part)(uint8_t, uint16_t, uint16_t), uint8_t n,
                            uint16_t parts, uint16_t step)
{
    uint64_t least = UINT64_MAX, most = 0;
    for (uint16_t part = 1; part <= parts; part = (uint16_t)(part + step)) {
        uint64_t placed = count_part(n, part, parts).placed;
        least = placed < least ? placed : least;
        most = placed > most ? placed : most;
    }
    assert_true(most < 2 * least);
    return most;
}

TEST(parts_take_much_the_same_time_and_without_crosses_their_share_alone)
{
    const uint64_t whole = 91883698; /* queens that half of n = 15 takes */
    for (uint16_t parts = 2; parts <= 64; parts = (uint16_t)(2 * parts))
        assert_even(count_of, 13, parts, 1);
    assert_true(64 * assert_even(plain_count_of, 15, 64, 9) < whole * 3 / 2);
    /* This part has nothing below the five rows that all parts walk through: their queens in half a board. */
    assert_int_equal(plain_count_of(13, 1, 65535).placed, 20662);
}

static struct board flipped_board;
static uint8_t flip_row;    /* the byte of the column array */
static uint8_t flip_bit;    /* the bit of it */
static unsigned flip_delay; /* the queens until then */

/* Flips the bit, and ends the slice. */
static bool flip_after_delay(const struct run *run)
{
    if (flip_delay == 0 || --flip_delay != 0)
        return run->placed >= slice_ms * ROWS_QUEENS_MS;
    flipped_board.col[flip_row] ^= (int8_t)(1 << flip_bit);
    return true;
}

/* Counts until the bit has flipped.  Returns whether the totals are wrong after that slice. */
static bool slice_reveals_flip(uint8_t n, const struct part *part)
{
    struct count count;
    count_start(&count, &flipped_board, n, part);
    sum_restore(&count, sizeof count);
    flip_delay = 1000;
    while (flip_delay != 0) {
        assert_true(sum_is_right(&count, sizeof count));
        (void)count_run(&count, &flipped_board, part, COUNT_MS); /* false if the cross is now the end */
    }
    return !sum_is_right(&count, sizeof count);
}

TEST(a_bit_of_the_cross_that_flips_in_a_slice_of_a_part_makes_the_totals_wrong)
{
    static const uint8_t rows[] = {0, 1, 2, 3, 28, 29, 30, 31};
    bool (*are_over)(const struct run *run) = rows_are_over;
    rows_are_over = flip_after_delay;
    for (uint8_t n = 12; n <= 20; n += 2)
        for (unsigned row = 0; row < (n > 16 ? 8 : 4); row++)
            for (flip_bit = 0; flip_bit < 8; flip_bit++) {
                flip_row = rows[row];
                assert_true(slice_reveals_flip(n, &(struct part){2, 3}));
            }
    rows_are_over = are_over;
}

TEST(garbage_is_refused_or_does_no_harm)
{
    srand(16);
    for (unsigned trial = 0; trial < 50000; trial++) {
        struct count count = {0, 0};
        struct board board;
        uint8_t *bytes = (uint8_t *)&board;
        for (size_t i = 0; i < sizeof board; i++)
            bytes[i] = (uint8_t)(rand() % 4 != 0 ? rand() % 16 : rand());
        board.n = (uint8_t)(trial % (QUEENS_MAX + 8));
        if (!count_resume(&count, &board, &all))
            continue;
        for (int slice = 0; slice < 4 && count_run(&count, &board, &all, COUNT_MS); slice++)
            (void)count_progress(&count, &board, &all);
    }
}

TEST(known_numbers_are_those_of_the_vectors)
{
    uint64_t solutions;
    for (uint8_t n = 1; n <= 19; n++) {
        assert_true(count_known(n, &solutions));
        assert_int_equal(solutions, reference_counts(n).solutions);
    }
    assert_true(count_known(COUNT_KNOWN_MAX, &solutions));
    assert_true(solutions == UINT64_C(234907967154122528));
    for (unsigned n = 0; n <= UINT8_MAX; n++) {
        bool is_known = n >= 1 && n <= COUNT_KNOWN_MAX;
        assert_int_equal(count_known((uint8_t)n, &solutions), is_known);
        assert_int_equal(solutions == 0, !is_known || n == 2 || n == 3);
    }
}

static uint64_t searched(uint8_t n)
{
    struct board board;
    uint64_t placed = 0;
    enum queens_event event;
    queens_start(&board, n);
    do {
        uint16_t budget = UINT16_MAX;
        event = queens_run(&board, &budget);
        placed += (uint64_t)(UINT16_MAX - budget);
    } while (event != QUEENS_DONE);
    return placed;
}

TEST(the_queens_placed_are_those_known_and_any_flipped_bit_of_them_is_seen)
{
    for (uint8_t n = 1; n <= FULL_MAX; n++)
        for (int counts = 0; counts < 2; counts++) {
            uint64_t placed = counts ? count_of(n, 1, 1).placed : searched(n);
            assert_false(placed_is_wrong(counts, n, &placed));
            for (int bit = 0; bit < 64; bit++) {
                uint64_t flipped = placed ^ UINT64_C(1) << bit;
                assert_true(placed_is_wrong(counts, n, &flipped));
            }
        }
    assert_false(placed_is_wrong(true, 0, &(uint64_t){0}));
    assert_false(placed_is_wrong(true, PLACED_KNOWN_MAX + 1, &(uint64_t){0}));
}

/* The remaining time of a count is computed from this. */
TEST(the_ratio_of_all_queens_to_those_placed_is_known_or_0)
{
    static const double totals[] = {1073,     2586,     11269,    37441,    194506,
                                    734390,   4447097,  18769831, 2.533e8,  2.794e9,
                                    3.051e10, 3.004e11, 1.697e13, 1.433e14, 1.398e15};
    for (uint8_t n = 9; n <= 23; n++)
        for (uint64_t placed = 1; (double)placed < totals[n - 9]; placed = placed * 5 / 4 + 1) {
            struct count count = {.placed = placed};
            double right = COUNT_ONE * totals[n - 9] / (double)placed, ratio = count_ratio(&count, n, &all);
            if (right > 0.9 * UINT32_MAX)
                assert_true(ratio == 0 || ratio > 0.9 * UINT32_MAX);
            else
                assert_true(ratio > 0.99 * right - 1 && ratio < 1.01 * right + 1);
        }
    struct count none = {0, 0};
    assert_int_equal(count_ratio(&none, 16, &all) + count_ratio(&none, 8, &all), 0);
    assert_int_equal(count_ratio(&none, 24, &all) + count_ratio(&none, 0, &all), 0);
}

/* ---- Against plain enumeration ---- */

/* Of each cross: whether it is visited, or an image of one that is. */
enum { NEITHER, IMAGE, VISITED };
static uint8_t seen[ROWS_MAX][ROWS_MAX][ROWS_MAX][ROWS_MAX];

static uint8_t *seen_of(const uint8_t cross[4])
{
    return &seen[cross[0]][cross[1]][cross[2]][cross[3]];
}

/* Marks the images of a cross, and returns how many are different. */
static unsigned mark_images(uint8_t n, const uint8_t cross[4])
{
    unsigned different = 0;
    for (unsigned turn = 0; turn < 8; turn++) {
        uint8_t image[4];
        reference_cross_image(n, turn, cross, image);
        different += *seen_of(image) == NEITHER;
        *seen_of(image) = IMAGE;
    }
    return different;
}

static void turned_bytes(const struct board *board, uint8_t bytes[4])
{
    struct cross turned = cross_turned(board);
    int first = board->n / 2 - (board->n % 2 == 0 ? 8 : 7); /* column of bit 0 */
    for (int i = 0; i < 2; i++) {
        bytes[i] = (uint8_t)(turned.cols[i] + first);
        bytes[2 + i] = turned.rows[i];
    }
}

/* The cross of this number: its bytes are digits to this base. */
static void cross_set_number(uint8_t cross[4], unsigned base, unsigned number)
{
    for (unsigned byte = 0; byte < 4; byte++, number /= base)
        cross[byte] = (uint8_t)(number % base);
}

/* Returns the number of crosses without attack that are no image of one that was visited. */
static unsigned crosses_left(uint8_t n)
{
    unsigned left = 0;
    for (unsigned i = 0; i < (unsigned)n * n * n * n; i++) {
        uint8_t cross[4];
        cross_set_number(cross, n, i);
        left += reference_cross_is_peaceful(n, cross) && !*seen_of(cross);
    }
    return left;
}

/* Resumes at each cross of bytes up to n + 2, and of some at which 8 bits overflow. */
static void assert_resumes_where_visited(uint8_t n)
{
    static const uint8_t great[] = {100, 103, 110, 120};
    const unsigned values = n + 3U + (unsigned)sizeof great;
    for (unsigned i = 0; i < values * values * values * values; i++) {
        uint8_t at[4];
        struct count count = {0, 0};
        struct board board = {.n = n, .row = ROWS_NEW};
        cross_set_number(at, values, i);
        for (unsigned byte = 0; byte < 4; byte++)
            rows_of(&board)->cross[byte] = at[byte] < n + 3U ? at[byte] : great[at[byte] - n - 3];
        assert_int_equal(count_resume(&count, &board, &all), *seen_of(at) == VISITED);
    }
}

TEST(one_cross_of_each_set_of_images_is_visited_with_their_number_and_turned_to_one)
{
    for (uint8_t n = 9; n <= ROWS_MAX; n++) {
        struct board board = {.n = n};
        memset(seen, NEITHER, sizeof seen);
        cross_begin(&board);
        while (!cross_is_end(&board)) {
            const uint8_t *cross = rows_of(&board)->cross;
            uint8_t turned[4];
            unsigned turn = 0;
            if (!cross_next(&board))
                continue;
            assert_true(reference_cross_is_peaceful(n, cross));
            assert_int_equal(mark_images(n, cross), cross_images(&board));
            *seen_of(cross) = VISITED;
            turned_bytes(&board, turned);
            for (uint8_t image[4]; turn < 8; turn++) {
                reference_cross_image(n, turn, cross, image);
                if (memcmp(image, turned, sizeof image) == 0)
                    break;
            }
            assert_true(turn < 8);
        }
        assert_int_equal(crosses_left(n), 0);
        if (n <= 12)
            assert_resumes_where_visited(n);
    }
}
