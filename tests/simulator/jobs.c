/* The other jobs on the simulated Uno: fundamental, count, usaco, search, check, images. */
#include "tests/support/line.h"

/* The whole of a file of the vectors, each field on a line of its own that ends with CRLF; to be freed. */
static char *vectors(const char *name)
{
    FILE *in = fopen(text_of("tests/vectors/%s", name), "r");
    char *text = calloc(1, 10000), *at = text;
    assert_non_null(in);
    assert_non_null(text);
    for (int c; (c = getc(in)) != EOF && at < text + 9990;)
        at += sprintf(at, c == '\t' || c == '\n' ? "\r\n" : "%c", c);
    fclose(in);
    return text;
}

/* ---- fundamental ---- */

QUIET_TEST(fundamental_8_prints_the_12_classes_with_their_sizes)
{
    char *list = vectors("fundamental-8.txt");
    const char *answer = line_ask(uno, "fundamental 8");
    assert_int_equal(line_times(list, "\r\n"), 12);
    assert_memory_equal(answer, list, strlen(list));
    assert_matches(answer + strlen(list),
                   "12 fundamental of 92 solutions, 2056 queens placed, #.# s\r\nok\r\n> ");
    free(list);
}

QUIET_TEST(fundamental_prints_the_size_after_every_format)
{
    line_set(uno, "format list");
    assert_memory_equal(line_ask(uno, "fundamental 6"), "2 4 6 1 3 5 4\r\n", 15);
    line_set(uno, "format array");
    assert_memory_equal(line_ask(uno, "fundamental 5"), "[0 2 4 1 3] 8\r\n[1 4 2 0 3] 2\r\n", 30);
    line_set(uno, "format grid");
    line_has(line_ask(uno, "fundamental 6"), "No.1 Solution of 6 Queen Question 4");
}

/* ---- usaco ---- */

QUIET_TEST(usaco_prints_four_lines_as_in_the_contest_for_n_of_6_to_9)
{
    char *list = vectors("usaco.tsv");
    for (unsigned n = 6; n <= 9; n++) {
        const char *row = text_of("\r\n%u\r\n", n), *four = strstr(list, row) + strlen(row), *end = four;
        for (int line = 0; line < 4; line++)
            end = strstr(end, "\r\n") + 2;
        assert_memory_equal(line_askf(uno, "usaco %u", n), four, (size_t)(end - four));
    }
    free(list);
}

/* ---- search ---- */

QUIET_TEST(search_prints_every_move_for_n_of_4_5_and_6)
{
    for (unsigned n = 4; n <= 6; n++) {
        char *moves = reference_search(n);
        size_t length = strlen(moves);
        const char *answer = line_askf(uno, "search %u", n);
        if (strncmp(answer, moves, length) != 0)
            assert_string_equal(answer, moves);
        assert_matches(answer + length, text_of("%lu solutions, %lu queens placed, #.# s\r\nok\r\n> ",
                                                reference_counts(n).solutions, reference_counts(n).placed));
        free(moves);
    }
}

/* ---- check ---- */

/* Every pair that attacks, in any order, and no other. */
QUIET_TEST(check_names_every_pair_that_attacks)
{
    EACH_TEXT(text, "12345678", "11111111", "87654321", "1122", "15863742", "21", "48136257",
              "123456789abcdefghijklmnopqrstuvw") {
        struct reference board = reference_read(text, strlen(text));
        size_t pairs = 0;
        const char *answer = line_askf(uno, "check %s", text);
        for (unsigned b = 1; b < board.n; b++)
            for (unsigned a = 0; a < b; a++) {
                unsigned x = board.column[a], y = board.column[b], down = b - a;
                const char *how = x == y ? "column" : x + down == y || y + down == x ? "diagonal" : NULL;
                if (!how)
                    continue;
                line_has(answer,
                         text_of("row %u column %u and row %u column %u: same %s", a + 1, x, b + 1, y, how));
                pairs++;
            }
        assert_true(pairs > 0);
        assert_int_equal(line_times(answer, ": same "), pairs);
        line_has(answer, text_of("not a solution: %zu attacking pair%s", pairs, pairs == 1 ? "" : "s"));
    }
}

QUIET_TEST(complete_is_a_check_if_given_queens_attack_each_other)
{
    line_type_to(uno, "complete .1111111111\r", "same column\r\n", 50);
    line_type(uno, "!", 50);
    assert_matches(line_type(uno, "?", 50), "check 11: # attacking pairs, paused\r\n");
    assert_matches(line_type(uno, ",", 50), "check cannot step back\r\n");
    assert_matches(line_type(uno, "\003", 50), "stopped: # attacking pairs\r\nok\r\n> ");
}

/* ---- images ---- */

QUIET_TEST(the_matrix_shows_each_image_at_the_pace)
{
    struct reference board = reference_read("15863724", 8);
    size_t count = 0;
    line_set(uno, "pace 100");
    line_ask(uno, "images 15863724");
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_int_equal(count, 8);
    for (unsigned i = 0; i < 8; i++) {
        uint8_t rows[8];
        reference_picture(&board, rows);
        reference_turn(rows, i & 3, i & 4);
        assert_memory_equal(frames[i].rows, rows, 8);
        assert_in_range(frames[i].cycle - frames[0].cycle, UNO_MS(100 * i - (i > 0)), UNO_MS(100 * i + 2));
    }
}

QUIET_TEST(a_number_that_changes_while_it_is_printed_is_not_called_known)
{
    uint16_t solutions = (uint16_t)(line_address(uno, "job") + JOB_TOTAL);
    for (unsigned bit = 0; bit < 64; bit++) {
        size_t start = uno_output(uno).count;
        line_type_to(uno, "count 10\r", "\n7", 200);
        assert_int_equal(uno_peek(uno, solutions) + 256 * uno_peek(uno, (uint16_t)(solutions + 1)), 724);
        line_flip(uno, solutions, bit);
        line_run_to(uno, "\n> ", 200);
        const char *answer = uno_output(uno).text + start;
        assert_null(strstr(answer, "as known"));
        assert_non_null(strstr(answer, "\nerror: memory is corrupted"));
    }
}
