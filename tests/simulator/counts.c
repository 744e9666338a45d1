/* Each kind of image solves and counts exactly, whole and in parts, in time, with the same queens placed. */
#include "tests/support/line.h"

static struct uno *image_board(const char *elf, uint32_t baud)
{
    struct uno_options options = {.seed = 1};
    if (strstr(elf, "ht16k33"))
        options.display.kind = UNO_HT16K33;
    struct uno *uno = line_board_with(elf, &options);
    uno_settings(uno)->baud = baud;
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

/* Counts 1 to 12 rows, from 9 on also their parts, and a part of 17; `count 12` takes at most so many million
 * cycles. */
static void counts(struct uno *uno, const char *name, double limit)
{
    double cycles = 0;
    for (unsigned n = 1; n <= 12; n++) {
        uint64_t start = uno_cycle(uno), known = reference_counts(n).solutions, sum = 0;
        const char *answer = line_askf(uno, "count %u", n);
        cycles = (double)(uno_cycle(uno) - start) / 1e6;
        char as_known[60];
        snprintf(as_known, sizeof as_known, ", as known: %llu (OEIS A000170)\r\nok\r\n> ",
                 (unsigned long long)known);
        assert_int_equal(line_number(answer, "solution"), known);
        assert_non_null(strstr(answer, as_known));
        assert_true(n < 9 || line_number(answer, "queen") == queens[n - 9]);
        for (unsigned part = 1; part <= 3 && n >= 9; part++) {
            char begin[40];
            snprintf(begin, sizeof begin, "part %u/3 of count %u: ", part, n);
            answer = line_askf(uno, "count %u %u/3", n, part);
            assert_memory_equal(answer, begin, strlen(begin));
            assert_null(strstr(answer, "as known"));
            sum += line_number(answer, "solution");
        }
        assert_true(n < 9 || sum == known);
    }
    assert_int_equal(line_number(line_ask(uno, "count 17 9/65535"), "queen"), 1461); /* with edge queens */
    line_measured("%s: count 12 takes %.2f M cycles", name, cycles);
    assert_true(cycles <= limit);
    uno_free(uno);
}

#define IMAGE_TEST(name, elf, baud)                                                                          \
    TEST(name)                                                                                               \
    {                                                                                                        \
        struct uno *uno = image_board(BUILD elf, baud);                                                      \
        solves(uno);                                                                                         \
        counts(uno, elf, 6);                                                                                 \
    }

IMAGE_TEST(the_image_for_an_uno_counts_right_and_in_time, "/uno/nqueens.elf", 115200)
IMAGE_TEST(so_does_the_image_for_a_million_baud, "/uno-1000000/nqueens.elf", 1000000)
IMAGE_TEST(so_does_the_image_for_a_nano, "/nano/nqueens.elf", 115200)
IMAGE_TEST(so_does_the_image_for_an_ht16k33, "/uno-ht16k33/nqueens.elf", 115200)
IMAGE_TEST(so_does_the_arduino_ides_image_for_an_uno, "/arduino/uno/nqueens.ino.elf", 115200)
IMAGE_TEST(so_does_its_image_for_an_ht16k33, "/arduino/uno-ht16k33/nqueens.ino.elf", 115200)
IMAGE_TEST(so_does_its_image_for_a_nano, "/arduino/nano/nqueens.ino.elf", 115200)
