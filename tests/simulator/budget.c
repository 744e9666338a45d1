/* What the firmware costs on the simulated Uno: RAM, time awake. */
#include "tests/support/line.h"
#include "tests/support/words.h"

#define RAM_MAX 256 /* bytes: static variables and the deepest stack, interrupts included */

/* Types all that simulators compare, in each format, with keys between. */
static void use_everything(struct uno *uno)
{
    FILE *lines = fopen("tests/cross/session/everything.txt", "r");
    char line[100];
    for (size_t i = 0; i < FORMAT_WORDS; i++, rewind(lines)) {
        line_type(uno, text_of("format %s\rpace 0\r", format_words[i]), 50);
        while (fgets(line, sizeof line, lines)) {
            line[strcspn(line, "\n")] = '\r';
            uno_type(uno, line);
            line_run(uno, UNO_MS(20) + 12345 * i);
            line_type(uno, "?+-", 5);
            line_type(uno, "!?.\r~\b\025?", 30);
        }
        line_press(uno, i % 2 ? 100 : 1200);
        line_run(uno, UNO_MS(240));
        line_type(uno, "\003", 100);
    }
    fclose(lines);
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
