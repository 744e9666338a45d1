/* The images with little flash count exactly, whole and in parts, in time, and place the Uno's queens. */
#include "tests/support/line.h"

static struct uno *image_board(const char *elf, bool has_backpack)
{
    struct uno_options options = {.seed = 1};
    if (has_backpack)
        options.display.kind = UNO_HT16K33;
    struct uno *uno = line_board_with(elf, &options);
    line_run_to(uno, "\n> ", 5000);
    line_set(uno, "pace 0");
    line_set(uno, "format none");
    return uno;
}

/* What `solve` finds, for 1 to 9 rows. */
static void solves(struct uno *uno)
{
    for (unsigned n = 1; n <= 9; n++) {
        const char *answer = line_askf(uno, "solve %u", n);
        assert_int_equal(line_number(answer, "solution"), reference_counts(n).solutions);
        assert_int_equal(line_number(answer, "queen"), reference_counts(n).placed);
    }
}

static const unsigned queens[] = {1073, 2586, 11269, 37441}; /* placed for 9 to 12 rows */

/* Counts 1 to 12 rows, and from 9 on their parts; `count 12` takes at most so many million cycles. */
static void counts(struct uno *uno, const char *name, double limit)
{
    double cycles = 0;
    for (unsigned n = 1; n <= 12; n++) {
        uint64_t start = uno_cycle(uno), known = reference_counts(n).solutions, sum = 0;
        const char *answer = line_askf(uno, "count %u", n);
        cycles = (double)(uno_cycle(uno) - start) / 1e6;
        assert_int_equal(line_number(answer, "solution"), known);
        assert_non_null(strstr(answer, ", as known: "));
        assert_true(n < 9 || line_number(answer, "queen") == queens[n - 9]);
        for (unsigned part = 1; part <= 3 && n >= 9; part++)
            sum += line_number(line_askf(uno, "count %u %u/3", n, part), "solution");
        assert_true(n < 9 || sum == known);
    }
    line_measured("%s: count 12 takes %.2f M cycles", name, cycles);
    assert_true(cycles <= limit);
    uno_free(uno);
}

#define IMAGE_TEST(name, elf, has_backpack, limit)                                                           \
    TEST(name)                                                                                               \
    {                                                                                                        \
        struct uno *uno = image_board(BUILD elf, has_backpack);                                              \
        solves(uno);                                                                                         \
        counts(uno, elf, limit);                                                                             \
    }

IMAGE_TEST(the_image_for_a_nano_counts_right_and_in_time, "/nano/nqueens.elf", false, 6)
IMAGE_TEST(so_does_the_image_for_an_ht16k33, "/uno-ht16k33/nqueens.elf", true, 6)
IMAGE_TEST(so_does_the_arduino_ides_image_for_an_uno, "/arduino/uno/nqueens.ino.elf", false, 6)
IMAGE_TEST(so_does_its_image_for_an_ht16k33, "/arduino/uno-ht16k33/nqueens.ino.elf", true, 6)
IMAGE_TEST(so_does_its_image_for_a_nano, "/arduino/nano/nqueens.ino.elf", false, 6)
