/* Displays of several modules: every shape, every way to mount them, on the simulated Uno. */
#include "tests/support/line.h"

#include <inttypes.h>

struct shape {
    uint8_t wide, high;
};

/* A board with this display, set up for its shape and mounting; quiet, at its prompt. */
static struct uno *mounted(uint8_t wide, uint8_t high, uint8_t chain, uint8_t orient)
{
    const struct uno_options options = {
        .seed = 1, .display = {.wide = wide, .high = high, .chain = chain, .orient = orient}};
    struct uno *uno = line_board_with(NQUEENS_ELF, &options);
    line_boot(uno);
    line_set(uno, "pace 0");
    line_setf(uno, "modules %ux%u", wide, high);
    line_setf(uno, "chain %u", chain);
    line_setf(uno, "orient %u", orient);
    return uno;
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
    const char *text = line_askf(uno, "solve %u", n), *at = strstr(text, " solution");
    assert_non_null(at);
    while (at[-1] != '\n')
        at--;
    assert_true(at - text > (ptrdiff_t)n + 2);
    memcpy(columns, at - 2 - n, n);
    columns[n] = '\0';
}

TEST(every_mounting_shows_the_same_picture_once_it_is_set)
{
    static const struct shape shapes[] = {{1, 1}, {4, 1}, {2, 2}, {1, 4}, {3, 2}};
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

TEST(the_line_is_kept_full_at_pace_0_whatever_the_shape_and_orient)
{
    static const struct shape shapes[] = {{1, 1}, {4, 1}, {1, 4}, {2, 2}, {4, 4}, {8, 2}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint8_t orient = 0; orient < (i ? 2 : 8); orient++) {
            struct uno *uno = mounted(shapes[i].wide, shapes[i].high, 0, orient);
            double cycles = line_cycles_a_byte(uno);
            line_measured("%ux%u, orient %u: solve 8 at pace 0 takes %.1f cycles a byte, %.0f bytes a second",
                          shapes[i].wide, shapes[i].high, orient, cycles, UNO_HZ / cycles);
            assert_true(cycles < (i ? 1420 : AVR_GCC_5_4 ? 1366 : 1400));
            uno_free(uno);
        }
}

/* The edges of CS: the time of a frame, and the longest chunk, during which everything else waits. */
struct edges {
    uint64_t first, last; /* of the chunk */
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
    if (!level && cycle - edges->last > 3000) { /* a chunk begins */
        piece_ends(edges);
        edges->first = cycle;
    }
    edges->last = cycle;
    edges->latches += level;
}

TEST(a_frame_keeps_nothing_waiting_for_longer_than_1_5_ms)
{
    static const struct shape shapes[] = {{1, 1}, {2, 1}, {4, 1}, {2, 2}, {4, 2}, {4, 4}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint8_t orient = 0; orient < 2; orient++) {
            struct uno *uno = mounted(shapes[i].wide, shapes[i].high, 0, orient);
            struct edges edges = {0};
            line_ask(uno, shapes[i].high < 4 ? "solve 8" : "check 135249bdfhnpmsqor8eg7a6likcj");
            line_run(uno, UNO_MS(50));
            edges.first = edges.last = uno_cycle(uno);
            uno_on_wire(uno, watch_edges, &edges);
            line_run(uno, UNO_MS(9000));
            uno_on_wire(uno, NULL, NULL);
            piece_ends(&edges);
            line_measured("%ux%u, orient %u: a frame takes %u cycles, the longest chunk of it %u",
                          shapes[i].wide, shapes[i].high, orient, 13 * edges.busy / edges.latches,
                          edges.longest);
            assert_in_range(edges.latches / 13, 9, 11);
            assert_in_range(edges.longest, 300, UNO_MS(3) / 2);
            uno_free(uno);
        }
}

/*
 * What the modules beside or below the board show, read digit by digit with the font of the firmware; -1:
 * nothing.
 */
static long number_shown(const struct uno_frame *frame, unsigned n)
{
    unsigned k = scale_of(frame, n), extent = ((n + k - 1) / k + 7) / 8;
    long number = -1;
    for (unsigned y = 0; y < frame->high; y++)
        for (unsigned x = 0; x < frame->wide; x++)
            for (unsigned at = 1; at < 8 && (x >= extent || y >= extent); at += 4) {
                unsigned bits = 0;
                for (unsigned row = 1; row < 6; row++)
                    for (unsigned column = at; column < at + 3; column++)
                        bits = bits << 1 | uno_frame_led(frame, 8 * y + row, 8 * x + column);
                number = line_add_digit(number, bits);
            }
    return number;
}

TEST(the_modules_that_the_board_leaves_free_count_the_solutions)
{
    static const struct shape shapes[] = {{4, 1}, {1, 4}, {2, 2}, {4, 4}, {8, 2}, {2, 1}, {1, 1}};
    static const struct {
        const char *line;
        unsigned n;
        long number;
    } jobs[] = {{"solve 8", 8, 92}, {"solve 7", 7, 40}, {"fundamental 8", 8, 12}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint8_t orient = 0; orient < 6; orient += 5) {
            struct uno *uno = mounted(shapes[i].wide, shapes[i].high, orient, orient);
            struct uno_frame frame;
            bool room = shapes[i].wide * shapes[i].high > 2;
            for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++) {
                line_ask(uno, jobs[j].line);
                picture_now(uno, &frame);
                assert_int_equal(number_shown(&frame, jobs[j].n), room ? jobs[j].number : -1);
            }
            uno_free(uno);
        }
}

TEST(a_board_of_28_rows_has_an_led_a_square_from_4_x_4_modules_on)
{
    /* tests/vectors/first.tsv */
    static const char first[] = "135249bdfhnpmsqor8eg7a6likcj";
    struct uno *uno = mounted(4, 4, 5, 5);
    struct uno_frame frame;
    unsigned lit = 0;
    line_set(uno, "pace 10000");
    uno_type(uno, "solve 28\r");
    line_run_to(uno, first, 60000);
    picture_now(uno, &frame);
    assert_board(&frame, first);
    for (unsigned row = 0; row < 32; row++)
        for (unsigned column = 0; column < 32; column++)
            lit += uno_frame_led(&frame, row, column);
    assert_int_equal(lit, 28);
    uno_free(uno);
}

TEST(flipped_registers_and_lost_power_are_repaired_in_all_modules_within_a_second)
{
    struct uno *uno = mounted(4, 2, 5, 5);
    struct uno_frame before, after;
    line_ask(uno, "solve 8");
    picture_now(uno, &before);
    for (uint8_t round = 0; round < 20; round++) {
        if (round % 2)
            uno_matrix_plug(uno, true);
        else
            for (uint8_t module = 0; module < 8; module++)
                max7219_scramble(uno_module(uno, module), 99u * round + module);
        line_run(uno, UNO_MS(1000));
        uno_picture(uno, &after);
        assert_memory_equal(after.modules, before.modules, sizeof before.modules);
        for (uint8_t module = 0; module < 8; module++)
            assert_int_equal(max7219_brightness(uno_module(uno, module)), 4);
        line_run(uno, UNO_MS(61));
    }
    uno_free(uno);
}

TEST(a_chain_that_has_been_powered_alone_shows_no_garbage)
{
    struct uno *uno = mounted(4, 4, 0, 0);
    struct uno_frame picture, now;
    line_ask(uno, "solve 8");
    picture_now(uno, &picture);
    for (unsigned ms = 0; ms < 20; ms++) {
        for (uint8_t module = 0; module < 16; module++) {
            max7219_scramble(uno_module(uno, module), ms * 16 + module); /* digits as they happen to be */
            uint8_t digits[8];
            memcpy(digits, uno_module(uno, module)->digit, 8);
            max7219_power_up(uno_module(uno, module)); /* in shutdown */
            memcpy(uno_module(uno, module)->digit, digits, 8);
        }
        for (unsigned step = 0; step < 1000; step++) {
            line_run(uno, 16001);
            uno_picture(uno, &now);
            for (unsigned row = 0; row < 32; row++)
                for (unsigned column = 0; column < 32; column++)
                    if (uno_frame_led(&now, row, column) && !uno_frame_led(&picture, row, column))
                        fail_msg("row %u, column %u is lit, and should not be", row, column);
        }
        assert_memory_equal(now.modules, picture.modules, sizeof now.modules);
    }
    uno_free(uno);
}

TEST(the_test_walks_through_every_led_and_lights_all_at_once_at_brightness_0_only)
{
    struct uno *uno = mounted(4, 4, 0, 0);
    bool been[1024] = {false};
    size_t count;
    unsigned full = 0;
    line_set(uno, "bright 15");
    line_run(uno, UNO_MS(1000));
    uno_settle(uno, 4000); /* also between two chunks of a frame */
    uno_forget_logs(uno);
    line_ask(uno, "test");
    const struct uno_frame *frames = uno_frames(uno, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned lit = 0, at = 0;
        for (unsigned led = 0; led < 1024; led++)
            if (uno_frame_led(&frames[i], led / 32, led % 32)) {
                lit++;
                at = led;
            }
        if (lit == 1)
            been[at] = true;
        if (lit > 2 * 128) /* two rows or columns of each module, as one follows the other */
            assert_int_equal(frames[i].intensity, 0);
        full += lit == 1024;
    }
    for (unsigned led = 0; led < 1024; led++)
        assert_true(been[led]);
    assert_true(full > 0);
    uno_free(uno);
}

TEST(the_wizard_finds_the_mounting_of_an_fc_16)
{
    const struct uno_options options = {.seed = 1,
                                        .display = {.wide = 4, .high = 1, .chain = 5, .orient = 5}};
    struct uno *uno = line_board_with(NQUEENS_ELF, &options);
    struct uno_frame frame;
    char columns[40];
    line_boot(uno);
    line_set(uno, "modules 4x1");
    line_ask(uno, "orient ?");
    picture_now(uno, &frame);
    assert_int_equal(frame.modules[0][1], 0x3e); /* the F, its columns reversed: picture 5 */
    assert_int_equal(frame.modules[3][2], 0x02);
    line_ask(uno, "5");
    picture_now(uno, &frame);
    assert_int_equal(frame.modules[3][5], 0x1c); /* the foot of a 1 at the right: the chain begins there */
    line_has(line_ask(uno, "5"), "chain 5");
    line_set(uno, "pace 0");
    last_solution(uno, 8, columns);
    picture_now(uno, &frame);
    assert_board(&frame, columns);
    uno_free(uno);
}
