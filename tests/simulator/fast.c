/*
 * The image for a million baud on the simulated Uno: it prints and shows the same, and keeps its line busy.
 */
#define _GNU_SOURCE
#include "tests/support/line.h"

#define BYTE 160 /* cycles at a million baud */

static struct uno *fast_board(uint64_t seed)
{
    struct uno *uno = line_board(NQUEENS_1M_ELF, seed);
    uno_baud(uno, 1000000);
    line_run_to(uno, "\n> ", 100);
    line_set(uno, "pace 0");
    return uno;
}

static int setup(void **state)
{
    *state = fast_board(1);
    return 0;
}

#define FAST_TEST(name) UNO_TEST(name, setup)

/* The answer but for the running time. */
static char *found(struct uno *uno, const char *command)
{
    char *text = strdup(line_ask(uno, command)), *time = strstr(text, " placed, ");
    assert_non_null(time);
    *time = '\0';
    return text;
}

FAST_TEST(it_finds_what_the_image_for_115200_baud_finds)
{
    static const char *const commands[] = {
        "solve 1",       "solve 2", "solve 3",           "solve 4",          "solve 5", "solve 6",
        "solve 7",       "solve 8", "solve 9",           "usaco 8",          "count 8", "fundamental 6",
        "fundamental 8", "solve 8", "complete ...24...", "complete ........"};
    struct uno *slow;
    line_setup_quiet((void **)&slow);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char *fast = found(uno, commands[i]), *same = found(slow, commands[i]);
        assert_string_equal(fast, same);
        free(fast);
        free(same);
    }
    uno_free(slow);
}

/* Without crosses, so its queens are others than those of the image for 115200 baud. */
FAST_TEST(its_counts_end_with_the_known_numbers)
{
    static const char *const counts[] = {"count 9", "count 10", "count 11", "count 12"};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_non_null(strstr(line_ask(uno, counts[i]), ", as known: "));
}

FAST_TEST(the_line_is_busy_from_the_first_solution_to_the_last)
{
    double least = AVR_GCC_5_4 ? 0.9 : 0.85;
    double cycles = line_cycles_a_byte(uno);
    line_measured("solve 8 at a million baud: %.1f cycles a byte, the line busy for %.1f %% of the time",
                  cycles, 100 * BYTE / cycles);
    assert_true(cycles < BYTE / least);
}

static bool shows_a_solution(const struct uno_frame *frame)
{
    const struct reference *all;
    size_t solutions = reference_solve(8, &all);
    for (size_t i = 0; i < solutions; i++) {
        uint8_t rows[8];
        reference_picture(&all[i], rows);
        if (memcmp(frame->rows, rows, 8) == 0)
            return true;
    }
    return false;
}

FAST_TEST(the_matrix_shows_a_solution_each_millisecond_or_two_and_the_last_one_at_the_end)
{
    struct reference last = reference_read("84136275", 8);
    size_t count = 0;
    uno_settle(uno, 1000);
    uno_forget_logs(uno);
    uint64_t start = uno_cycle(uno);
    line_ask(uno, "solve 8");
    uint64_t ms = (uno_cycle(uno) - start) / UNO_MS(1);
    const struct uno_frame *frames = uno_frames(uno, &count);
    for (size_t i = 0; i < count; i++)
        assert_true(shows_a_solution(&frames[i]));
    line_measured("%zu boards on the matrix in %u ms", count, (unsigned)ms);
    assert_true(count >= 8);
    line_shows(uno, &last, 0);
}

FAST_TEST(keys_and_settings_act_in_the_middle_of_it)
{
    line_type(uno, "solve 8\r", 4);
    uno_type(uno, "!?");
    line_run_to(uno, "paused\r\n", 10);
    line_run_to(uno, ", paused\r\n", 10);
    uno_mark(uno);
    line_type(uno, ".", 10);
    assert_int_equal(line_times(uno_unread(uno), "\r\n"), 1);
    line_type(uno, "pace 20\r~", 90);
    assert_in_range(line_times(uno_unread(uno), "\r\n"), 6, 12);
    uno_type(uno, "pace 0\r");
    assert_non_null(strstr(line_answer(uno, 100), "ok\r\n"));
    assert_non_null(strstr(line_answer(uno, 1000), "92 solutions, 2056 queens placed, "));
}

FAST_TEST(a_step_back_prints_the_solution_before_and_a_step_the_next)
{
    const struct reference *all;
    reference_solve(8, &all);
    line_set(uno, "pace 50");
    uno_type(uno, "solve 8\r");
    line_run_to(uno, reference_text(&all[9]), 1000);
    line_run(uno, UNO_MS(5));
    for (size_t i = 9; i--;) {
        uno_type(uno, ",");
        line_run_to(uno, reference_text(&all[i]), 200);
    }
    uno_type(uno, ".");
    line_run_to(uno, reference_text(&all[1]), 50);
    line_run(uno, UNO_MS(5));
    uno_type(uno, "~pace 0\r");
    line_run_to(uno, "\n92 solutions, 2056 queens placed, ", 1000);
}

TEST(no_flipped_bit_of_the_board_prints_what_is_no_solution)
{
    unsigned said = 0, rounds = 200;
    srand(8);
    for (unsigned i = 0; i < rounds; i++) {
        struct uno *uno = fast_board(i + 1);
        uint16_t board = (uint16_t)(line_address(uno, "job") + JOB_BOARD);
        line_tolerate(uno, true); /* the search runs wild on rows that are none: a reset */
        uno_mark(uno);
        uno_type(uno, "solve 8\r");
        uno_run(uno, UNO_MS(1) + (uint64_t)rand() % UNO_MS(10));
        line_flip(uno, board, (unsigned)rand() % 80);
        uno_run(uno, UNO_MS(40));
        const char *text = uno_unread(uno);
        said += strstr(text, "error: memory") != NULL;
        for (const char *line = text; (line = strchr(line, '\n')) != NULL;) {
            line++;
            if (strspn(line, "12345678") != 8 || line[8] != '\r')
                continue;
            struct reference solved = reference_read(line, 8);
            assert_true(reference_sound(&solved));
        }
        uno_free(uno);
    }
    line_measured("%u of %u flips of a bit of the board were found and said", said, rounds);
    assert_true(said > 0);
}
