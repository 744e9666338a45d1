/* The features of the ATtiny85 beyond the ATtiny13A: commands over the button's pin, formats, the count. */
#include "tests/support/line.h"
#include "tests/support/words.h"

#define UART_LOST 0xff /* the one byte that no text contains */

static void run(struct uno *uno, double seconds)
{
    line_run(uno, uno_cycles(uno, seconds));
}

/* *state becomes a board at its first prompt, with the demo running. */
static int demo(void **state)
{
    *state = line_board_with(TINY "/tiny85/nqueens.elf", &(struct uno_options){.mcu = "attiny85", .seed = 1});
    run(*state, 0.2);
    return 0;
}

/* The same at pace 0, with no demo. */
static int at_8_mhz(void **state)
{
    demo(state);
    line_ask(*state, "pace 0");
    return 0;
}

static int at_16_5_mhz(void **state)
{
    struct uno_options options = {.mcu = "attiny85", .hz = 16500000, .seed = 1};
    *state = line_board_with(TINY "/tiny85-16500000/nqueens.elf", &options);
    run(*state, 0.2);
    line_ask(*state, "pace 0");
    return 0;
}

/* A test for each clock. */
#define CLOCKS_TEST(name)                                                                                    \
    static void name(struct uno *uno);                                                                       \
    static void name##_on_uno(void **state)                                                                  \
    {                                                                                                        \
        name(*state);                                                                                        \
    }                                                                                                        \
    TEST_REGISTER(name##_at_8_mhz, name##_on_uno, at_8_mhz, line_teardown)                                   \
    TEST_REGISTER(name##_at_16_5_mhz, name##_on_uno, at_16_5_mhz, line_teardown)                             \
    static void name(struct uno *uno)

UNO_TEST(help_lists_every_command_with_what_it_takes, at_8_mhz)
{
    const char *answer = line_ask(uno, "help");
    line_has(answer, "  solve [n], 1 to 16: every solution");
    char format[100];
    snprintf(format, sizeof format, "  format %s: layout", FORMAT_CHOICE);
    line_has(answer, format);
    line_has(answer, "keys: ? status, ! pause, ~ resume, Ctrl-C stop");
    assert_non_null(strstr(answer, "\r\nok\r\n> "));
}

UNO_TEST(solve_prints_every_solution_of_each_size_from_1_to_9, at_8_mhz)
{
    for (unsigned n = 1; n <= 9; n++) {
        const struct reference *all;
        size_t solutions = reference_solve(n, &all);
        char *wanted = calloc(solutions + 2, 40), *at = wanted;
        for (size_t s = 0; s < solutions; s++)
            at += sprintf(at, "%s\r\n", reference_text(&all[s]));
        sprintf(at, "%zu solution%s\r\nok\r\n> ", solutions, solutions == 1 ? "" : "s");
        assert_string_equal(line_askf(uno, "solve %u", n), wanted);
        free(wanted);
    }
}

UNO_TEST(count_prints_the_number_for_1_to_10, at_8_mhz)
{
    for (unsigned n = 1; n <= 10; n++) {
        char wanted[60];
        uint64_t start = uno_cycle(uno);
        unsigned long known = reference_counts(n).solutions;
        sprintf(wanted, "%lu solution%s\r\nok\r\n> ", known, known == 1 ? "" : "s");
        assert_string_equal(line_askf(uno, "count %u", n), wanted);
        if (n == 10)
            line_measured("count 10 at %.1f MHz takes %.2f s", uno_hz(uno) / 1e6,
                          (double)(uno_cycle(uno) - start) / uno_hz(uno));
    }
}

UNO_TEST(wrong_input_gets_an_error_with_what_is_allowed, at_8_mhz)
{
    line_has(line_ask(uno, "solve 17"), "error: out of range: '17'; allowed: solve [n], 1 to 16");
    line_has(line_ask(uno, "solve x"), "error: not a number: 'x'; allowed: solve [n], 1 to 16");
    line_has(line_ask(uno, "dance"), "error: unknown command 'dance'; allowed: the commands that help lists");
    line_has(line_ask(uno, "bright 16"), "error: out of range: '16'; allowed: bright [B], 0 to 15");
    line_has(line_ask(uno, "0123456789012345678901234567890123456789x"),
             "error: line too long; allowed: 40 characters");
    line_has(line_ask(uno, "solve 4"), "2 solutions");
}

UNO_TEST(bright_and_sizes_above_eight_are_seen_on_the_matrix, at_8_mhz)
{
    const struct reference *all;
    uint8_t rows[8], shown[8];
    line_ask(uno, "bright 11");
    line_ask(uno, "pace 500");
    uno_type(uno, "solve 10\r");
    run(uno, 1.2);
    reference_solve(10, &all);
    reference_picture(&all[1], rows);
    uno_rows(uno, shown);
    /* The second of its solutions, or the third when the line took longer. */
    if (memcmp(shown, rows, 8)) {
        reference_picture(&all[2], rows);
        assert_memory_equal(shown, rows, 8);
    }
    assert_int_equal(max7219_brightness(uno_matrix(uno)), 11);
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

CLOCKS_TEST(live_keys_pause_resume_report_and_stop_within_50_ms)
{
    double worst = 0;
    uno_type(uno, "count 16\r");
    run(uno, 0.5);
    for (int n = 0; n < 20; n++) {
        static const char *const keys[][2] = {
            {"?", "count 16: "}, {"!", "paused"}, {"~", "resumed"}, {"?", "so far"}};
        double ms = key_ms(uno, keys[n % 4][0], keys[n % 4][1]);
        worst = ms > worst ? ms : worst;
        run(uno, 0.1 + 0.0137 * n);
    }
    double ms = key_ms(uno, "\003", "stopped: ");
    worst = ms > worst ? ms : worst;
    line_measured("%.1f MHz: a key is answered within %.0f ms", uno_hz(uno) / 1e6, worst);
    assert_true(worst <= 50);
}

UNO_TEST(any_line_ends_the_demo_and_the_button_starts_it_again, demo)
{
    run(uno, 1);
    line_has(line_ask(uno, "echo on"), "stopped: 3 solutions");
    uno_mark(uno);
    run(uno, 2);
    assert_string_equal(uno_unread(uno), "");
    uno_button_bounce(uno, true);
    run(uno, 1.2);
    uno_button_bounce(uno, false);
    run(uno, 3);
    assert_non_null(strstr(uno_unread(uno), "\r\n2413\r\n3142\r\n2 solutions\r\n2413\r\n"));
}

/* The button is on the pin of the line. */
UNO_TEST(no_bounce_of_the_button_types_anything, at_8_mhz)
{
    for (int round = 0; round < 4; round++) {
        uno_type(uno, "count 16\r");
        run(uno, 0.3);
        for (int n = 0; n < 20; n++) {
            uno_mark(uno);
            uno_button_bounce(uno, true);
            run(uno, 0.04 + 0.0071 * n);
            uno_button_bounce(uno, false);
            run(uno, 0.1);
            assert_string_equal(uno_unread(uno), n % 2 ? "resumed\r\n" : "paused\r\n");
        }
        line_has(line_ask(uno, "settings"),
                 "error: unknown command 'settings'; allowed: the commands that help lists");
    }
}

CLOCKS_TEST(nothing_that_is_typed_is_taken_for_the_button)
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
CLOCKS_TEST(a_line_that_is_low_at_the_start_keeps_neither_solutions_nor_the_trim_from_working)
{
    enum { OSCCAL = 0x51 };
    uint8_t factory = uno_peek(uno, OSCCAL);
    uno_button(uno, true);
    uno_power_cut(uno);
    uno_mark(uno);
    run(uno, 5);
    assert_null(strstr(uno_unread(uno), "trim "));
    assert_non_null(strstr(uno_unread(uno), "\r\n15863724\r\n16837425\r\n"));
    uno_button(uno, false);
    run(uno, 0.5);
    line_has(line_ask(uno, "solve 4"), "2 solutions");
    assert_int_equal(uno_peek(uno, OSCCAL), factory);
    assert_int_equal(uno_eeprom_writes(uno, 0), 0);
}

CLOCKS_TEST(a_line_is_understood_with_the_oscillator_3_percent_off)
{
    static const double offs[] = {-0.03, -0.02, 0.02, 0.03};
    for (size_t o = 0; o < sizeof offs / sizeof *offs; o++) {
        uno_oscillator(uno, offs[o]);
        line_ask(uno, "format array");
        assert_non_null(strstr(line_ask(uno, "solve 4"), "[1 3 0 2]\r\n[2 0 3 1]\r\n2 solutions\r\nok\r\n"));
        line_ask(uno, "format digits");
    }
}

UNO_TEST(lost_input_is_reported_and_nothing_hangs, at_8_mhz)
{
    uno_type(uno, "help\r"); /* half a second of text; 64 bytes are stored meanwhile */
    for (int n = 0; n < 10; n++)
        uno_type(uno, "bright 5 and more ");
    run(uno, 2);
    uno_type(uno, "\r");
    run(uno, 1);
    line_has(uno_output(uno).text, "error: input lost; allowed: the line again");
    line_has(line_ask(uno, "solve 4"), "2 solutions");
}

/* Flips each bit of the job and of what is typed, and wants an answer again within two seconds. */
UNO_TEST(a_key_is_answered_after_a_flip_of_any_bit_of_ram, demo)
{
    unsigned bytes = uno_status(uno).static_ram;
    line_tolerate(uno, true);
    for (unsigned n = 0; n < 8 * bytes; n += 3) {
        uint16_t at = (uint16_t)(uno_status(uno).ram_start + n / 8);
        run(uno, 0.3 + 0.000137 * n);
        line_flip(uno, at, n % 8);
        run(uno, 0.7);
        uno_type(uno, "\003");
        run(uno, 0.3);
        uno_forget_logs(uno);
        uno_type(uno, "?");
        run(uno, 0.3);
        if (!uno_output(uno).count)
            fail_msg("after a flip of bit %u of 0x%03x no key is answered", n % 8, at);
        uno_forget_logs(uno);
        uno_reset(uno, UNO_POWER_ON);
    }
}
