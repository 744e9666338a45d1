/* The edition for 64 bytes of RAM on a simulated ATtiny13A and ATtiny85: line, matrix, button, trim, keys. */
#include "sim/board/displays.h"
#include "tests/support/line.h"
#include "tests/support/words.h"

#include <math.h>

#define BAUD 9600

enum { EEARH = 0x3f, OSCCAL = 0x51, UART_LOST = 0xff /* the one byte that no text contains */ };

struct chip {
    const char *mcu, *elf, *banner; /* banner: everything that it prints before the first solution */
    uint32_t hz;
};

#define ASKS "help lists commands, ? shows the status\r\n> \r\n"

static const struct chip chips[] = {
    {"attiny13", BUILD "/tiny13/nqueens.elf", "nqueens " VERSION " (ATtiny13A, 9.6 MHz)\r\n", 9600000},
    {"attiny85", BUILD "/tiny85/nqueens.elf", "nqueens " VERSION " (ATtiny85, 8 MHz)\r\n" ASKS, 8000000},
    {"attiny85", BUILD "/tiny85-16500000/nqueens.elf", "nqueens " VERSION " (ATtiny85, 16.5 MHz)\r\n" ASKS,
     16500000},
};

static struct uno *board(const struct chip *chip, uint64_t seed)
{
    return line_board_with(chip->elf, &(struct uno_options){.mcu = chip->mcu, .hz = chip->hz, .seed = seed});
}

static void run(struct uno *uno, double seconds)
{
    line_run(uno, uno_cycles(uno, seconds));
}

enum { TINY13 = 1, TINY85 = 2, FAST85 = 4, QUIET = 8 }; /* the chips; QUIET: at pace 0, with no demo */

struct chip_case {
    void (*test)(const struct chip *chip, struct uno *uno);
    unsigned which;
};

static void on_each(void **state)
{
    const struct chip_case *own = *state;
    EACH(chip, chips) {
        if (!(own->which >> (chip - chips) & 1))
            continue;
        struct uno *uno = board(chip, 1);
        if (own->which & QUIET) {
            run(uno, 0.2);
            line_ask(uno, "pace 0");
        }
        own->test(chip, uno);
        line_end(uno);
    }
}

/* A test for each of these chips, with the variables `chip` and `uno`: a board where nothing has run yet. */
#define CHIP_TEST(name, which)                                                                               \
    static void name(const struct chip *chip, struct uno *uno);                                              \
    static struct chip_case name##_case = {name, which};                                                     \
    TEST_REGISTER(name, on_each, &name##_case)                                                               \
    static void name(UNUSED const struct chip *chip, UNUSED struct uno *uno)

/* Everything that a board of n rows prints in one round. */
static char *round_text(const char *format, unsigned n)
{
    char *list = reference_list(format, n), *text;
    unsigned long solutions = reference_counts(n).solutions;
    assert_true(asprintf(&text, "%s%lu solution%s\r\n", list, solutions, solutions == 1 ? "" : "s") > 0);
    free(list);
    return text;
}

/* ---- what it does by itself ---- */

/* The text is rounds of n rows; the last one may not be whole. */
static void assert_rounds(const char *text, unsigned n)
{
    char *round = round_text("digits", n);
    size_t length = strlen(round);
    for (size_t at = 0; at < strlen(text); at += length)
        assert_memory_equal(text + at, round, strnlen(text + at, length));
    free(round);
}

CHIP_TEST(solutions_come_in_order_with_their_number_each_for_half_a_second_while_it_sleeps,
          TINY13 | TINY85 | FAST85)
{
    size_t solutions, count;
    const struct reference *all = reference_solve(8, &solutions);
    double shortest = 1e9, longest = 0;
    run(uno, 90);
    assert_rounds(uno_output(uno).text + strlen(chip->banner), 8);
    const struct uno_frame *frames = uno_frames(uno, &count);
    assert_true(count > solutions);
    for (size_t f = 0; f < count; f++) {
        line_frame_shows(&frames[f], &all[f % solutions]);
        assert_int_equal(frames[f].intensity, 4);
        double ms = f ? 1000.0 * (double)(frames[f].cycle - frames[f - 1].cycle) / chip->hz : 500;
        shortest = fmin(shortest, ms);
        longest = fmax(longest, ms);
    }
    double share = (double)uno_status(uno).asleep / (double)uno_cycle(uno);
    line_measured("%s, %.1f MHz: a solution stays %.0f to %.0f ms; asleep %.1f %%", chip->mcu, chip->hz / 1e6,
                  shortest, longest, 100 * share);
    /* With the ticks while it is printed: without them it would stay 4 ms longer. */
    assert_true(shortest >= 494 && shortest <= 498 && longest <= 560 && share > 0.9);
}

CHIP_TEST(it_shows_nothing_but_solutions_whatever_the_noise_in_ram, TINY13 | TINY85)
{
    const struct reference *all = reference_solve(8, NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        size_t count;
        struct uno *noisy = board(chip, seed);
        uno_settings(noisy)->settle = 0; /* not even a glimpse */
        run(noisy, 0.03);                /* the banner takes longer */
        uno_frames(noisy, &count);
        assert_int_equal(count, 0);
        uno_settings(noisy)->settle = uno_cycles(noisy, 0.00025);
        run(noisy, 1);
        line_frame_shows(uno_frames(noisy, &count), &all[0]);
        uno_free(noisy);
    }
}

CHIP_TEST(a_glitch_on_the_matrix_is_gone_with_the_next_solution, TINY13 | TINY85)
{
    const struct reference *all = reference_solve(8, NULL);
    run(uno, 0.3);
    for (uint64_t seed = 1; seed < 20; seed++) {
        max7219_scramble(&uno_display(uno)->chain.chips[0], seed);
        size_t before = text_times(uno_output(uno).text, "\r\n");
        while (text_times(uno_output(uno).text, "\r\n") == before)
            run(uno, 0.01);
        line_shows(uno, &all[before - text_times(chip->banner, "\r\n")]);
        assert_int_equal(uno_display(uno)->chain.chips[0].intensity, 4);
    }
}

CHIP_TEST(a_reset_of_the_chip_clears_the_matrix_and_restarts_the_firmware, TINY13 | TINY85)
{
    static const uint8_t dark[8];
    run(uno, 3);
    uno_reset(uno, UNO_EXTERNAL);
    uno_mark(uno);
    run(uno, 0.002);
    line_lit(uno, dark, "dark");
    run(uno, 0.2); /* the longest banner takes 0.1 s on the line */
    const char *text = strchr(uno_unread(uno), 'n');
    assert_non_null(text);
    assert_memory_equal(text, chip->banner, strlen(chip->banner));
}

/* ---- the rate of the line ---- */

/* Reads the far end every byte with the chip's oscillator off by this share? */
static bool is_read(const struct chip *chip, struct uno *uno, double off)
{
    uno_settings(uno)->tolerated[UNO_FAULT_UART] = true;
    uno_settings(uno)->oscillator = off;
    uno_reset(uno, UNO_POWER_ON);
    uno_mark(uno);
    run(uno, 2);
    const char *begin = text_of("%s15863724\r\n16837425\r\n17468253\r\n", chip->banner);
    return !strncmp(uno_unread(uno), begin, strlen(begin));
}

/* How far an edge of a bit moves is proved by checks/latency, and seen by `interrupts`. */
CHIP_TEST(the_line_has_9600_baud_and_is_read_with_an_oscillator_2_percent_off, TINY13 | TINY85 | FAST85)
{
    enum { BYTES = 20 }; /* of the banner, one after the other */
    double slowest = -0.02, fastest = 0.02;
    run(uno, 1);
    const uint64_t *cycle = uno_output(uno).cycle;
    double baud = 10.0 * BYTES * chip->hz / (double)(cycle[BYTES] - cycle[0]), error = baud / BAUD - 1;
    assert_true(fabs(error) < 0.0025);
    assert_true(is_read(chip, uno, slowest) && is_read(chip, uno, fastest));
    while (is_read(chip, uno, slowest - 0.0025))
        slowest -= 0.0025;
    while (is_read(chip, uno, fastest + 0.0025))
        fastest += 0.0025;
    line_measured("%s, %.1f MHz: %.0f baud (%+.2f %%), read from %+.2f to %+.2f %% off", chip->mcu,
                  chip->hz / 1e6, baud, 100 * error, 100 * slowest, 100 * fastest);
}

/* ---- the button ---- */

/* Runs until a line ends, for at most so many seconds; a solution comes every half second. */
static bool line_ends_within(struct uno *uno, double seconds)
{
    uno_mark(uno);
    enum uno_stop stop = uno_run_to(uno, "\n", uno_cycles(uno, seconds));
    assert_int_not_equal(stop, UNO_FAULT);
    return stop == UNO_FOUND;
}

CHIP_TEST(each_press_pauses_or_resumes_however_the_contact_bounces, TINY13 | TINY85)
{
    run(uno, 1.2);
    for (unsigned n = 0; n < 30; n++) {
        line_press(uno, 50 + 11 * n);
        run(uno, 0.1);
        assert_int_equal(line_ends_within(uno, 2), n & 1);
    }
}

/* It has its own debounce_poll(); the ATtiny85 has that of the other boards. */
CHIP_TEST(a_spike_is_no_press_on_attiny13, TINY13)
{
    run(uno, 0.7);
    for (int n = 0; n < 500; n++) {
        uno_button(uno, true);
        run(uno, 0.0005 + 0.00001 * n);
        uno_button(uno, false);
        run(uno, 0.0137);
    }
    assert_true(line_ends_within(uno, 2));
}

CHIP_TEST(held_for_a_second_it_starts_the_next_size_from_4_to_8_and_round, TINY13 | TINY85)
{
    static const unsigned sizes[] = {4, 5, 6, 7, 8, 4};
    run(uno, 0.8);
    line_press(uno, 930);
    assert_false(line_ends_within(uno, 2)); /* a short one: paused */
    EACH(size, sizes) {
        uno_mark(uno);
        uno_button_bounce(uno, true);
        run(uno, 0.98);
        assert_true(size > sizes || !strstr(uno_unread(uno), "\n2413"));
        run(uno, 0.1);
        assert_true(size > sizes || strstr(uno_unread(uno), "2413\r\n")); /* while it is still down */
        uno_button_bounce(uno, false);
        run(uno, 5);
        const char *first = reference_text(reference_solve(*size, NULL));
        const char *begin = strstr(uno_unread(uno), text_of("\n%s\r", first));
        assert_non_null(begin);
        assert_rounds(begin + 1, *size);
    }
}

/* ---- trimming ---- */

/* Starts to trim: the button is down at power-on. */
static void trim_begin(struct uno *uno, double off)
{
    uno_settings(uno)->oscillator = off;
    uno_settings(uno)->tolerated[UNO_FAULT_UART] = true; /* what the far end can't read is the point */
    uno_button(uno, true);
    uno_power_cut(uno);
    run(uno, 2.8);
    uno_button_bounce(uno, false);
    run(uno, 0.1);
    uno_mark(uno);
}

/* The letter of the latest line that is all right; 0: the latest is not. */
static char trim_letter(struct uno *uno)
{
    struct uno_output output = uno_output(uno);
    const char *line = output.text + output.count;
    while (line > output.text && line[-1] != '\n')
        line--;
    if (line - output.text < 8 || memcmp(line - 8, "trim ", 5) || memcmp(line - 2, "\r\n", 2))
        return 0;
    return line[-3];
}

CHIP_TEST(trimming_steps_from_n_up_to_z_down_to_a_and_up_again, TINY13 | TINY85 | FAST85)
{
    static const char wanted[] = "NOPQRSTUVWXYZYXWVUTSRQPONMLKJIHGFEDCBABCDEFGHIJKLMNO";
    char seen[sizeof wanted] = "N";
    trim_begin(uno, 0);
    uno_reset(uno, UNO_EXTERNAL);
    int factory = uno_peek(uno, OSCCAL);
    uno_button(uno, true);
    run(uno, 0.01);
    uno_button(uno, false);
    for (size_t at = 0, n = 0; n < 1500 && at < sizeof seen - 2; n++) {
        char letter = (char)('N' + (uno_peek(uno, OSCCAL) - factory) / 2);
        if (seen[at] != letter)
            seen[++at] = letter;
        run(uno, 0.01);
    }
    assert_string_equal(seen, wanted);
    assert_int_equal(uno_status(uno).eeprom_writes, 0);
}

/* Presses in the middle of the letters that could be read, as the README describes. */
static void trim_by_reading(struct uno *uno)
{
    char first = 0, last = 0, letter;
    for (int n = 0; n < 1000; n++) { /* a whole way up and down: which letters can be read? */
        run(uno, 0.01);
        letter = trim_letter(uno);
        if (letter && (!first || letter < first))
            first = letter;
        if (letter > last)
            last = letter;
    }
    assert_true(first && last > first);
    line_measured("%c to %c can be read", first, last);
    for (int n = 0; n < 1000 && trim_letter(uno) != (char)((first + last) / 2); n++)
        run(uno, 0.01);
    uno_mark(uno);
    line_press(uno, 60);
}

CHIP_TEST(an_oscillator_10_percent_off_is_trimmed_and_stays_so, TINY13 | TINY85 | FAST85)
{
    static const double offs[] = {-0.1, 0.1};
    EACH(off, offs) {
        uno_eeprom(uno, NULL)[0] = 0xff;
        uno_settings(uno)->tolerated[UNO_FAULT_UART] = true;
        uno_settings(uno)->oscillator = *off;
        uno_reset(uno, UNO_EXTERNAL);
        uno_mark(uno);
        run(uno, 2);
        assert_lacks(uno_unread(uno), "15863724");
        trim_begin(uno, *off);
        trim_by_reading(uno);
        uno_settings(uno)->tolerated[UNO_FAULT_UART] = false;
        for (int again = 0; again < 3; again++) {
            run(uno, 2);
            assert_has(uno_unread(uno), chip->banner);
            assert_has(uno_unread(uno), "\r\n15863724\r\n16837425\r\n");
            uno_power_cut(uno);
            uno_mark(uno);
        }
        assert_int_equal(uno_status(uno).eeprom_writes, off - offs + 1);
    }
}

/* On the ATtiny85 two ranges of rates meet at 0x80, and the chip may not jump from one to the other. */
CHIP_TEST(trimming_turns_back_where_the_range_of_the_oscillator_ends, TINY13 | TINY85)
{
    uno_settings(uno)->tolerated[UNO_FAULT_UART] = true;
    uno_button(uno, true);
    uno_reset(uno, UNO_EXTERNAL);
    uint8_t before = (uint8_t)((uno_peek(uno, OSCCAL) & 0x80) | 0x7c), last = before | 2, high = 0;
    uno_poke(uno, OSCCAL, before);
    run(uno, 0.01);
    uno_button(uno, false);
    for (int n = 0; n < 600; n++) {
        uint8_t now = uno_peek(uno, OSCCAL);
        assert_true(abs(now - before) <= 2);
        high = now > high ? now : high;
        before = now;
        run(uno, 0.01);
    }
    assert_int_equal(high, last);
}

CHIP_TEST(an_erased_eeprom_changes_nothing_and_any_other_value_is_the_trim, TINY13 | TINY85)
{
    uint8_t factory = uno_peek(uno, OSCCAL);
    run(uno, 0.1);
    assert_int_equal(uno_peek(uno, OSCCAL), factory);
    uno_settings(uno)->tolerated[UNO_FAULT_UART] = true; /* many a rate can't be read */
    for (unsigned value = 0; value < 255; value += 9) {
        uno_eeprom(uno, NULL)[0] = (uint8_t)value;
        uno_reset(uno, UNO_EXTERNAL);
        if (chip != chips)           /* the ATtiny13A has none */
            uno_poke(uno, EEARH, 1); /* its highest bit is undefined after power-up (data sheet) */
        uno_mark(uno);
        run(uno, 0.7);
        assert_int_equal(uno_peek(uno, OSCCAL), value);
        assert_true(line_ends_within(uno, 0.7) || abs((int)value - factory) > 5);
    }
    assert_int_equal(uno_status(uno).resets, 0);
}

/* ---- what must not happen ---- */

CHIP_TEST(a_program_that_hangs_is_restarted_by_the_watchdog, TINY13 | TINY85)
{
    run(uno, 2);
    uno_settings(uno)->tolerated[UNO_FAULT_WATCHDOG] = true;
    uno_jump(uno, (uint32_t)uno_symbol(uno, "__stop_program"));
    uno_mark(uno);
    run(uno, 0.6);
    assert_int_equal(uno_status(uno).resets, 1);
    assert_has(uno_unread(uno), chip->banner);
    run(uno, 2);
    assert_int_equal(uno_status(uno).resets, 1);
    assert_has(uno_unread(uno), "\r\n15863724\r\n16837425\r\n");
}

/* A bit flips in the number of rows: the search would write beyond the board. */
CHIP_TEST(a_board_of_more_rows_than_it_can_have_resets_the_chip, TINY85 | QUIET)
{
    uno_settings(uno)->tolerated[UNO_FAULT_WATCHDOG] = true;
    line_has(line_ask(uno, "solve 8"), "92 solutions");
    uno_type(uno, "count 16\r");
    run(uno, 0.2);
    uno_mark(uno);
    uno_poke(uno, (uint16_t)uno_symbol(uno, "job"), 16 + 64);
    run(uno, 0.4);
    assert_has(uno_unread(uno), chip->banner);
    assert_int_equal(uno_status(uno).resets, 1);
}

/* Flips each bit of the ATtiny13A, each seventh of the ATtiny85: lines come again soon, right or wrong. */
CHIP_TEST(a_flip_of_any_bit_mutes_the_line_until_a_press_or_a_key_at_most, TINY13 | TINY85)
{
    unsigned bytes = chip == chips ? 64 : uno_status(uno).static_ram;
    line_tolerate(uno, true);
    for (unsigned n = 0; n < 8 * bytes; n += chip == chips ? 1 : 7) {
        uint16_t at = (uint16_t)(uno_status(uno).ram_start + n / 8);
        run(uno, 0.1 + 0.00037 * n);
        line_flip(uno, at, n % 8);
        run(uno, 0.1);
        if (!line_ends_within(uno, 1.2)) { /* a flip may also pause it, or be a key */
            line_press(uno, 100);
            uno_type(uno, "?"); /* a spike to the ATtiny13A */
            if (!line_ends_within(uno, 1.2))
                fail_msg("after a flip of bit %u of 0x%02x nothing comes", n % 8, at);
        }
        uno_forget_logs(uno);
        uno_reset(uno, UNO_POWER_ON);
    }
}

/* ---- the ATtiny85 beyond the ATtiny13A: commands over the button's pin, formats, the count ---- */

CHIP_TEST(solve_prints_every_solution_of_1_to_10_rows_and_count_their_number, TINY85 | QUIET)
{
    for (unsigned n = 1; n <= 10; n++) {
        char *solutions = round_text("digits", n), *total = solutions + strlen(solutions) - 2;
        while (total > solutions && total[-1] != '\n')
            total--;
        const char *wanted = text_of("%sok\r\n> ", total);
        const char *answer = line_askf(uno, "solve %u", n);
        assert_memory_equal(answer, solutions, strlen(solutions));
        assert_string_equal(answer + (total - solutions), wanted);
        uint64_t start = uno_cycle(uno);
        assert_string_equal(line_askf(uno, "count %u", n), wanted);
        line_measured("count %u takes %.2f s", n, (double)(uno_cycle(uno) - start) / uno_hz(uno));
        free(solutions);
    }
}

CHIP_TEST(every_format_is_that_of_the_uno_also_of_15_rows, TINY85 | QUIET)
{
    EACH(format, format_words) {
        char *wanted = round_text(*format, 5);
        line_askf(uno, "format %s", *format);
        const char *answer = line_ask(uno, "solve 5");
        assert_memory_equal(answer, wanted, strlen(wanted));
        assert_string_equal(answer + strlen(wanted), "ok\r\n> ");
        free(wanted);
    }
    line_ask(uno, "format board");
    uno_mark(uno);
    uno_type(uno, "solve 15\r"); /* a board takes longer than the watchdog waits */
    run(uno, 3);
    assert_true(text_times(uno_unread(uno), "#") >= 15);
}

CHIP_TEST(help_lists_each_command_and_wrong_input_gets_an_error_with_what_is_allowed, TINY85 | QUIET)
{
    static const char *const lines[][2] = {
        {"help", "  solve [n], 1 to 16: every solution"},
        {"help", "keys: ? status, ! pause, ~ resume, Ctrl-C stop"},
        {"solve 17", "error: out of range: '17'; allowed: solve [n], 1 to 16"},
        {"solve x", "error: not a number: 'x'; allowed: solve [n], 1 to 16"},
        {"settings", "error: unknown command 'settings'; allowed: the commands that help lists"},
        {"bright 16", "error: out of range: '16'; allowed: bright [B], 0 to 15"},
        {"0123456789012345678901234567890123456789x", "error: line too long; allowed: 40 characters"},
        {"stop", "ok"},
        {"solve 4", "2 solutions"}};
    EACH(line, lines)
        line_has(line_ask(uno, (*line)[0]), (*line)[1]);
    line_has(line_ask(uno, "help"), text_of("  format %s: layout", FORMAT_CHOICE));
}

CHIP_TEST(bright_and_sizes_above_eight_are_seen_on_the_matrix, TINY85 | QUIET)
{
    size_t solutions;
    const struct reference *all = reference_solve(9, &solutions);
    PLAY(uno, {"solve 9", 0, NULL}, {"bright 11", 0, NULL});
    line_shows(uno, &all[solutions - 1]);
    assert_int_equal(uno_display(uno)->chain.chips[0].intensity, 11);
}

/* ms from the end of the key on the line to the first character of its answer, which must come. */
static double key_ms(struct uno *uno, const char *key, const char *answer)
{
    char first[2] = {*answer, '\0'};
    uno_mark(uno);
    uno_type(uno, key);
    run(uno, 10.0 / 9600);
    uint64_t start = uno_cycle(uno), end;
    line_run_to(uno, first, 1000);
    end = uno_cycle(uno);
    line_run_to(uno, answer + 1, 1000);
    return 1000.0 * (double)(end - start) / uno_hz(uno);
}

CHIP_TEST(live_keys_pause_resume_report_and_stop_within_50_ms, TINY85 | FAST85 | QUIET)
{
    double worst = 0;
    uno_type(uno, "count 16\r");
    run(uno, 0.5);
    for (int n = 0; n < 20; n++) {
        static const char *const keys[][2] = {
            {"?", "count 16: "}, {"!", "paused"}, {"~", "resumed"}, {"?", "so far"}};
        worst = fmax(worst, key_ms(uno, keys[n % 4][0], keys[n % 4][1]));
        run(uno, 0.1 + 0.0137 * n);
    }
    worst = fmax(worst, key_ms(uno, "\003", "stopped: "));
    line_measured("%.1f MHz: a key is answered within %.0f ms", uno_hz(uno) / 1e6, worst);
    assert_true(worst <= 50);
    uno_type(uno, "what is typed goes, too\003");
    run(uno, 0.1);
    line_has(line_ask(uno, "solve 4"), "2 solutions");
}

CHIP_TEST(any_line_ends_the_demo_and_the_button_starts_it_again, TINY85)
{
    run(uno, 1.2);
    uno_mark(uno);
    uno_type(uno, "\r");
    run(uno, 2);
    assert_string_equal(uno_unread(uno), "stopped: 3 solutions\r\n> ");
    uno_mark(uno);
    line_press(uno, 100);
    assert_string_equal(uno_unread(uno), "\r\nnothing runs\r\n> ");
    line_press(uno, 1200);
    run(uno, 3);
    assert_has(uno_unread(uno), "\r\n2413\r\n3142\r\n2 solutions\r\n2413\r\n");
    line_ask(uno, "solve 2");
    line_press(uno, 1200);
    run(uno, 1);
    assert_has(uno_unread(uno), "\r\n2413\r\n");
}

CHIP_TEST(a_new_pace_holds_for_the_solution_that_is_shown_and_a_pause_keeps_its_rest, TINY85 | QUIET)
{
    PLAY(uno, {"pace 10000", 0, NULL}, {"solve 4\r", 2000, "solve 4\r\n2413\r\n"},
         {"pace 4000\r", 1500, "pace 4000\r\nok\r\n> "}, {"!", 3000, "\r\npaused\r\n"},
         {"~", 200, "resumed\r\n"}, {"", 500, "3142\r\n"}, {"pace 0\r", 200, "@\r\n2 solutions\r\nok\r\n> "});
}

CHIP_TEST(an_answer_in_a_line_is_followed_by_the_prompt_and_what_is_typed, TINY85 | QUIET)
{
    PLAY(uno, {"count 16\r", 100, "count 16\r\n"}, {"?", 100, "count 16: @ so far\r\n"}, {"so", 20, "so"},
         {"!", 100, "\r\npaused\r\n> so"}, {"?", 200, "\r\ncount 16: @ so far, paused\r\n> so"},
         {"\003", 100, "\r\nstopped: @\r\n> "}, {"?", 100, "\r\nnothing runs\r\n> "});
    /* The answers take longer than the watchdog waits. */
    PLAY(uno, {"??????????????????????????????", 1000, NULL});
}

/* While `help` is printed, which takes half a second. */
CHIP_TEST(the_ring_holds_64_bytes_and_reports_what_comes_after_them_as_lost, TINY85 | QUIET)
{
    line_ask(uno, "echo off");
    const char *more = "pace 0\rpace 0\rpace 0\rpace 0\rpace 0\rpace 0\rpace 0\rpace 0\rpace 0\r\r\r";
    for (int round = 0; round < 3; round++) {
        int lost = round % 2;
        const char *answer = line_type(uno, text_of("help\r%.*s", 64 + lost, more), 1000);
        assert_int_equal(text_times(answer, "ok\r\n"), 1 + 9);
        assert_int_equal(
            text_times(line_type(uno, "\r", 200), "error: input lost; allowed: the line again\r\n"), lost);
    }
}

/* The button is on the pin of the line. */
CHIP_TEST(no_bounce_of_the_button_types_anything, TINY85 | QUIET)
{
    for (int round = 0; round < 4; round++) {
        uno_type(uno, "count 16\r");
        run(uno, 0.3);
        for (unsigned n = 0; n < 20; n++) {
            uno_mark(uno);
            line_press(uno, 40 + 7 * n);
            run(uno, 0.04);
            assert_string_equal(uno_unread(uno), n % 2 ? "resumed\r\n" : "paused\r\n");
        }
        line_has(line_ask(uno, "settings"),
                 "error: unknown command 'settings'; allowed: the commands that help lists");
    }
}

CHIP_TEST(nothing_that_is_typed_is_taken_for_the_button, TINY85 | FAST85 | QUIET)
{
    for (int byte = 1; byte < UART_LOST; byte++) {
        if (strchr("?!~\003\r\n", byte) || byte == 0x1b)
            continue;
        for (int n = 0; n < 30; n++)
            uno_send(uno, &(uint8_t){(uint8_t)byte}, 1);
        run(uno, 0.06);
        uno_type(uno, "\025"); /* Ctrl-U */
        run(uno, 0.1);
        uno_forget_logs(uno);
    }
    run(uno, 0.1); /* the latest Ctrl-U is still being echoed */
    assert_string_equal(line_ask(uno, "solve 4"), "2413\r\n3142\r\n2 solutions\r\nok\r\n> ");
}

/* As the adapter is unplugged or has no power: its output pulls the pin low, all the time. */
CHIP_TEST(a_line_that_is_low_at_the_start_hinders_neither_solutions_nor_the_trim, TINY85 | FAST85 | QUIET)
{
    uint8_t factory = uno_peek(uno, OSCCAL);
    uno_button(uno, true);
    uno_power_cut(uno);
    uno_mark(uno);
    run(uno, 5);
    assert_lacks(uno_unread(uno), "trim ");
    assert_has(uno_unread(uno), "\r\n15863724\r\n16837425\r\n");
    uno_button(uno, false);
    run(uno, 0.5);
    line_has(line_ask(uno, "solve 4"), "2 solutions");
    assert_int_equal(uno_peek(uno, OSCCAL), factory);
    assert_int_equal(uno_status(uno).eeprom_writes, 0);
}

CHIP_TEST(a_line_is_understood_with_the_oscillator_3_percent_off, TINY85 | FAST85 | QUIET)
{
    static const double offs[] = {-0.03, -0.02, 0.02, 0.03};
    EACH(off, offs) {
        uno_settings(uno)->oscillator = *off;
        PLAY(uno, {"format array", 0, NULL}, {"solve 4", 0, "[1 3 0 2]\r\n[2 0 3 1]\r\n2 solutions\r\nok@"},
             {"format digits", 0, NULL});
    }
}
