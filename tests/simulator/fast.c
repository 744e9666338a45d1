/* The image for a million baud on the simulated Uno: it finds and prints the same as the usual one. */
#define _GNU_SOURCE
#include "tests/support/line.h"

static int setup(void **state)
{
    struct uno *uno = line_board(NQUEENS_1M_ELF, 1);
    uno_baud(uno, 1000000);
    line_run_to(uno, "\n> ", 100);
    line_set(uno, "pace 0");
    *state = uno;
    return 0;
}

/* The answer but for the running time. */
static char *found(struct uno *uno, const char *command)
{
    char *text = strdup(line_ask(uno, command)), *time = strstr(text, " placed, ");
    assert_non_null(time);
    *time = '\0';
    return text;
}

UNO_TEST(it_finds_what_the_image_for_115200_baud_finds, setup)
{
    static const char *const commands[] = {
        "solve 1", "solve 8", "solve 9",  "fundamental 8",     "usaco 8",
        "count 8", "count 9", "count 12", "complete ...24...",
    };
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
