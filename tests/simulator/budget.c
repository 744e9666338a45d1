/* What the firmware costs on the simulated Uno: RAM, time awake. */
#include "tests/support/line.h"
#include "tests/support/words.h"

#define RAM_MAX 256 /* bytes: static variables and the deepest stack, interrupts included */

/* Everything that can be asked of it, and what it refuses. */
static const char largest[] = "images 13579bdfhjlnprtv2468acegikmoqsuw";
static const char *const lines[] = {
    "help",     "info",     "settings",        "solve 1",        "solve 6",        "fundamental 8",
    "count 8",  "usaco 7",  "images 246135",   "check 246135",   "check 11111111", "check 13524a",
    "nonsense", "solve 99", "format circle",   "bright 5",       "orient 5",       "save",
    "defaults", "pace 0",   "solve 17",        "fundamental 32", "count 32",       "search 32",
    "search 5", "usaco 20", "images 15863724", "test",           "orient ?",       "3",
    largest};

/* Types all lines in each format, with keys in between, long enough to be in the middle of each. */
static void use_everything(struct uno *uno)
{
    for (size_t i = 0; i < FORMAT_WORDS; i++) {
        line_type(uno, text_of("format %s\rpace 0\r", format_words[i]), 50);
        EACH(line, lines) {
            uno_type(uno, text_of("%s\r", *line));
            line_run(uno, UNO_MS(20) + 12345 * i);
            line_type(uno, (const char *const[]){"?+-", "!?.\r~", "\b\025?"}[(line - lines) % 3], 30);
        }
        line_press(uno, i % 2 ? 100 : 1200);
        line_run(uno, UNO_MS(240));
        line_type(uno, "\003", 100);
    }
}

QUIET_TEST(static_ram_and_deepest_stack_fit_256_bytes_whatever_is_done)
{
    unsigned deepest = 0;
    use_everything(uno);
    uno_settings(uno)->flow = false; /* and the interrupts as dense as they come */
    for (int i = 0; i < 500; i++)
        line_type(uno, "solve 5\r?settings\r", 900);
    deepest = uno_status(uno).deepest;
    line_measured("%u bytes of static RAM + %u of stack = %u of %d", uno_status(uno).static_ram, deepest,
                  uno_status(uno).static_ram + deepest, RAM_MAX);
    assert_in_range(uno_status(uno).static_ram + deepest, 100, RAM_MAX);
}

/* `search` looks each ms whether a queen is to blink. */
QUIET_TEST(at_pace_500_idle_and_paused_the_core_sleeps_98_percent_of_the_time_in_search_90)
{
    static const struct {
        const char *name, *typed;
        uint32_t seconds;
        double share;
    } states[] = {{"idle", "", 10, 0.98},
                  {"in a paused count", "count 32\r!", 10, 0.98},
                  {"in solve 8 at pace 500", "\003pace 500\rsolve 8\r", 40, 0.98},
                  {"in search 8 at pace 500", "\003search 8\r", 10, 0.9}};
    EACH(state, states) {
        line_type(uno, state->typed, 200);
        uint64_t start = uno_cycle(uno), slept = uno_status(uno).asleep;
        line_run(uno, (uint64_t)state->seconds * UNO_HZ);
        double share = (double)(uno_status(uno).asleep - slept) / (double)(uno_cycle(uno) - start);
        line_measured("asleep %.2f %% of the time %s", 100 * share, state->name);
        assert_true(share > state->share);
    }
}
