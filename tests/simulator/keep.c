/* What survives resets and power cuts on the simulated Uno: settings, a count that has not ended. */
#include "tests/support/line.h"
#include "tests/support/words.h"

/* `settings` as it answers; valid until seven more texts were made. */
static const char *settings_of(struct uno *uno)
{
    return text_of("%s", line_ask(uno, "settings"));
}

#define SET(id, name, takes, help, field)                                                                    \
    values = SETTINGS_MAX_##field + 1U;                                                                      \
    words_of_setting(line, name, #takes, (SETTINGS_DEFAULT_##field + values / (second ? 4 : 2)) % values);   \
    line_set(uno, line);                                                                                     \
    line_has(line_ask(uno, "settings"), line);

/*
 * Sets all of them: to one set of values, none of which is a default, or to another.  `settings` prints each
 * one as the line that sets it.
 */
static void set_all(struct uno *uno, bool second)
{
    unsigned values;
    char line[40];
    SETTING_COMMANDS(SET)
}

/* ---- settings ---- */

static void assert_settings(struct uno *uno, const char *wanted)
{
    assert_string_equal(line_ask(uno, "settings"), wanted);
}

QUIET_TEST(save_keeps_every_setting_over_a_cut_at_its_ok_and_a_reset_and_defaults_forgets_all)
{
    uno_reset(uno, UNO_EXTERNAL);
    line_boot(uno);
    const char *first = settings_of(uno);
    for (int second = 0; second < 2; second++) {
        set_all(uno, second);
        const char *before = settings_of(uno);
        line_set(uno, "save");
        uno_power_cut(uno);
        line_boot(uno);
        assert_settings(uno, before);
        set_all(uno, !second); /* what is not saved is forgotten */
        uno_reset(uno, UNO_EXTERNAL);
        line_boot(uno);
        assert_settings(uno, before);
    }
    line_set(uno, "defaults");
    assert_settings(uno, first);
    uno_power_cut(uno);
    line_boot(uno);
    assert_settings(uno, first);
}

/* Saves while these cells keep a 0; returns the answer. */
static const char *save_with_worn(struct uno *uno, uint16_t cell, uint16_t other)
{
    uno_mark(uno);
    uno_type(uno, "save\r");
    for (unsigned ms = 0; ms < 500 && !strstr(uno_unread(uno), "\r\n> "); ms++) {
        line_run(uno, UNO_MS(1));
        uno_eeprom(uno, NULL)[cell] = uno_eeprom(uno, NULL)[other] = 0;
    }
    return uno_unread(uno);
}

/* The third byte of the settings is `bright`; a record begins with two others. */
QUIET_TEST(save_writes_again_where_a_cell_is_worn_and_says_so_if_that_fails_too)
{
    line_set(uno, "bright 7");
    assert_has(save_with_worn(uno, 992 + 4, 992 + 4), "ok\r\n");
    uno_power_cut(uno);
    line_boot(uno);
    assert_has(line_ask(uno, "settings"), "bright 7\r\n");
    assert_has(save_with_worn(uno, 992 + 4, 4), "error: not saved: the EEPROM is worn\r\n> ");
}

/* ---- count ---- */

static void cut_after(struct uno *uno, uint32_t ms)
{
    line_run(uno, UNO_MS(ms));
    uno_power_cut(uno);
    uno_mark(uno);
    line_run(uno, UNO_MS(100));
}

QUIET_TEST(a_count_that_was_stopped_or_has_ended_is_not_resumed)
{
    PLAY(uno, {"auto off", 0, NULL}, {"save", 0, "ok@"});
    EACH_TEXT(end, "\003", "solve 4\r", "stop\r", "damage") {
        line_type(uno, "count 20 2/3\r", 3000); /* saved by now */
        if (*end != 'd')
            uno_type(uno, end);
        else
            for (uint16_t byte = 0; byte < 8; byte++)
                line_flip(uno, (uint16_t)(line_address(uno, "job") + JOB_TOTAL + byte), 3);
        cut_after(uno, 500);
        assert_lacks(uno_unread(uno), "resumed");
    }
    PLAY(uno, {"count 13\r", 600, NULL}, {"!", 500, NULL}, /* saves it, too, but once */
         {"?", 50, "count 13: @, 1.000 s, @"});            /* whole seconds are saved */
    uint32_t writes = uno_status(uno).eeprom_writes;
    line_type(uno, "!", 500);
    assert_int_equal(uno_status(uno).eeprom_writes, writes);
    line_type_to(uno, "~", "as known", 3000);
    cut_after(uno, 500);
    assert_lacks(uno_unread(uno), "resumed");
}

QUIET_TEST(a_key_is_answered_within_50_ms_while_a_count_is_saved)
{
    unsigned asked = 0;
    line_type(uno, "count 32\r", 1900);
    for (int i = 0; i < 60; i++) {
        asked += uno_status(uno).is_eeprom_busy;
        line_key(uno, "?", " %");
        line_run(uno, UNO_MS(1) + 997 * (uint64_t)i);
    }
    assert_true(asked > 3);
}

/* Cuts come every so often until the count has ended. */
static void cut_count_14(struct uno *uno, uint32_t ms, unsigned most)
{
    for (unsigned cuts = 0; cuts < most; cuts++) {
        if (uno_run_to(uno, "365596 solutions, 7", UNO_MS(ms)) == UNO_FOUND) {
            line_run_to(uno, ", as known: 365596", 100);
            return;
        }
        cut_after(uno, 0);
        if (cuts)
            assert_matches(strstr(uno_unread(uno), "count 14"),
                           "count 14 resumed: # solutions, # queens placed, #.# s\r\n");
    }
    fail_msg("not at its end after %u cuts", most);
}

QUIET_TEST(a_count_makes_progress_under_a_power_cut_every_two_or_three_seconds)
{
    uno_type(uno, "count 14\r");
    cut_count_14(uno, 3000, 14);
    PLAY(uno, {"", 500, NULL}, {"pace 0\rcount 14\r", 3000, NULL}); /* the first record comes after 2 s */
    uno_power_cut(uno);
    cut_count_14(uno, 2000, 30);
}

QUIET_TEST(a_count_that_a_check_parked_resumes_and_is_exact)
{
    uint64_t placed = line_number(line_ask(uno, "count 14"), "queens");
    line_type(uno, "count 14\r", 700);
    for (unsigned i = 0; i < 4; i++) {
        uno_type(uno, i % 2 ? "images 15863724\r" : "check 15863724\r");
        line_run_to(uno, i ? "; ~ resumes it\r\n" : "; ~ resumes it\r\nok\r\n", 400);
        line_run_to(uno, i % 2 ? "8 images" : "size 8", 5000);
        line_run(uno, UNO_MS(100));
        line_type_to(uno, "~", "count 14 resumed: ", 50);
        line_run(uno, UNO_MS(700));
    }
    uno_mark(uno);
    line_run_to(uno, "as known", 60000);
    const char *closing = strrchr(uno_output(uno).text, '\n');
    assert_int_equal(line_number(closing, "solutions"), 365596);
    assert_int_equal(line_number(closing, "queens"), placed);
    PLAY(uno, {"", 100, ": 365596 (OEIS A000170)\r\n> "}); /* its `ok` came when it was parked */
}

/* The chip completes the write of a byte through a reset; a read meanwhile returns a wrong value. */
QUIET_TEST(a_reset_in_the_middle_of_a_write_waits_for_its_end)
{
    PLAY(uno, {"bright 7", 0, NULL}, {"save", 0, "ok@"});
    for (unsigned i = 0; i < 8; i++) {
        uno_type(uno, i % 2 ? "bright 7\rsave\r" : "bright 9\rsave\r");
        line_run(uno, UNO_MS(6) + i * 2000);
        for (unsigned tries = 0; !uno_status(uno).is_eeprom_busy; tries++) {
            assert_true(tries < 1000); /* between two bytes it is idle for a moment */
            line_run(uno, 100);
        }
        uno_reset(uno, UNO_EXTERNAL);
        line_boot(uno); /* a read during the write fails the test */
        const char *found = settings_of(uno);
        assert_true(strstr(found, "bright 7\r\n") || strstr(found, "bright 9\r\n"));
    }
}
