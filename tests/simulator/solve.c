/* Jobs on the simulated Uno: the output on the serial line, the pictures on the matrix, and their times. */
#include "tests/support/line.h"
#include "tests/support/words.h"

/* ---- what the serial line prints ---- */

/* A QUIET_TEST has a board `uno` at its prompt, with pace 0. */
QUIET_TEST(all_92_solutions_are_printed_in_order_in_every_format)
{
    EACH(format, format_words) {
        char *list = reference_list(*format, 8);
        size_t length = strlen(list);
        line_setf(uno, "format %s", *format);
        const char *answer = line_ask(uno, "solve 8");
        if (strncmp(answer, list, length) != 0)
            assert_string_equal(answer, list); /* prints both */
        assert_matches(answer + length, "92 solutions, 2056 queens placed, #.# s\r\nok\r\n> ");
        free(list);
    }
}

/* The reported time, from the command to the closing line, is at most 20 ms too short. */
QUIET_TEST(the_closing_line_contains_the_running_time)
{
    line_set(uno, "pace 100");
    uint64_t start = uno_cycle(uno);
    const char *answer = line_ask(uno, "solve 6");
    double elapsed = (double)(uno_cycle(uno) - start) / UNO_HZ;
    double reported = strtod(strstr(answer, "placed, ") + strlen("placed, "), NULL);
    if (reported > elapsed || reported < elapsed - 0.02)
        fail_msg("reported %.3f s, elapsed %.3f s", reported, elapsed);
    assert_in_range(reported * 1000, 400, 420); /* 4 solutions at pace 100 */
}

/* ---- when ---- */

/* Cycles that a frame may be late: a tick, and the search for the next solution. */
#define MOST_DELAY (UNO_MS(3) / 2)

/* Set by the argument `all` (`make bench`): only the test of the waits runs, also its long ones. */
static bool whole;

/* Each frame is compared with its time: none comes later than another by more than that. */
QUIET_TEST(at_pace_20_and_500_the_matrix_shows_each_of_the_92_solutions_in_time)
{
    const struct reference *all = reference_solve(8, NULL);
    for (unsigned pace = 20; pace <= 500; pace += 480) {
        size_t count = 0;
        uint64_t low = UINT64_MAX, high = 0;
        uno_forget_logs(uno);
        line_setf(uno, "pace %u", pace);
        line_ask(uno, "solve 8");
        const struct uno_frame *frames = uno_frames(uno, &count);
        assert_int_equal(count, 92);
        for (size_t i = 0; i < count; i++) {
            uint64_t late =
                frames[i].cycle - i * UNO_MS(pace); /* since the start of the chip, never below 0 */
            line_frame_shows(&frames[i], &all[i]);
            low = late < low ? late : low;
            high = late > high ? late : high;
        }
        assert_in_range(high - low, 0, MOST_DELAY);
    }
}

PLAY_TEST(a_late_solution_stays_for_less_of_its_pace_unless_it_is_later_than_20_ms, {"pace 20", 0, NULL},
          {"solve 14\r", 6008, NULL}, {"?", 20, "@solve 14: 301 solutions, @"}, {"\003pace 300\r", 100, NULL},
          {"solve 16\r", 700, NULL}, {"?", 50, "@solve 16: 2 solutions, @"})

/* From the typed line to the answer, or to the first solution.  `make bench` also checks the long ones. */
QUIET_TEST(no_user_waits_longer_than_these_times)
{
    static const struct {
        const char *setting, *line, *end;
        double seconds;
    } waits[] = {
        {"format none", "solve 12\r", "\nok\r\n> ", 9.8},
        {"format digits", "solve 12\r", "\nok\r\n> ", 18.6},
        {"format digits", "solve 22\r", "\n13524aehkdjmi8lc96g7bf\r\n", 13.51},
        {"format digits", "solve 28\r", "\n135249bdfhnpmsqor7cgi8aek6lj\r\n", 23.79},
        {"format none", "complete .....6......\r", "\nok\r\n> ", 1.12},
        {"pace 10000", "count 8\r", "\nok\r\n> ", 0.0156}, /* it does not wait for the pace */
    };
    EACH(wait, waits) {
        if (wait->seconds > 11 && !whole)
            continue;
        line_set(uno, wait->setting);
        uint64_t start = uno_cycle(uno);
        line_type_to(uno, wait->line, wait->end, 30000);
        double seconds = (double)(uno_cycle(uno) - start) / UNO_HZ;
        line_measured("%s, %.8s: %.4f s", wait->setting, wait->line, seconds);
        assert_true(seconds <= wait->seconds * (AVR_GCC_5_4 ? 1 : 1.05)); /* others are slower */
        if (strcmp(wait->end, "\nok\r\n> "))
            line_stop(uno);
    }
}

/* ---- other boards, stops and steps back ---- */

/* Up to 31 rows: `complete ` and 32 digits are more than a line has, 40 characters. */
QUIET_TEST(a_board_of_any_size_is_printed_in_every_format)
{
    EACH(format, format_words) {
        line_setf(uno, "format %s", *format);
        EACH_TEXT(digits, "1", "2413", "1368a59247", "13528bf7geh469cad", "135249bdf6inqsvpru7htea8kcgjmol") {
            struct reference board = reference_read(digits, strlen(digits));
            char text[4000] = "";
            FILE *out = fmemopen(text, sizeof text, "w");
            reference_print(out, *format, &board, 1);
            /* A full board is not searched. */
            fprintf(out, "%s1 solution, 0 queens placed, ", strcmp(*format, "table") ? "" : "\r\n");
            fclose(out);
            assert_memory_equal(line_askf(uno, "complete %s", digits), text, strlen(text));
        }
    }
}

/* Lines that are the board of n queens in digits. */
static unsigned boards(const char *text, size_t n)
{
    unsigned count = 0;
    for (const char *line = text; (line = strchr(line, '\n')) != NULL;)
        count += strspn(++line, "123456789") == n;
    return count;
}

/* Stopped at any time: within the search, within a line, between a solution and its line. */
QUIET_TEST(a_stopped_job_counts_exactly_the_solutions_that_it_has_printed)
{
    EACH_TEXT(start, "solve 9\r", "complete .........\r", "fundamental 9\r")
        for (unsigned i = 0; i < 24; i++) {
            uno_mark(uno); /* line_answer returns what is printed from here on */
            uno_type(uno, start);
            line_run(uno, UNO_MS(6) + i * 7777);
            uno_type(uno, i % 2 ? "\003" : "stop\r");
            const char *answer = line_answer(uno, 1000), *total = strstr(answer, "stopped: ");
            assert_non_null(total);
            assert_int_equal(strtoul(total + strlen("stopped: "), NULL, 10), boards(answer, 9));
        }
}

QUIET_TEST(a_line_of_a_table_has_at_most_eight_solutions_also_after_steps_back)
{
    /* `.` steps to the next solution, `,` back to the one before: 1 + 11 - 7 + 10 - 3 + 5 */
    PLAY(uno, {"format table\rpace 10000\rsolve 8\r", 1000, NULL}, {"...........", 1000, NULL},
         {",,,,,,,", 1000, NULL}, {"..........", 1000, NULL}, {",,,", 1000, NULL}, {".....", 1000, NULL},
         {"?", 50, "@solve 8: 17 solutions, @"});
    size_t length = 0;
    for (const char *line = uno_output(uno).text; *line; line += length + (line[length] == '\r')) {
        length = strcspn(line, "\r"); /* each line but the first begins with LF */
        assert_true(length <= strlen("\n") + 8 * strlen("15863724") + 7); /* blanks between them */
    }
}

/* ---- the other jobs ---- */

QUIET_TEST(fundamental_8_prints_the_12_classes_with_their_sizes)
{
    FILE *list = fopen("tests/vectors/fundamental-8.txt", "r");
    char line[20];
    const char *answer = line_ask(uno, "fundamental 8");
    assert_non_null(list);
    for (; fgets(line, sizeof line, list); answer += strlen(line) + 1) /* CR LF */
        assert_memory_equal(answer, line, strlen(line) - 1);
    fclose(list);
    assert_matches(answer, "12 fundamental of 92 solutions, 2056 queens placed, #.# s\r\nok\r\n> ");
}

QUIET_TEST(fundamental_prints_the_size_after_every_format)
{
    static const char *const formats[][2] = {{"list", "1 3 5 2 4 8\r\n2 5 3 1 4 2\r\n@"},
                                             {"array", "[0 2 4 1 3] 8\r\n[1 4 2 0 3] 2\r\n@"},
                                             {"table", "13524 8 25314 2\r\n@"},
                                             {"grid", "No.1 Solution of 5 Queen Question 8\r\n@"}};
    EACH(format, formats) {
        line_setf(uno, "format %s", (*format)[0]);
        PLAY(uno, {"fundamental 5", 0, (*format)[1]});
    }
}

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
        assert_int_equal(text_times(answer, ": same "), pairs);
        line_has(answer, text_of("not a solution: %zu attacking pair%s", pairs, pairs == 1 ? "" : "s"));
    }
}

QUIET_TEST(complete_is_a_check_if_given_queens_attack_each_other)
{
    line_type_to(uno, "complete .1111111111\r", "same column\r\n", 50);
    PLAY(uno, {"!", 50, NULL}, {"?", 50, "check 11: # attacking pairs, paused\r\n"},
         {",", 50, "check cannot step back\r\n"}, {"\003", 50, "stopped: # attacking pairs\r\nok\r\n> "});
}

QUIET_TEST(the_matrix_shows_each_image_at_the_pace)
{
    struct reference board = reference_read("15863724", 8);
    size_t count = 0;
    PLAY(uno, {"pace 100", 0, NULL}, {"images 15863724", 0, NULL});
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
        assert_lacks(answer, "as known");
        assert_has(answer, "\nerror: memory is corrupted");
    }
}

void test_words(int count, char **words)
{
    whole = count > 1 && strcmp(words[1], "all") == 0;
    if (whole)
        cmocka_set_test_filter("no_user*");
}
