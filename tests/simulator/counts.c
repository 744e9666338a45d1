/* The images that leave features out (firmware/features.h) count exactly, whole and in parts, and in time. */
#include "tests/support/line.h"

static const unsigned known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200};

static struct uno *image_board(const char *elf, bool has_backpack)
{
    struct uno_options options = {.seed = 1};
    if (has_backpack)
        options.display.kind = UNO_HT16K33;
    struct uno *uno = uno_new(elf, &options);
    if (!uno)
        fail_msg("%s", uno_error());
    line_run_to(uno, "\n> ", 5000);
    line_set(uno, "pace 0");
    line_set(uno, "format none");
    return uno;
}

/* What `solve` finds, for 1 to 9 rows: without queens_8.S, queens_16.S searches boards of 6 to 8 rows. */
static void solves(struct uno *uno)
{
    for (unsigned n = 1; n <= 9; n++) {
        char line[20];
        snprintf(line, sizeof line, "solve %u", n);
        assert_int_equal(line_number(line_ask(uno, line), "solution"), known[n]);
    }
    line_matches(line_ask(uno, "solve 6"), "4 solutions, 152 queens placed, #.# s\r\nok\r\n> ");
    line_matches(line_ask(uno, "solve 7"), "40 solutions, 551 queens placed, #.# s\r\nok\r\n> ");
    line_matches(line_ask(uno, "solve 8"), "92 solutions, 2056 queens placed, #.# s\r\nok\r\n> ");
}

/* Counts 1 to 12 rows, and from 9 on their parts; `count 12` takes at most so many million cycles. */
static void counts(struct uno *uno, const char *name, double limit)
{
    double cycles = 0;
    for (unsigned n = 1; n <= 12; n++) {
        char line[20];
        uint64_t start = uno_cycle(uno), sum = 0;
        snprintf(line, sizeof line, "count %u", n);
        const char *answer = line_ask(uno, line);
        cycles = (double)(uno_cycle(uno) - start) / 1e6;
        assert_int_equal(line_number(answer, "solution"), known[n]);
        assert_non_null(strstr(answer, ", as known: "));
        for (unsigned part = 1; part <= 3 && n >= 9; part++) {
            snprintf(line, sizeof line, "count %u %u/3", n, part);
            sum += line_number(line_ask(uno, line), "solution");
        }
        assert_true(n < 9 || sum == known[n]);
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
IMAGE_TEST(so_does_its_image_for_a_nano_without_crosses, "/arduino/nano/nqueens.ino.elf", false, 26)
