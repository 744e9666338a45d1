/* What the matrix of the simulated Uno shows of a search, a count, a test. */
#include "sim/board/displays.h"
#include "tests/support/line.h"

static void light(uint8_t rows[8], unsigned row, unsigned column, bool on)
{
    uint8_t bit = (uint8_t)(0x100 >> column);
    rows[row - 1] = (uint8_t)(on ? rows[row - 1] | bit : rows[row - 1] & ~bit);
}

/* ---- search ---- */

/* Follows the moves on the serial line, and reads the matrix early, in the middle, and late in each. */
static void follow(struct uno *uno, unsigned n, uint32_t pace, size_t moves)
{
    uint8_t stand[8] = {0};
    line_setf(uno, "pace %u", (unsigned)pace);
    const char *command = text_of("search %u\r", n);
    line_type_to(uno, command, command + strlen(command) - 1, 50);
    line_run_to(uno, "\n", 50);
    for (; moves; moves--) {
        unsigned row = 0, column = 0, by = 0, at = 0;
        char move[8];
        uint8_t early[8], middle[8], late[8];
        while (!strchr(uno_unread(uno), '\n'))
            line_run(uno, 1000);
        if (sscanf(uno_unread(uno), "%7s %u %u %u %u", move, &row, &column, &by, &at) < 3) {
            uno_mark(uno); /* the digits of a solution */
            moves++;
            continue;
        }
        memcpy(early, stand, 8);
        memcpy(late, stand, 8);
        light(early, row, column, true); /* the tried square, the new queen, the queen that is lifted */
        light(late, row, column, *move == 'p');
        memcpy(middle, *move == 'a' ? stand : early, 8);
        if (*move == 'a') /* the square blinks together with its attacker */
            light(middle, by, at, false);
        line_lit(uno, early, move);
        line_run(uno, UNO_MS(pace * 3 / 8));
        line_lit(uno, middle, move);
        line_run(uno, UNO_MS(pace * 2 / 8));
        if (*move == 'l')
            line_lit(uno, late, "gone in the second half");
        line_run(uno, UNO_MS(pace * 2 / 8));
        line_lit(uno, late, "the queens after the move");
        memcpy(stand, late, 8);
        uno_mark(uno);
    }
    line_stop(uno);
}

QUIET_TEST(every_move_of_search_is_seen_at_the_pace)
{
    follow(uno, 4, 400, 60);
    follow(uno, 5, 24, 100);
    follow(uno, 8, 200, 60);
}

QUIET_TEST(nothing_flashes_up_for_less_than_20_ms_in_a_search_at_pace_1000)
{
    size_t count = 0;
    line_type(uno, "pace 1000\rsearch 5\r", 30000);
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_true(count > 50);
    for (size_t i = 2; i < count; i++)
        assert_true(frames[i].cycle - frames[i - 1].cycle > UNO_MS(20));
}

QUIET_TEST(a_paused_search_shows_every_queen_and_its_status_what_was_placed_and_lifted)
{
    line_set(uno, "pace 1000");
    for (unsigned ms = 1000; ms < 2000; ms += 60) {
        uint8_t rows[8];
        PLAY(uno, {"search 8\r", ms, NULL}, {"!", 50, NULL});
        uno_rows(uno, rows);
        assert_int_equal(rows[0], 0x80);
        line_type(uno, "\003", 100);
    }
    line_set(uno, "pace 0");
    uno_forget_logs(uno);
    PLAY(uno, {"search 6\r", 800, NULL}, {"!", 50, NULL});
    const char *moves = uno_output(uno).text;
    size_t placed = text_times(moves, "\r\nplace "), lifted = text_times(moves, "\r\nlift ");
    PLAY(
        uno,
        {"?", 30,
         text_of("@search 6: row # of 6, # solutions, %zu queens placed, %zu lifted, #.# s, # %%, paused\r\n",
                 placed, lifted)});
}

QUIET_TEST(beyond_8_rows_a_search_shows_bars_and_solutions_by_k_by_k_squares)
{
    struct reference board = reference_read("136824975", 9);
    uint8_t rows[8];
    PLAY(uno, {"pace 10000\rsearch 9\r", 50, NULL},
         {"..........", 200, NULL}); /* place 1 1, ..., place 3 6 at the latest */
    uno_rows(uno, rows);
    for (int row = 0; row < 8; row++) /* a bar starts on the left and has no gap */
        assert_true(((rows[row] ^ 0xff) & ((rows[row] ^ 0xff) + 1)) == 0);
    assert_true(rows[0] != 0);
    line_type(uno, "\r", 2000);
    line_shows(uno, &board);
    line_type(uno, "stop\rsolve 9\r", 200);
    line_shows(uno, &board);
}

QUIET_TEST(given_queens_blink_while_the_others_are_found_and_stay_at_the_end)
{
    static const uint8_t lit = 0x40;
    uint8_t rows[8], seen = 0;
    line_type(uno, "pace 1000\rcomplete ...24...\r", 20);
    for (unsigned ms = 0; ms < 3400; ms += 5) {
        line_run(uno, UNO_MS(5));
        uno_rows(uno, rows);
        assert_true(rows[3] == lit || (rows[3] == 0 && ms < 2400));
        assert_true(ms > 900 || rows[0] == 0x20); /* the first of its two solutions */
        seen |= rows[3] ? 1 : 2;
    }
    assert_int_equal(seen, 3);
}

/* ---- at the end of a job ---- */

static void assert_picture_stays(struct uno *uno, const char *what)
{
    uint8_t last[8];
    size_t before, after;
    line_run(uno, UNO_MS(20));
    uno_rows(uno, last);
    uno_frames(uno, &before);
    line_run(uno, UNO_MS(3000));
    uno_frames(uno, &after);
    assert_int_equal(before, after);
    max7219_scramble(&uno_display(uno)->chain.chips[0], 1);
    line_run(uno, UNO_MS(1000));
    line_lit(uno, last, what);
}

QUIET_TEST(the_last_picture_of_a_job_stays_when_it_has_ended_or_was_stopped)
{
    static const uint8_t last_of_4[8] = {0x20, 0x80, 0x10, 0x40}, dark[8] = {0};
    uint8_t rows[8];
    EACH_TEXT(pace, "pace 0", "pace 20") {
        line_set(uno, pace);
        EACH_TEXT(line, "solve 1", "solve 6", "solve 9", "fundamental 8", "check 11111111", "images 35281746",
                  "test", "search 3", "search 4") {
            line_ask(uno, line);
            assert_picture_stays(uno, line);
            uno_rows(uno, rows);
            assert_int_equal(memcmp(rows, dark, 8) == 0, strcmp(line, "search 3") == 0);
        }
        line_lit(uno, last_of_4, "search 4");
    }
    PLAY(uno, {"pace 0\rsolve 14\r", 500, NULL}, {"\003", 100, NULL});
    assert_picture_stays(uno, "solve 14");
    uno_rows(uno, rows);
    for (unsigned row = 0; row < 7; row++) /* two rows an LED: each of the seven has a queen */
        assert_int_not_equal(rows[row], 0);
}

/* ---- count ---- */

static unsigned lit_leds(struct uno *uno)
{
    uint8_t rows[8];
    unsigned lit = 0;
    uno_rows(uno, rows);
    for (int row = 0; row < 8; row++)
        lit += (unsigned)__builtin_popcount(rows[row]);
    return lit;
}

QUIET_TEST(a_count_fills_the_matrix_step_by_step_and_ends_full)
{
    unsigned most = 0, blinks = 0, before = 0;
    uno_type(uno, "count 13\r");
    for (int i = 0; i < 200; i++) {
        line_run(uno, UNO_MS(50));
        unsigned lit = lit_leds(uno);
        assert_true(lit + 1 >= most); /* only the newest step is ever dark again */
        blinks += lit != before;
        before = lit;
        most = lit > most ? lit : most;
        if (strstr(uno_unread(uno), "as known"))
            break;
    }
    line_run(uno, UNO_MS(1000));
    assert_int_equal(lit_leds(uno), 64);
    assert_true(blinks >= 5);
    PLAY(uno, {"count 8\r", 3, NULL}, {"!", 1000, NULL});
    most = lit_leds(uno);
    assert_in_range(most, 1, 63);
    line_type(uno, "\003", 100);
    assert_int_equal(lit_leds(uno), most); /* it stays as it was stopped */
}

/* The remaining seconds that a count prints; -1: it prints none. */
static double time_left(struct uno *uno)
{
    const char *about = strstr(line_type(uno, "?", 30), ", about ");
    return about ? strtod(about + 8, NULL) : -1;
}

QUIET_TEST(the_time_left_of_a_count_is_right_within_a_factor_of_two)
{
    for (unsigned n = 13; n <= 14; n++) {
        double expected[100], asked[100];
        unsigned count = 0;
        line_type(uno, text_of("count %u\r", n), 400);
        assert_true(time_left(uno) < 0); /* not yet */
        line_run(uno, UNO_MS(700));
        while (count < 40) {
            expected[count] = time_left(uno);
            asked[count++] = (double)uno_cycle(uno) / UNO_HZ;
            if (uno_run_to(uno, "as known", UNO_MS(500)) == UNO_FOUND)
                break;
        }
        double end = (double)uno_cycle(uno) / UNO_HZ;
        for (unsigned i = 0; i < count; i++) {
            double left = end - asked[i], ratio = (expected[i] + 1) / (left + 1); /* whole seconds */
            if (!(expected[i] >= 0 && ratio > 0.5 && ratio < 2))
                fail_msg("count %u: %.1f s left, expected %.0f", n, left, expected[i]);
        }
        line_run(uno, UNO_MS(100));
    }
}

QUIET_TEST(a_time_left_that_cannot_be_estimated_is_not_printed)
{
    EACH_TEXT(count, "count 21\r", "count 22 3/64\r", "count 23\r") {
        double first = 0;
        line_type(uno, count, 1200);
        for (unsigned second = 1; second < 15; second++) {
            double left = time_left(uno);
            if (first <= 0)
                first = left;
            else
                assert_true(left < first * 1.5 && left > first / 1.5);
            line_run(uno, UNO_MS(1000));
        }
        line_type(uno, "\003", 100);
    }
}

/* ---- test, bright ---- */

QUIET_TEST(the_test_takes_60_ms_for_each_led_of_four_modules_30_of_eight_and_300_for_each_row_and_column)
{
    for (unsigned modules = 4; modules <= 5; modules++) {
        unsigned ms = 64 * modules * (modules > 4 ? 30 : 60) + 17 * 300;
        line_setf(uno, "modules %ux1", modules);
        uint64_t start = uno_cycle(uno);
        line_type_to(uno, "test\r-", " steps\r\nok\r\n> ", 30000); /* the pace has no effect */
        assert_in_range((uno_cycle(uno) - start) / UNO_MS(1), ms - 2, ms + 5);
    }
}

QUIET_TEST(bright_and_a_long_press_show_their_number_and_then_the_board)
{
    uint8_t board[8];
    static const uint8_t ten_and_two[8] = {0, 0x27, 0x61, 0x27, 0x24, 0x77},
                         four[8] = {0, 0x14, 0x14, 0x1c, 0x04, 0x04};
    line_type(uno, "check 15863724\r", 700);
    uno_rows(uno, board);
    line_type(uno, "bright 12\r", 30);
    line_lit(uno, ten_and_two, "12");
    line_run(uno, UNO_MS(700));
    line_lit(uno, ten_and_two, "12");
    line_run(uno, UNO_MS(500));
    line_lit(uno, board, "the board");
    line_type(uno, "orient 2\r", 10);
    reference_turn(board, 2, false);
    line_lit(uno, board, "the same upside down");
    line_set(uno, "defaults");
    reference_turn(board, 2, false);
    line_lit(uno, board, "the board again");
    assert_int_equal(uno_display(uno)->chain.chips[0].intensity, 4);
    line_press(uno, 1150);
    line_lit(uno, four, "4");
    line_run(uno, UNO_MS(1200));
    assert_int_equal(lit_leds(uno), 4);
    line_type(uno, "test\rbright 12\r", 100);
    assert_int_equal(lit_leds(uno), 1); /* LEDs that are lit show it */
    PLAY(uno, {"\003orient ?\r", 100, NULL}, {"bright 3\r", 100, NULL});
    assert_int_equal(lit_leds(uno), 14);
}

/* Several bits in each byte of the board, while a move is shown: the next check ends the job. */
QUIET_TEST(damage_of_a_search_that_cannot_be_corrected_is_reported)
{
    uint16_t board = (uint16_t)(line_address(uno, "job") + JOB_BOARD);
    line_set(uno, "pace 100");
    for (unsigned byte = 0; byte < 10; byte++) {
        line_type_to(uno, "search 8\r", "attack 3 1 1 1", 3000);
        line_run(uno, UNO_MS(5));
        uint16_t address = (uint16_t)(board + byte);
        uno_poke(uno, address, uno_peek(uno, address) ^ 0x53);
        uno_poke(uno, (uint16_t)(address + 1), uno_peek(uno, (uint16_t)(address + 1)) ^ 0x0e);
        line_run_to(uno, "error: memory is corrupted", 1500);
        line_run(uno, UNO_MS(1500)); /* a watchdog reset fails the test */
        line_set(uno, "pace 100");
    }
    assert_int_equal(uno_status(uno).resets, 0);
}
