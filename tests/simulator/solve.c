/* Solve on the simulated Uno: the output on the serial line, the pictures on the matrix, and their times. */
#define _GNU_SOURCE
#include "tests/support/line.h"
#include "tests/support/words.h"

/* Cycles that a frame may be late: a tick, and the search for the next solution. */
#define MOST_DELAY (UNO_MS(3) / 2)

static bool whole; /* `all` was asked for, as `make bench` does */

/* ---- what the serial line prints ---- */

static void put_coords(FILE *out, const struct reference *board)
{
    for (unsigned row = 0; row < board->n; row++)
        fprintf(out, "(%u, %u)", board->column[row], row + 1);
}

static void put_row(FILE *out, const struct reference *board, unsigned row, const char *queen,
                    const char *none)
{
    for (unsigned column = 1; column <= board->n; column++)
        fputs(board->column[row] == column ? queen : none, out);
}

static void put_border(FILE *out, unsigned n)
{
    for (unsigned i = 0; i < n + 2; i++)
        fputc('*', out);
    fputs("\r\n", out);
}

static void put_board(FILE *out, const struct reference *board)
{
    put_coords(out, board);
    fputs("\r\n", out);
    put_border(out, board->n);
    for (unsigned row = 0; row < board->n; row++) {
        fputc('*', out);
        put_row(out, board, row, "#", " ");
        fputs("*\r\n", out);
    }
    put_border(out, board->n);
    fputs("\r\n", out);
}

static void put_grid(FILE *out, const struct reference *board, size_t number)
{
    fprintf(out, "No.%zu Solution of %u Queen Question\r\n", number, board->n);
    for (unsigned row = 0; row < board->n; row++) {
        put_row(out, board, row, "# ", "0 ");
        fputs("\r\n", out);
    }
}

static void put_numbers(FILE *out, const struct reference *board, unsigned first)
{
    for (unsigned row = 0; row < board->n; row++)
        fprintf(out, row ? " %u" : "%u", board->column[row] - 1 + first);
}

static void put_solution(FILE *out, const char *format, const struct reference *board, size_t number)
{
    if (!strcmp(format, "digits")) {
        fprintf(out, "%s\r\n", reference_text(board));
    } else if (!strcmp(format, "table")) {
        fprintf(out, "%s%s", number % 8 == 1 ? "" : " ", reference_text(board));
        if (number % 8 == 0)
            fputs("\r\n", out);
    } else if (!strcmp(format, "list")) {
        put_numbers(out, board, 1);
        fputs("\r\n", out);
    } else if (!strcmp(format, "array")) {
        fputs("[", out);
        put_numbers(out, board, 0);
        fputs("]\r\n", out);
    } else if (!strcmp(format, "coords")) {
        put_coords(out, board);
        fputs("\r\n", out);
    } else if (!strcmp(format, "board")) {
        put_board(out, board);
    } else if (!strcmp(format, "grid")) {
        put_grid(out, board, number);
    }
}

/* All that `solve n` prints in this format, but for the time in its closing line; to be freed. */
#define KNOWN_FORMATS (FORMAT_NONE + 1) /* to put_solution; unit/format.c tests each format */

static char *expected(const char *format, unsigned n)
{
    const struct reference *all;
    size_t count = reference_solve(n, &all), size = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (size_t i = 0; i < count; i++)
        put_solution(out, format, &all[i], i + 1);
    if (!strcmp(format, "table") && count % 8 != 0)
        fputs("\r\n", out);
    fprintf(out, "%zu solutions, %lu queens placed, ", count, reference_counts(n).placed);
    fclose(out);
    return text;
}

static void is_as_expected(struct uno *uno, const char *format, unsigned n)
{
    char *text = expected(format, n);
    size_t length = strlen(text);
    line_setf(uno, "format %s", format);
    const char *answer = line_askf(uno, "solve %u", n);
    if (strncmp(answer, text, length) != 0)
        assert_string_equal(answer, text);
    line_matches(answer + length, "#.# s\r\nok\r\n> ");
    free(text);
}

QUIET_TEST(all_92_solutions_are_printed_in_order_in_every_format)
{
    for (size_t i = 0; i < KNOWN_FORMATS; i++)
        is_as_expected(uno, format_words[i], 8);
}

QUIET_TEST(every_format_prints_boards_with_columns_of_two_digits)
{
    for (size_t i = 0; i < KNOWN_FORMATS; i++) {
        const struct reference *all;
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        reference_solve(10, &all);
        for (size_t k = 0; k < 9; k++)
            put_solution(out, format_words[i], &all[k], k + 1);
        fclose(out);
        line_setf(uno, "format %s", format_words[i]);
        uno_type(uno, "solve 10\r");
        line_run_to(uno, "solve 10\r\n", 50);
        while (strlen(uno_unread(uno)) < size)
            line_run(uno, UNO_MS(1));
        assert_memory_equal(uno_unread(uno), text, size);
        line_stop(uno);
        free(text);
    }
}

QUIET_TEST(solutions_and_queens_placed_are_the_known_numbers_for_n_to_9)
{
    line_set(uno, "format none");
    for (unsigned n = 1; n <= 9; n++) {
        struct reference_counts known = reference_counts(n);
        char closing[100];
        snprintf(closing, sizeof closing, "%lu solution%s, %lu queen%s placed, #.# s\r\nok\r\n> ",
                 known.solutions, known.solutions == 1 ? "" : "s", known.placed,
                 known.placed == 1 ? "" : "s");
        line_matches(line_askf(uno, "solve %u", n), closing);
    }
}

/* The time is the chip's: from the command to the closing line, to a few ms. */
QUIET_TEST(the_closing_line_contains_the_running_time)
{
    line_set(uno, "pace 100");
    uint64_t start = uno_cycle(uno);
    const char *answer = line_ask(uno, "solve 6");
    double elapsed = (double)(uno_cycle(uno) - start) / UNO_HZ;
    double reported = strtod(strstr(answer, "placed, ") + strlen("placed, "), NULL);
    if (reported > elapsed || reported < elapsed - 0.02)
        fail_msg("reported %.3f s, elapsed %.3f s", reported, elapsed);
    assert_in_range(reported * 1000, 400, 420);
}

/* ---- what the matrix shows ---- */

static void shows(const struct uno_frame *frame, const struct reference *board)
{
    uint8_t rows[8];
    reference_picture(board, rows);
    assert_memory_equal(frame->rows, rows, 8);
}

QUIET_TEST(the_matrix_shows_each_of_the_92_solutions_that_the_line_prints)
{
    size_t count = 0;
    line_set(uno, "pace 20");
    const char *answer = line_ask(uno, "solve 8");
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_int_equal(count, 92);
    for (size_t i = 0; i < count; i++, answer += 10) {
        struct reference board = reference_read(answer, 8);
        assert_true(reference_sound(&board));
        shows(&frames[i], &board);
    }
}

QUIET_TEST(a_small_board_is_in_the_top_left_corner)
{
    line_set(uno, "pace 50");
    line_ask(uno, "solve 4");
    size_t count = 0;
    const struct uno_frame *frames = uno_frames(uno, &count);
    static const uint8_t first[8] = {0x40, 0x10, 0x80, 0x20}, second[8] = {0x20, 0x80, 0x10, 0x40};
    assert_int_equal(count, 2);
    assert_memory_equal(frames[0].rows, first, 8);
    assert_memory_equal(frames[1].rows, second, 8);
}

/* The first `wanted` solutions, as printed, are what the frames show. */
static void first_frames_match(struct uno *uno, const char *command, unsigned n, size_t wanted)
{
    size_t before = 0, count = 0;
    uint8_t last[8] = {0};
    uno_frames(uno, &before);
    line_set(uno, "pace 30");
    uno_type(uno, command);
    line_run_to(uno, "\r\n", 50);
    while (line_times(uno_unread(uno), "\r\n") < wanted)
        line_run(uno, UNO_MS(1));
    line_run(uno, UNO_MS(3));
    const struct uno_frame *frames = uno_frames(uno, &count);
    const char *text = uno_unread(uno);
    for (size_t i = 0; i < wanted; i++, text += n + 2) {
        struct reference board = reference_read(text, n);
        uint8_t rows[8];
        assert_true(reference_sound(&board));
        reference_picture(&board, rows);
        if (!memcmp(rows, last, 8)) /* two solutions can have the same picture: then there is no new one */
            continue;
        memcpy(last, rows, 8);
        while (before < count && memcmp(frames[before].rows, rows, 8) != 0)
            before++; /* a long search shows itself */
        assert_true(before < count);
    }
    line_stop(uno);
}

QUIET_TEST(beyond_8_rows_an_led_shows_k_by_k_squares)
{
    first_frames_match(uno, "solve 9\r", 9, 20);
    first_frames_match(uno, "solve 12\r", 12, 10);
    first_frames_match(uno, "solve 16\r", 16, 5);
    first_frames_match(uno, "solve 17\r", 17, 5);
    first_frames_match(uno, "solve 25\r", 25, 2);
}

QUIET_TEST(at_32_rows_an_led_shows_four_by_four_squares)
{
    FILE *vectors = fopen("tests/vectors/first.tsv", "r");
    char line[300];
    struct reference board = {0};
    assert_non_null(vectors);
    while (fgets(line, sizeof line, vectors) && strncmp(line, "32\t", 3) != 0)
        ;
    fclose(vectors);
    char *at = strchr(strchr(line, '\t') + 1, '\t') + 1;
    for (board.n = 0; board.n < 32; board.n++)
        board.column[board.n] = (unsigned)strtoul(at, &at, 10);
    line_askf(uno, "check %s", reference_text(&board));
    line_run(uno, UNO_MS(10));
    line_shows(uno, &board, 0);
}

QUIET_TEST(orient_shows_the_eight_turns_and_mirrors_at_once)
{
    struct reference board = reference_read("15863724", 8);
    line_ask(uno, "check 15863724");
    for (unsigned orient = 0; orient < 8; orient++) {
        line_setf(uno, "orient %u", orient);
        line_run(uno, UNO_MS(5));
        line_shows(uno, &board, orient);
    }
}

QUIET_TEST(bright_sets_the_brightness_at_once)
{
    line_ask(uno, "check 15863724");
    for (unsigned bright = 0; bright < 16; bright++) {
        line_setf(uno, "bright %u", bright);
        line_run(uno, UNO_MS(5));
        assert_int_equal(max7219_brightness(uno_matrix(uno)), bright);
    }
    line_set(uno, "bright");
    line_run(uno, UNO_MS(5));
    assert_int_equal(max7219_brightness(uno_matrix(uno)), 4);
}

/* ---- when ---- */

/* The largest deviation of a frame from its time, in cycles. */
static uint64_t greatest_delay(struct uno *uno, unsigned pace, size_t wanted)
{
    size_t count = 0;
    uint64_t low = UINT64_MAX, high = 0;
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) {
        uint64_t delay = frames[i].cycle - i * UNO_MS(pace);
        low = delay < low ? delay : low;
        high = delay > high ? delay : high;
    }
    return high - low;
}

static void check_delays_over_92_frames(struct uno *uno, unsigned pace)
{
    uno_forget_logs(uno);
    line_setf(uno, "pace %u", pace);
    line_ask_for(uno, "solve 8", 120000);
    uint64_t off = greatest_delay(uno, pace, 92);
    line_measured("pace %u: 92 frames in time to %.2f ms", pace, (double)off / UNO_MS(1));
    assert_in_range(off, 0, MOST_DELAY);
}

QUIET_TEST(at_pace_20_and_500_every_frame_comes_in_time)
{
    check_delays_over_92_frames(uno, 20);
    check_delays_over_92_frames(uno, 500);
}

/* From the typed line to the answer, or to the first solution.  `make bench` also checks the long ones. */
QUIET_TEST(no_user_waits_longer_than_these_times)
{
    static const struct {
        const char *format, *line, *end;
        double seconds;
    } waits[] = {
        {"format none", "solve 12\r", "\nok\r\n> ", 10.8},
        {"format digits", "solve 12\r", "\nok\r\n> ", 18.8},
        {"format digits", "solve 22\r", "\n13524aehkdjmi8lc96g7bf\r\n", 13.51},
        {"format digits", "solve 28\r", "\n135249bdfhnpmsqor7cgi8aek6lj\r\n", 23.79},
        {"format digits", "count 8\r", "\nok\r\n> ", 0.0156},
    };
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        if (waits[i].seconds > 11 && !whole)
            continue;
        line_set(uno, waits[i].format);
        uint64_t start = uno_cycle(uno);
        uno_type(uno, waits[i].line);
        line_run_to(uno, waits[i].end, 30000);
        double seconds = (double)(uno_cycle(uno) - start) / UNO_HZ;
        line_measured("%s, %.8s: %.4f s", waits[i].format, waits[i].line, seconds);
        assert_true(seconds <= waits[i].seconds * (AVR_GCC_5_4 ? 1 : 1.05));
        if (strcmp(waits[i].end, "\nok\r\n> "))
            line_stop(uno);
    }
}

/* ---- glitches ---- */

static void heals_within_a_second(struct uno *uno, const char *when)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        uint8_t rows[8], lit[8];
        uno_rows(uno, rows);
        if (seed < 4)
            max7219_scramble(uno_matrix(uno), seed);
        else
            max7219_power_up(uno_matrix(uno)); /* its supply was cut */
        line_run(uno, UNO_MS(999));
        uno_rows(uno, lit);
        if (memcmp(lit, rows, 8) != 0 || max7219_brightness(uno_matrix(uno)) != 4)
            fail_msg("not healed: %s", when);
    }
}

QUIET_TEST(a_scrambled_matrix_heals_within_a_second)
{
    line_ask(uno, "check 15863724");
    line_run(uno, UNO_MS(100));
    heals_within_a_second(uno, "idle");
    line_set(uno, "pace 10000");
    line_type(uno, "solve 5\r", 200);
    heals_within_a_second(uno, "while a solution stays");
    line_type(uno, "!", 100);
    heals_within_a_second(uno, "paused");
}

QUIET_TEST(at_every_pace_a_scrambled_matrix_shows_sound_pictures_again_within_a_second)
{
    line_set(uno, "pace 100");
    line_type(uno, "solve 8\r", 500);
    max7219_scramble(uno_matrix(uno), 77);
    line_run(uno, UNO_MS(1000));
    size_t from = 0, to = 0;
    uno_frames(uno, &from);
    line_run(uno, UNO_MS(3000));
    const struct uno_frame *frames = uno_frames(uno, &to);
    assert_int_equal(to - from, 30);
    const struct reference *all;
    reference_solve(8, &all);
    size_t first = 0;
    uint8_t rows[8];
    do
        reference_picture(&all[first++], rows);
    while (first < 92 && memcmp(rows, frames[from].rows, 8) != 0);
    for (size_t i = from; i < to; i++)
        shows(&frames[i], &all[first - 1 + i - from]);
}

void test_words(int count, char **words)
{
    whole = count > 1 && strcmp(words[1], "all") == 0;
    if (whole)
        cmocka_set_test_filter("no_user*");
}
