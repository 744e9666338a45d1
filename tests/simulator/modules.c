/* Displays of several modules: every shape, every way to mount them, on the simulated Uno. */
#include "tests/support/line.h"
#include "tests/support/reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shape {
    uint8_t wide, high;
};

/* A board with this display, told of its shape and how it is mounted; quiet, at its prompt. */
static struct uno *mounted(uint8_t wide, uint8_t high, uint8_t chain, uint8_t orient)
{
    char line[40];
    const struct uno_options options = {
        .seed = 1, .display = {.wide = wide, .high = high, .chain = chain, .orient = orient}};
    struct uno *uno = uno_new(NQUEENS_ELF, &options);
    assert_non_null(uno);
    line_run_to(uno, "\n> ", 100);
    line_set(uno, "pace 0");
    snprintf(line, sizeof line, "modules %ux%u", wide, high);
    line_set(uno, line);
    snprintf(line, sizeof line, "chain %u", chain);
    line_set(uno, line);
    snprintf(line, sizeof line, "orient %u", orient);
    line_set(uno, line);
    return uno;
}

static struct uno *shaped(uint8_t wide, uint8_t high)
{
    return mounted(wide, high, 0, 0);
}

/*
 * The picture of a solution, drawn LED by LED from the line that was printed, the other way round than the
 * chip does.
 */
static bool queen_on(const char *columns, unsigned n, unsigned k, unsigned row, unsigned column)
{
    for (unsigned r = row * k; r < row * k + k && r < n; r++) {
        unsigned c = (unsigned)(columns[r] <= '9' ? columns[r] - '1' : columns[r] - 'a' + 9);
        if (c / k == column)
            return true;
    }
    return false;
}

static unsigned scale_of(const struct uno_frame *frame, unsigned n)
{
    unsigned side = 8u * (frame->wide < frame->high ? frame->wide : frame->high);
    return (n + side - 1) / side;
}

/* The board's own LEDs are the solution's, and its modules show nothing else. */
static void assert_board(const struct uno_frame *frame, const char *columns)
{
    unsigned n = (unsigned)strlen(columns), k = scale_of(frame, n), extent = ((n + k - 1) / k + 7) / 8;
    for (unsigned row = 0; row < 8 * extent; row++)
        for (unsigned column = 0; column < 8 * extent; column++)
            if (uno_frame_led(frame, row, column) != queen_on(columns, n, k, row, column))
                fail_msg("%ux%u: the LED in row %u, column %u is wrong for %s", frame->wide, frame->high, row,
                         column, columns);
}

static void picture_now(struct uno *uno, struct uno_frame *frame)
{
    line_run(uno, UNO_MS(30));
    uno_picture(uno, frame);
}

/* The last solution of n queens, as it was printed. */
static void last_solution(struct uno *uno, unsigned n, char columns[40])
{
    char line[20];
    const char *text, *at;
    snprintf(line, sizeof line, "solve %u", n);
    text = line_ask(uno, line);
    at = strstr(text, " solution");
    assert_non_null(at);
    while (at[-1] != '\n')
        at--;
    assert_true(at - text > (ptrdiff_t)n + 2);
    memcpy(columns, at - 2 - n, n);
    columns[n] = '\0';
}

static void every_mounting_shows_the_same_picture_once_it_is_told(void **state)
{
    static const struct shape shapes[] = {{1, 1}, {4, 1}, {2, 2}, {1, 4}, {3, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint8_t chain = 0; chain < 8; chain++)
            for (uint8_t orient = 0; orient < 8; orient++) {
                struct uno *uno = mounted(shapes[i].wide, shapes[i].high, chain, orient);
                struct uno_frame frame;
                char columns[40];
                last_solution(uno, 6, columns);
                picture_now(uno, &frame);
                assert_board(&frame, columns);
                uno_free(uno);
            }
}

static void any_other_setting_than_the_mounting_shows_another_picture(void **state)
{
    static const char solution[] = "246135";
    (void)state;
    for (uint8_t turn = 1; turn < 16; turn++) {
        struct uno_frame frame;
        char line[20];
        unsigned wrong = 0;
        struct uno *uno = shaped(2, 2);
        line_ask(uno, "check 246135");
        snprintf(line, sizeof line, "%s %u", turn < 8 ? "orient" : "chain", turn % 8);
        line_set(uno, line);
        picture_now(uno, &frame);
        for (unsigned row = 0; row < 16; row++)
            for (unsigned column = 0; column < 16; column++)
                wrong += uno_frame_led(&frame, row, column) != queen_on(solution, 6, 1, row, column);
        assert_true((wrong > 0) ==
                    (turn % 8 != 0 && turn != 8 + 4)); /* of a board alone, the corner tells 0 from 4 not */
        uno_free(uno);
    }
}

static void the_line_is_kept_full_at_pace_0_whatever_the_shape(void **state)
{
    static const struct shape shapes[] = {{1, 1}, {4, 1}, {1, 4}, {2, 2}, {4, 4}, {8, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint8_t orient = 0; orient < 2; orient++) {
            struct uno *uno = mounted(shapes[i].wide, shapes[i].high, 0, orient);
            double cycles = line_cycles_a_byte(uno);
            line_figure("%ux%u, orient %u: solve 8 at pace 0 takes %.1f cycles a byte, %.0f bytes a second",
                        shapes[i].wide, shapes[i].high, orient, cycles, UNO_HZ / cycles);
            assert_true(cycles < (shapes[i].wide * shapes[i].high == 1 ? 1400 : 1420));
            uno_free(uno);
        }
}

/* The edges of CS: what a frame takes, and how long a piece of it keeps all else waiting. */
struct edges {
    uint64_t first, last; /* of the piece */
    uint32_t latches, busy, longest;
};

static void piece_ends(struct edges *edges)
{
    uint32_t cycles = (uint32_t)(edges->last - edges->first);
    edges->busy += cycles;
    if (cycles > edges->longest)
        edges->longest = cycles;
}

static void watch_edges(void *arg, enum uno_wire wire, uint64_t cycle, bool level)
{
    struct edges *edges = arg;
    if (wire != UNO_WIRE_CS)
        return;
    if (!level && cycle - edges->last > 3000) { /* a piece begins */
        piece_ends(edges);
        edges->first = cycle;
    }
    edges->last = cycle;
    edges->latches += level;
}

static void a_frame_keeps_nothing_waiting_for_longer_than_2_ms(void **state)
{
    static const struct shape shapes[] = {{1, 1}, {2, 1}, {4, 1}, {2, 2}, {4, 2}, {4, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint8_t orient = 0; orient < 2; orient++) {
            struct uno *uno = mounted(shapes[i].wide, shapes[i].high, 0, orient);
            struct edges edges = {0};
            line_ask(uno, "solve 8");
            line_run(uno, UNO_MS(50));
            edges.first = edges.last = uno_cycle(uno);
            uno_on_wire(uno, watch_edges, &edges);
            line_run(uno, UNO_MS(9000));
            uno_on_wire(uno, NULL, NULL);
            piece_ends(&edges);
            line_figure("%ux%u, orient %u: a frame takes %u cycles, the longest piece of it %u",
                        shapes[i].wide, shapes[i].high, orient, 13 * edges.busy / edges.latches,
                        edges.longest);
            assert_in_range(edges.latches / 13, 9, 11);
            assert_in_range(edges.longest, 300, UNO_MS(2));
            uno_free(uno);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mounting_shows_the_same_picture_once_it_is_told),
        cmocka_unit_test(any_other_setting_than_the_mounting_shows_another_picture),
        cmocka_unit_test(the_line_is_kept_full_at_pace_0_whatever_the_shape),
        cmocka_unit_test(a_frame_keeps_nothing_waiting_for_longer_than_2_ms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
