/* Each board, also with the image of the Arduino IDE, solves, shows and counts right with the same queens. */
#include "tests/support/line.h"

struct image {
    const char *elf, *mcu;
    enum uno_matrix_kind display;
    uint32_t baud;
    double limit; /* of `count 12`, in millions of cycles */
};

/* An HT16K33 latches row by row: between two boards it shows parts of both. */
static void shows_all_solutions(struct uno *uno, bool is_row_by_row)
{
    size_t solutions, count, shown = 0;
    const struct reference *all = reference_solve(8, &solutions);
    line_set(uno, "pace 20");
    uno_forget_logs(uno);
    const char *answer = line_ask(uno, "solve 8");
    const struct uno_frame *frames = uno_frames(uno, &count);
    char *list = reference_list("digits", 8);
    assert_memory_equal(answer, list, strlen(list));
    free(list);
    for (size_t i = 0; i < count && shown < solutions; i++) {
        uint8_t rows[8];
        reference_picture(&all[shown], rows);
        shown += !memcmp(frames[i].rows, rows, 8);
    }
    assert_int_equal(shown, solutions);
    assert_true(is_row_by_row || count == solutions);
}

/* 9 and 10 rows are searched by another engine, which reads the stack across a return address. */
static void solves(struct uno *uno)
{
    PLAY(uno, {"pace 0", 0, NULL}, {"format none", 0, "ok@"});
    for (unsigned n = 1; n <= 10; n++) {
        const char *answer = line_askf(uno, "solve %u", n);
        assert_int_equal(line_number(answer, "solution"), reference_counts(n).solutions);
        assert_int_equal(line_number(answer, "queen"), reference_counts(n).placed);
    }
}

static const unsigned queens[] = {1073, 2586, 11269, 37441}; /* placed for 9 to 12 rows */

/* Counts 1 to 12 rows, from 9 on also their parts, and a part of 17. */
static void counts(struct uno *uno, const struct image *image)
{
    bool is_by_crosses = image->limit < 10; /* a Leonardo has too little flash for that */
    double cycles = 0;
    for (unsigned n = 1; n <= 12; n++) {
        uint64_t start = uno_cycle(uno), known = reference_counts(n).solutions, sum = 0;
        const char *answer = line_askf(uno, "count %u", n);
        cycles = (double)(uno_cycle(uno) - start) / 1e6;
        assert_int_equal(line_number(answer, "solution"), known);
        assert_has(answer, text_of(", as known: %lu (OEIS A000170)\r\nok\r\n> ", known));
        assert_true(n < 9 || !is_by_crosses || line_number(answer, "queen") == queens[n - 9]);
        for (unsigned part = 1; part <= 3 && n >= 9; part++) {
            const char *begin = text_of("part %u/3 of count %u: ", part, n);
            answer = line_askf(uno, "count %u %u/3", n, part);
            assert_memory_equal(answer, begin, strlen(begin));
            assert_lacks(answer, "as known");
            sum += line_number(answer, "solution");
        }
        assert_true(n < 9 || sum == known);
    }
    if (is_by_crosses) /* with edge queens */
        assert_int_equal(line_number(line_ask(uno, "count 17 9/65535"), "queen"), 1461);
    line_measured("%s: count 12 takes %.2f M cycles", image->elf, cycles);
    assert_true(cycles <= image->limit);
}

TEST(each_image_shows_all_solutions_and_counts_right_and_in_time)
{
    static const struct image images[] = {
        {"uno/nqueens", NULL, UNO_MAX7219, 115200, 6},
        {"uno-1000000/nqueens", NULL, UNO_MAX7219, 1000000, 6},
        {"nano/nqueens", NULL, UNO_MAX7219, 115200, 6},
        {"mega/nqueens", "atmega2560", UNO_MAX7219, 115200, 6},
        {"leonardo/nqueens", "atmega32u4", UNO_MAX7219, 115200, 60},
        {"uno-ht16k33/nqueens", NULL, UNO_HT16K33, 115200, 6},
        {"arduino/uno/nqueens.ino", NULL, UNO_MAX7219, 115200, 6},
        {"arduino/nano/nqueens.ino", NULL, UNO_MAX7219, 115200, 6},
        {"arduino/mega/nqueens.ino", "atmega2560", UNO_MAX7219, 115200, 6},
        {"arduino/leonardo/nqueens.ino", "atmega32u4", UNO_MAX7219, 115200, 60},
        {"arduino/uno-ht16k33/nqueens.ino", NULL, UNO_HT16K33, 115200, 6},
        {"arduino/leonardo-ht16k33/nqueens.ino", "atmega32u4", UNO_HT16K33, 115200, 60}};
    EACH(image, images) {
        struct uno *uno = line_board_with(
            text_of(BUILD "/%s.elf", image->elf),
            &(struct uno_options){.seed = 1, .mcu = image->mcu, .display = {.kind = image->display}});
        uno_settings(uno)->baud = image->baud;
        line_run_to(uno, "\n> ", 5000);
        shows_all_solutions(uno, image->display == UNO_HT16K33);
        solves(uno);
        counts(uno, image);
        uno_free(uno);
    }
}
