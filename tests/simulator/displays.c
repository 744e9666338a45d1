/* Every display on its board: what all of them must do, then what each shows in its own way. */
#include "sim/board/displays.h"
#include "sim/board/board.h"
#include "tests/support/line.h"

#define IMAGE(number, name, image, ...) [number] = image,

/* A board that is powered on, with the image for this display. */
static struct uno *powered(struct uno_display display, uint64_t seed)
{
    static const char *const images[] = {UNO_DISPLAYS(IMAGE)};
    return line_board_with(text_of(BUILD "/%s/nqueens.elf", images[display.kind]),
                           &(struct uno_options){.seed = seed, .display = display});
}

/* Quiet, and set up for the shape and the mounting of the display. */
static void set_up(struct uno *uno, struct uno_display display)
{
    line_set(uno, "pace 0");
    if (display.wide) {
        line_setf(uno, "modules %ux%u", display.wide, display.high);
        line_setf(uno, "chain %u", display.chain);
        line_setf(uno, "orient %u", display.orient);
    }
}

/* The same as powered(), at its prompt, and set up. */
static struct uno *board_with(struct uno_display display)
{
    struct uno *uno = powered(display, 1);
    line_boot(uno);
    set_up(uno, display);
    return uno;
}

/* What a test does with each of these displays; the first without kind and width ends the list. */
struct display_case {
    void (*test)(struct uno *uno, struct uno_display display);
    struct uno_display displays[8];
};

static void on_each(void **state)
{
    const struct display_case *own = *state;
    for (const struct uno_display *display = own->displays; display->kind || display->wide; display++) {
        struct uno *uno = board_with(*display);
        own->test(uno, *display);
        line_end(uno);
    }
}

/* A test with such a board for each of these: kind, width and height in modules, chain, orient. */
#define DISPLAY_TEST(name, ...)                                                                              \
    static void name(struct uno *uno, struct uno_display display);                                           \
    static struct display_case name##_case = {name, {__VA_ARGS__}};                                          \
    TEST_REGISTER(name, on_each, &name##_case)                                                               \
    static void name(struct uno *uno, UNUSED struct uno_display display)

/* The picture when all of a frame has been sent, and the repair of another. */
static struct uno_frame picture_of(struct uno *uno)
{
    struct uno_frame frame;
    line_run(uno, UNO_MS(400));
    uno_picture(uno, &frame);
    return frame;
}

static struct uno_frame picture_after(struct uno *uno, const char *line)
{
    line_ask(uno, line);
    return picture_of(uno);
}

/* The lit LEDs of a rectangle. */
static unsigned lit_in(const struct uno_frame *frame, unsigned top, unsigned left, unsigned high,
                       unsigned wide)
{
    unsigned lit = 0;
    for (unsigned i = 0; i < high * wide; i++)
        lit += uno_frame_led(frame, top + i / wide, left + i % wide);
    return lit;
}

static unsigned lit_of(const struct uno_frame *frame)
{
    return lit_in(frame, 0, 0, 8u * frame->high, 8u * frame->wide);
}

static bool has_no_answer(struct uno *uno)
{
    return strstr(line_ask(uno, "info"), "\r\nmatrix: no answer\r\n");
}

/* The number with the digit here appended, read with the font of the firmware, so many LEDs a pixel. */
static long add_digit_at(long number, const struct uno_frame *frame, unsigned top, unsigned left,
                         unsigned size)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < 15; i++)
        bits = bits << 1 | uno_frame_led(frame, top + i / 3 * size, left + i % 3 * size);
    int digit = reference_digit(bits);
    assert_int_not_equal(digit, -2);
    return digit < 0 ? number : (number < 0 ? 0 : number) * 10 + digit;
}

/* ---- boards of modules ---- */

/* Drawn LED by LED, the other way round than the chip does: is a queen on these k x k squares? */
static bool queen_on(const struct reference *board, unsigned k, unsigned row, unsigned column)
{
    for (unsigned r = row * k; r < row * k + k && r < board->n; r++)
        if ((board->column[r] - 1) / k == column)
            return true;
    return false;
}

/*
 * The board's own LEDs are those of the solution, and its modules show nothing else.  Returns the number that
 * the modules beside or below it show; -1: nothing.
 */
static long assert_board(const struct uno_frame *frame, const char *columns)
{
    struct reference board = reference_read(columns, strlen(columns));
    unsigned side = 8u * (frame->wide < frame->high ? frame->wide : frame->high);
    unsigned k = (board.n + side - 1) / side, extent = ((board.n + k - 1) / k + 7) / 8;
    long number = -1;
    for (unsigned row = 0; row < 8 * extent; row++)
        for (unsigned column = 0; column < 8 * extent; column++)
            if (uno_frame_led(frame, row, column) != queen_on(&board, k, row, column))
                fail_msg("%ux%u: the LED in row %u, column %u is wrong for %s", frame->wide, frame->high, row,
                         column, columns);
    for (unsigned y = 0; y < frame->high; y++)
        for (unsigned x = 0; x < frame->wide; x++)
            for (unsigned left = 1; left < 8 && (x >= extent || y >= extent); left += 4)
                number = add_digit_at(number, frame, 8 * y + 1, 8 * x + left, 1);
    return number;
}

static long board_after(struct uno *uno, const char *line, const char *columns)
{
    struct uno_frame frame = picture_after(uno, line);
    return assert_board(&frame, columns);
}

#define LAST_OF_8   "84136275"                     /* what `solve 8` leaves */
#define FIRST_OF_28 "135249bdfhnpmsqor8eg7a6likcj" /* tests/vectors/first.tsv */

/* Also the modules that the board leaves free show what they should: the number of the solutions. */
TEST(every_mounting_shows_the_same_picture_once_it_is_set)
{
    static const struct {
        enum uno_matrix_kind kind;
        uint8_t wide, high, mountings;
        const char *line, *board;
        int number; /* of solutions; -1: none is shown */
    } rows[] = {{UNO_MAX7219, 1, 1, 16, "solve 8", LAST_OF_8, -1},
                {UNO_MAX7219, 4, 1, 64, "solve 8", LAST_OF_8, 92},
                {UNO_MAX7219, 1, 4, 64, "solve 8", LAST_OF_8, 92},
                {UNO_MAX7219, 3, 2, 64, "solve 8", LAST_OF_8, 92},
                {UNO_MAX7219, 2, 2, 64, "check 13528gdbf6a49e7c", "13528gdbf6a49e7c", -1},
                {UNO_MAX7219, 2, 2, 1, "solve 7", "7531642", 40},
                {UNO_MAX7219, 2, 1, 1, "solve 7", "7531642", -1},
                {UNO_MAX7219, 8, 2, 1, "fundamental 8", "36258174", 12},
                {UNO_MAX7219, 4, 4, 1, "fundamental 8", "36258174", 12},
                {UNO_MAX7219, 4, 4, 1, "check " FIRST_OF_28, FIRST_OF_28, -1},
                {UNO_WS2812, 1, 1, 16, "solve 8", LAST_OF_8, -1},
                {UNO_WS2812, 4, 1, 16, "solve 8", LAST_OF_8, 92},
                {UNO_WS2812, 1, 4, 16, "solve 8", LAST_OF_8, 92},
                {UNO_WS2812, 2, 2, 16, "check 13528gdbf6a49e7c", "13528gdbf6a49e7c", -1},
                {UNO_HT16K33, 4, 4, 1, "solve 8", LAST_OF_8, -1}}; /* is one module whatever is set */
    EACH(row, rows)
        for (uint8_t mounting = 0; mounting < row->mountings; mounting++) {
            struct uno *uno =
                board_with((struct uno_display){row->kind, row->wide, row->high, mounting / 8, mounting % 8});
            assert_int_equal(board_after(uno, row->line, row->board), row->number);
            uno_free(uno);
        }
}

/* ---- in time ---- */

/* Cycles a byte from the end of the first solution of `solve 8` to that of the last. */
static double cycles_a_byte(struct uno *uno)
{
    size_t start = uno_output(uno).count;
    line_ask(uno, "solve 8");
    struct uno_output output = uno_output(uno);
    const char *first = strstr(output.text + start, "15863724\r\n"), *last = strstr(first, "84136275\r\n");
    size_t from = (size_t)(first - output.text) + 9, to = (size_t)(last - output.text) + 9;
    assert_int_equal(to - from, 910);
    return (double)(output.cycle[to] - output.cycle[from]) / (double)(to - from);
}

DISPLAY_TEST(the_line_is_kept_full_at_pace_0_whatever_the_shape_and_orient, {UNO_MAX7219, 1, 1, 0, 0},
             {UNO_MAX7219, 4, 1, 0, 0}, {UNO_MAX7219, 1, 4, 0, 0}, {UNO_MAX7219, 2, 2, 0, 0},
             {UNO_MAX7219, 4, 4, 0, 0}, {UNO_MAX7219, 8, 2, 0, 0}, {UNO_HT16K33, 1, 1, 0, 0})
{
    bool is_single = display.wide * display.high == 1;
    for (display.orient = 0; display.orient < (is_single ? 8 : 2); display.orient++) {
        bool is_plugged = display.kind != UNO_HT16K33 || display.orient == 0;
        uno_reset(uno, UNO_EXTERNAL);
        line_boot(uno);
        set_up(uno, display);
        display_plug(&uno_display(uno)->display, is_plugged);
        double cycles = cycles_a_byte(uno);
        line_measured("%s%ux%u, orient %u: solve 8 at pace 0 takes %.1f cycles a byte, %.0f bytes a second",
                      is_plugged ? "" : "unplugged, ", display.wide, display.high, display.orient, cycles,
                      UNO_HZ / cycles);
        assert_true(cycles < (!is_single ? 1425 : AVR_GCC_5_4 ? 1366 : 1400));
    }
}

/* The steps of frames on a wire: it rests for more than 3000 cycles between two of them. */
struct steps {
    enum uno_wire wire;
    uint64_t first, last; /* of the present step */
    uint32_t rising, busy, longest;
};

static void watch_steps(void *arg, enum uno_wire wire, uint64_t cycle, bool level)
{
    struct steps *steps = arg;
    if (wire != steps->wire)
        return;
    if (!level && cycle > steps->last + 3000)
        steps->first = steps->last = cycle;
    steps->busy += (uint32_t)(cycle - steps->last);
    steps->last = cycle;
    steps->rising += level;
    if (cycle - steps->first > steps->longest)
        steps->longest = (uint32_t)(cycle - steps->first);
}

static struct steps steps_in(struct uno *uno, enum uno_wire wire, uint32_t ms)
{
    struct steps steps = {.wire = wire};
    line_run(uno, UNO_MS(50));
    steps.first = steps.last = uno_cycle(uno);
    uno_settings(uno)->on_wire = watch_steps;
    uno_settings(uno)->arg = &steps;
    line_run(uno, UNO_MS(ms));
    uno_settings(uno)->on_wire = NULL;
    return steps;
}

DISPLAY_TEST(no_frame_of_modules_keeps_anything_waiting_for_longer_than_1_5_ms, {UNO_MAX7219, 1, 1, 0, 0},
             {UNO_MAX7219, 2, 1, 0, 0}, {UNO_MAX7219, 4, 1, 0, 0}, {UNO_MAX7219, 2, 2, 0, 0},
             {UNO_MAX7219, 4, 2, 0, 0}, {UNO_MAX7219, 4, 4, 0, 0})
{
    line_ask(uno, display.high < 4 ? "solve 8" : "check " FIRST_OF_28);
    for (unsigned orient = 0; orient < 2; orient++) {
        line_setf(uno, "orient %u", orient);
        struct steps steps = steps_in(uno, UNO_WIRE_CS, 9000);
        line_measured("%ux%u, orient %u: a frame takes %u cycles, the longest step of it %u", display.wide,
                      display.high, orient, 13 * steps.busy / steps.rising, steps.longest);
        assert_in_range(steps.rising / 13, 9, 11);
        assert_in_range(steps.longest, 300,
                        display.wide > 1 ? UNO_MS(3) / 2 : 4000); /* one waits for nothing */
    }
}

struct spi_use {
    uint32_t pc; /* of the next instruction */
    unsigned polls, edges;
};

static void spi_edge(void *arg, enum uno_wire wire, uint64_t, bool level)
{
    ((struct spi_use *)arg)->edges += wire == UNO_WIRE_SCK && level;
}

static bool spi_polled(struct uno *uno, void *arg)
{
    struct spi_use *use = arg;
    use->polls += (word_at(uno->avr, use->pc) & 0xfe0f) == 0xb40d; /* in SPSR */
    use->pc = uno_pc(uno);
    return false;
}

/* Whatever the compiler does around it: a poll that comes too soon costs seven cycles. */
DISPLAY_TEST(the_first_poll_finds_the_end_of_each_byte_to_a_module, {UNO_MAX7219, 1, 1, 0, 0})
{
    struct spi_use use = {.pc = uno_pc(uno)};
    uno_settings(uno)->on_wire = spi_edge;
    uno_settings(uno)->arg = &use;
    uno_type(uno, "solve 6\r");
    uno_run_until(uno, spi_polled, &use, UNO_MS(100));
    assert_in_range(use.polls, 100, 1000);
    assert_int_equal(use.edges, 8 * use.polls);
}

DISPLAY_TEST(keys_between_the_lines_of_a_board_are_answered_at_once_while_a_screen_is_drawn,
             {.kind = UNO_SSD1306})
{
    line_set(uno, "format grid");
    for (unsigned i = 0; i < 30; i++) {
        line_type(uno, "images 2468acegikmoqsuw13579bdfhjlnprtv\r", 36 + 4 * i);
        line_key(uno, "?", "images 32: ");
        line_stop(uno);
    }
}

DISPLAY_TEST(no_step_of_a_frame_of_a_screen_takes_longer_than_1_5_ms, {.kind = UNO_SSD1306})
{
    EACH_TEXT(line, "solve 8\r", "solve 30\r", "count 18\r", "test\r", "search 9\r") {
        uno_type(uno, line);
        struct steps steps = steps_in(uno, UNO_WIRE_SCL, 1000);
        line_measured("%.*s: the longest step takes %u cycles", (int)strlen(line) - 1, line, steps.longest);
        assert_in_range(steps.longest, 5000, UNO_MS(3) / 2);
        line_type(uno, "\003", 50);
    }
}

/* A strip stops interrupts while it is sent; a bus that is held low must not be waited for. */
DISPLAY_TEST(a_live_key_is_answered_within_50_ms_with_1024_leds_or_a_bus_that_is_held_low,
             {UNO_WS2812, 4, 4, 1, 0}, {.kind = UNO_HT16K33}, {.kind = UNO_SSD1306})
{
    uno_display(uno)->display.stuck = true;
    line_type(uno, "count 16\r", 50);
    for (unsigned key = 0; key < 60; key++) {
        line_key(uno, "?", "count 16");
        line_run(uno, UNO_MS(3) * key);
    }
}

/* ---- after power-on, and after a fault ---- */

/* Not even a glimpse; a screen has its numbers beside the board. */
TEST(a_display_stays_dark_until_the_demo_begins_whatever_the_noise_in_ram)
{
    for (enum uno_matrix_kind kind = UNO_MAX7219; kind < UNO_SH1106; kind++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct uno *uno = powered((struct uno_display){.kind = kind}, seed);
            size_t count;
            uno_settings(uno)->settle = 0;
            line_run(uno, UNO_MS(490));
            for (const struct uno_frame *frame = uno_frames(uno, &count); count; count--, frame++)
                assert_in_range(lit_of(frame), 0, kind == UNO_SSD1306 ? 600 : 0);
            assert_true(kind != UNO_MAX7219 || uno_display(uno)->chain.chips[0].on);
            uno_free(uno);
        }
}

#define MOUNTED                                                                                              \
    {UNO_MAX7219, 4, 2, 5, 5}, {.kind = UNO_HT16K33}, {.kind = UNO_WS2812}, {.kind = UNO_SSD1306},           \
        {UNO_SH1106, 1, 1, 1, 0},

/* At any moment of a frame. */
DISPLAY_TEST(a_display_shows_its_picture_a_second_after_it_was_unplugged_scrambled_or_its_bus_held_low,
             MOUNTED)
{
    bool is_chain = display.kind == UNO_MAX7219, is_asked = !is_chain && display.kind != UNO_WS2812;
    struct display *model = &uno_display(uno)->display;
    uno_settings(uno)->tolerated[UNO_FAULT_MATRIX] = is_chain;
    display_plug(model, !is_asked); /* from power-on on */
    uno_power_cut(uno);
    line_boot(uno);
    assert_int_equal(has_no_answer(uno), is_asked);
    display_plug(model, true);
    set_up(uno, display);
    struct uno_frame before = picture_after(uno, "solve 8"), after;
    assert_true(lit_of(&before) >= 8);
    for (unsigned round = 0; round < 8; round++) {
        bool is_noisy = is_chain && round % 4 == 2, is_held = round % 2;
        model->disturbing = is_noisy ? 20 : 0;
        if (is_held)
            model->stuck = true;
        else if (!is_noisy)
            display_plug(model, false);
        line_run(uno, UNO_MS(1000) + 77777 * round);
        assert_int_equal(has_no_answer(uno), is_asked);
        model->disturbing = 0;
        model->clocks = is_held ? (uint8_t)(round + 2) : 0; /* up to 9 */
        if (!is_held && !is_noisy)
            display_plug(model, true);
        for (uint8_t module = 0; is_chain && is_held && module < 8; module++)
            max7219_scramble(&uno_display(uno)->chain.chips[module], 99u * round + module);
        line_run(uno, UNO_MS(1000));
        uno_picture(uno, &after);
        assert_memory_equal(after.modules, before.modules, sizeof before.modules);
        assert_memory_equal(after.colours, before.colours, sizeof before.colours);
        assert_int_equal(after.intensity, before.intensity);
        assert_false(has_no_answer(uno));
    }
}

static void watch_frames(void *arg, enum uno_wire wire, uint64_t cycle, bool)
{
    if (wire == UNO_WIRE_CS || wire == UNO_WIRE_SCL)
        *(uint64_t *)arg = cycle;
}

/* Within a frame no driver could know of it: the next frame, at most 0.85 s later, is the first whole one. */
DISPLAY_TEST(a_display_that_gets_its_supply_between_two_frames_lights_nothing_but_its_picture, MOUNTED)
{
    uint64_t sent = 0;
    struct uno_frame picture = picture_after(uno, "solve 8"), after;
    size_t count;
    uno_settings(uno)->on_wire = watch_frames;
    uno_settings(uno)->arg = &sent;
    uno_settings(uno)->settle = 0; /* each change is a picture */
    for (unsigned moment = 0; moment < 8; moment++) {
        line_run(uno, UNO_MS(50) * moment);
        while (uno_cycle(uno) < sent + UNO_MS(5))
            line_run(uno, 7777);
        uno_forget_logs(uno);
        display_plug(&uno_display(uno)->display, true);
        line_run(uno, UNO_MS(1000));
        for (const struct uno_frame *now = uno_frames(uno, &count); count; count--, now++) {
            assert_in_range(now->intensity, 0, picture.intensity);
            for (unsigned i = 0; i < sizeof now->modules; i++)
                assert_int_equal((&now->modules[0][0])[i] & ~(&picture.modules[0][0])[i], 0);
        }
        uno_picture(uno, &after);
        assert_memory_equal(after.modules, picture.modules, sizeof after.modules);
    }
}

/* The queens of a strip are green: 4 to 64 of 255. */
DISPLAY_TEST(each_display_has_the_brightness_that_is_set, MOUNTED)
{
    line_ask(uno, "check 15863724");
    for (uint8_t bright = 0; bright < 16; bright++) {
        line_setf(uno, "bright %u", bright);
        line_run(uno, UNO_MS(1000)); /* the number is gone */
        assert_int_equal(picture_of(uno).intensity, display.kind == UNO_WS2812 ? (bright + 1) / 4 : bright);
    }
}

/* ---- the test and the wizard ---- */

DISPLAY_TEST(the_test_walks_through_every_led_and_lights_all_at_brightness_0_only, {UNO_MAX7219, 4, 4, 0, 0})
{
    bool been[1024] = {false};
    size_t count;
    unsigned full = 0, lines = 0;
    line_type(uno, "bright 15\r", 1000);
    uno_settings(uno)->settle = 4000; /* also between two steps of a frame */
    uno_forget_logs(uno);
    line_ask(uno, "test");
    const struct uno_frame *frames = uno_frames(uno, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned lit = lit_of(&frames[i]);
        for (unsigned led = 0; lit == 1 && led < 1024; led++)
            been[led] |= uno_frame_led(&frames[i], led / 32, led % 32);
        if (lit > 2 * 128) /* two rows or columns of each module, as one follows the other */
            assert_int_equal(frames[i].intensity, 0);
        for (unsigned at = 0; lit == 128 && at < 8; at++) /* a row or a column of each module */
            if (uno_frame_led(&frames[i], at, at))
                lines |= 1U << (uno_frame_led(&frames[i], at, at ^ 1) ? at : 8 + at);
        full += lit == 1024;
    }
    for (unsigned led = 0; led < 1024; led++)
        assert_true(been[led]);
    assert_int_equal(lines, 0xffff);
    assert_true(full > 0);
}

/* The answer says where the first module or LED is seen, and where another one in its line. */
static void assert_listed(const char *answer, const char *first, const uint8_t at[2], const char *second,
                          const uint8_t next[2])
{
    const char *way = next[0] > at[0]   ? "below it"
                      : next[0] < at[0] ? "above it"
                      : next[1] > at[1] ? "on its right"
                                        : "on its left";
    line_has(answer, text_of("%s at the %s %s, %s %s", first, at[0] ? "bottom" : "top",
                             at[1] ? "right" : "left", second, way));
}

/* The picture that is listed with this number is that of a module. */
static void assert_pictured(const char *list, unsigned number, const uint8_t rows[8])
{
    for (unsigned line = 0; line <= 9 * (number / 4); line++) /* two blocks: numbers, then eight rows */
        list = strchr(list, '\n') + 1;
    for (unsigned row = 0; row < 8; row++, list = strchr(list, '\n') + 1)
        for (unsigned column = 0; column < 8; column++)
            assert_int_equal(list[10 * (number % 4) + column] == '#', rows[row] >> (7 - column) & 1);
}

/* Whatever was set before. */
TEST(the_wizard_finds_every_mounting_of_modules)
{
    static const uint8_t letter[8] = {0x00, 0x7c, 0x40, 0x40, 0x78, 0x40, 0x40, 0x40};
    for (uint8_t i = 0; i < 8; i++) {
        struct uno *uno = powered((struct uno_display){UNO_MAX7219, 2, 2, i, i}, 1);
        uint8_t at[5][2] = {{0}}; /* of each number, in the order of the wires */
        line_boot(uno);
        line_set(uno, "modules 2x2");
        line_setf(uno, "chain %u", 7 - i);
        line_setf(uno, "orient %u", 7 - i);
        const char *answer = line_ask(uno, "orient ?");
        struct uno_frame frame = picture_of(uno);
        for (unsigned module = 0; module < 4; module++) {
            assert_pictured(answer, i, frame.modules[module]);
            reference_turn(frame.modules[module], i & 3, i >> 2);
            assert_memory_equal(frame.modules[module], letter, 8);
        }
        answer = line_askf(uno, "%u", i);
        frame = picture_of(uno);
        for (uint8_t y = 0; y < 2; y++)
            for (uint8_t x = 0; x < 2; x++) {
                uint8_t *position = at[add_digit_at(0, &frame, 8u * y + 1, 8u * x + 3, 1)];
                position[0] = y;
                position[1] = x;
            }
        assert_listed(answer, text_of("%u  1", i), at[1], "2", at[2]);
        line_has(line_askf(uno, "%u", i), text_of("chain %u", i));
        board_after(uno, "check " LAST_OF_8, LAST_OF_8);
        uno_free(uno);
    }
}

/* Of 32x8 LEDs; with chain 1 every second line runs backwards, as in most of them. */
TEST(the_wizard_finds_every_wiring_of_a_panel)
{
    static const uint8_t four[8] = {0, 0x14, 0x14, 0x1c, 0x04, 0x04};
    for (uint8_t i = 0; i < 16; i++) {
        struct uno *uno = powered((struct uno_display){UNO_WS2812, 4, 1, i / 8, i % 8}, 1);
        uint8_t at[8][2], seen[8] = {0}; /* of each colour: the last LED, and how many */
        line_boot(uno);
        line_set(uno, "modules 4x1");
        const char *answer = line_ask(uno, "orient ?");
        struct uno_frame frame = picture_of(uno);
        for (uint8_t row = 0; row < 8; row++)
            for (uint8_t column = 0; column < 32; column++) {
                uint8_t colour = uno_frame_colour(&frame, row, column);
                at[colour][0] = row;
                at[colour][1] = column;
                seen[colour]++;
            }
        assert_true(seen[UNO_RED] == 1 && seen[7] == 4);
        assert_listed(answer, text_of("%u  red", i % 8), at[UNO_RED], "white", at[7]);
        line_has(line_askf(uno, "%u", i % 8), "0  numbers");
        frame = picture_of(uno);
        assert_int_equal(memcmp(frame.modules[3], four, 8) == 0, i < 8);
        line_has(line_askf(uno, "%u", i / 8), text_of("chain %u", i / 8));
        board_after(uno, "check 246135", "246135");
        uno_free(uno);
    }
}

/* ---- an HT16K33 ---- */

/* D2, where the button is else, is SDA there. */
TEST(on_a_leonardo_the_button_is_on_d4)
{
    const struct uno_options options = {.seed = 1, .mcu = "atmega32u4", .display = {.kind = UNO_HT16K33}};
    EACH_TEXT(elf, BUILD "/leonardo-ht16k33/nqueens.elf", BUILD "/arduino/leonardo-ht16k33/nqueens.ino.elf") {
        struct uno *uno = line_board_with(elf, &options);
        line_run(uno, UNO_MS(3000)); /* the demo: it is not paused by what goes over the bus */
        assert_lacks(uno_output(uno).text, "paused");
        line_press(uno, 100);
        assert_has(uno_output(uno).text, "paused");
        uno_free(uno);
    }
}

/* ---- a strip of WS2812B LEDs ---- */

/* Fails unless the LEDs of the board have these colours: a letter for each LED of eight rows. */
static void assert_colours(struct uno *uno, const char *rows)
{
    static const char letters[] = ".rgybmcw"; /* by enum uno_colour */
    struct uno_frame frame = picture_of(uno);
    char seen[65] = "";
    for (unsigned led = 0; led < 64; led++)
        seen[led] = letters[uno_frame_colour(&frame, led / 8, led % 8)];
    assert_string_equal(seen, rows);
}

static bool draws_less(struct uno *uno, double limit)
{
    double most = 0;
    for (unsigned ms = 0; ms < 300; ms++) {
        line_run(uno, UNO_MS(10));
        double now = ws2812_current(&uno_display(uno)->strip);
        most = now > most ? now : most;
    }
    line_measured("64 LEDs draw up to %.0f mA", most);
    return most < limit;
}

/* The first attack of a search: the queen of row 1 on the square that is tried in row 2. */
DISPLAY_TEST(queens_are_green_or_if_given_blue_tried_squares_yellow_and_attacks_red, {.kind = UNO_WS2812})
{
    line_ask(uno, "check 1423");
    assert_colours(uno, "g..........g.....r........r.....................................");
    line_ask(uno, "complete ...24...");
    assert_colours(uno, ".....g....g...........g..b.........b...........gg...........g...");
    line_set(uno, "pace 10000");
    line_type_to(uno, "search 8\r", "place 1 1", 1000);
    assert_colours(uno, "g...............................................................");
    line_type(uno, ".", 20);
    assert_colours(uno, "r.......y.......................................................");
    assert_true(draws_less(uno, 67.5)); /* 64 of them 1 mA each, and yellow as much as red */
}

DISPLAY_TEST(sixty_four_leds_draw_less_than_350_ma, {.kind = UNO_WS2812})
{
    PLAY(uno, {"bright 15", 0, NULL}, {"count 10", 0, NULL});
    assert_true(draws_less(uno, 350));
    assert_colours(uno, "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww");
    uno_type(uno, "test\r");
    assert_true(draws_less(uno, 350));
}

/* As a slider sends it.  A frame is due every 64 ms. */
DISPLAY_TEST(the_strip_follows_a_brightness_that_changes_every_23_ms, {.kind = UNO_WS2812})
{
    unsigned before = uno_display(uno)->strip.frames;
    for (unsigned i = 0; i < 80; i++)
        line_type(uno, text_of("bright %u\r", i % 16), 23);
    assert_in_range(uno_display(uno)->strip.frames - before, 20, 30);
}

/* At the rate of a keyboard, which is never exact.  The keys come while a frame of 44 ms is sent. */
DISPLAY_TEST(a_held_key_does_not_keep_the_last_of_1024_leds_as_they_were, {UNO_WS2812, 4, 4, 1, 0})
{
    line_set(uno, "pace 10000");
    uno_type(uno, "search 28\r");
    unsigned before = uno_display(uno)->strip.frames;
    for (unsigned i = 0; i < 90; i++)
        line_type(uno, ".", 29 + 7 * i % 9);
    assert_in_range(uno_display(uno)->strip.frames - before, 6, 40);
}

/* Every pulse is checked by the strip: a violation is a fault, which fails the test. */
DISPLAY_TEST(no_low_within_a_frame_is_longer_than_45_us_while_the_line_is_busy, {UNO_WS2812, 1, 1, 1, 3},
             {UNO_WS2812, 2, 2, 1, 3}, {UNO_WS2812, 4, 4, 1, 3})
{
    uno_display(uno)->strip.longest_low = 0;
    EACH_TEXT(line, "count 16\r", "solve 30\r", "search 8\r", "check " FIRST_OF_28 "\r") {
        uno_type(uno, line);
        for (unsigned k = 0; k < 40; k++)
            line_type(uno, k % 3 ? "?" : "x\b", display.wide < 4 ? 17 : 170);
        line_type(uno, "\003", 100);
    }
    assert_in_range(uno_display(uno)->strip.longest_low, 1, 45 * 16 - 1);
    assert_in_range(uno_display(uno)->strip.frames, 21, 10000);
}

/* The strip reports a frame that begins before all LEDs have latched the one before it: a fault. */
DISPLAY_TEST(two_frames_of_a_strip_are_apart_also_if_one_is_late, {UNO_WS2812, 1, 1, 1, 0},
             {UNO_WS2812, 4, 4, 1, 0})
{
    for (unsigned i = 0; i < 24; i++) {
        line_type(uno, text_of("bright %u\r", i % 16), 90 + i); /* its number is shown for 850 ms */
        line_type(uno, "orient 0\r", 3 + i);
        line_type(uno, "orient 0\r", 200);
    }
    assert_in_range(uno_display(uno)->strip.frames, 24, 200);
}

DISPLAY_TEST(a_frame_that_a_reset_cuts_is_over_when_the_next_one_begins, {.kind = UNO_WS2812})
{
    for (unsigned i = 1; i < 200; i++) {
        line_type(uno, "bright 3\r", 70);
        while (uno_display(uno)->strip.bits < 7 * i)
            line_run(uno, 5);
        line_run(uno, i % 21);
        uno_reset(uno, UNO_EXTERNAL);
        line_boot(uno);
    }
}

/* ---- a screen of 128x64 pixels ---- */

static void assert_screen(struct uno *uno, const char *columns)
{
    struct reference board = reference_read(columns, strlen(columns));
    unsigned size = board.n <= 8 ? 8 : board.n <= 16 ? 4 : 2;
    struct uno_frame frame = picture_of(uno);
    for (unsigned row = 0; row < 64 / size; row++)
        for (unsigned column = 0; column < 64 / size; column++) {
            unsigned lit = lit_in(&frame, row * size, column * size, size, size);
            if (lit != (!queen_on(&board, 1, row, column) ? 0 : size == 8 ? 18 : size * size))
                fail_msg("%s: row %u, column %u has %u pixels", columns, row, column, lit);
        }
}

/* An SH1106 from its third column on, with chain 1. */
DISPLAY_TEST(each_queen_is_a_picture_up_to_8_rows_or_has_its_pixels_up_to_32, {.kind = UNO_SSD1306},
             {UNO_SH1106, 1, 1, 1, 0})
{
    EACH_TEXT(board, "1", "2413", "15863724", "136824975", "13528gdbf6a49e7c", FIRST_OF_28) {
        line_askf(uno, "check %s", board);
        assert_screen(uno, board);
    }
}

/* Fails unless these numbers are on the right half, in lines 0, 1 and 3. */
static void assert_numbers(struct uno *uno, long n, long solutions, long least, long most)
{
    struct uno_frame frame = picture_of(uno);
    long numbers[4] = {-1, -1, -1, -1};
    for (unsigned at = 0; at < 32; at++)
        numbers[at / 8] = add_digit_at(numbers[at / 8], &frame, 16 * (at / 8) + 2, 64 + at % 8 * 8 + 2, 2);
    assert_int_equal(numbers[0], n);
    assert_int_equal(numbers[1], solutions);
    assert_in_range(numbers[3], least, most);
}

DISPLAY_TEST(n_the_solutions_and_the_seconds_are_beside_the_board, {.kind = UNO_SSD1306})
{
    line_ask(uno, "solve 10");
    assert_numbers(uno, 10, 724, 0, 2);
    line_type(uno, "solve 32\r", 2500);
    assert_numbers(uno, 32, 0, 2, 3);
    line_stop(uno);
    line_ask(uno, "count 15"); /* seven digits, of eight */
    assert_numbers(uno, 15, 2279184, 70, 80);
}

DISPLAY_TEST(orient_2_is_upside_down_5_and_7_are_reflections_others_change_nothing, {.kind = UNO_SSD1306})
{
    struct uno_frame upright = picture_after(uno, "check 15863724"), turned;
    for (const char *orient = "50721537426"; *orient; orient++) {
        line_setf(uno, "orient %c", *orient);
        line_run(uno, UNO_MS(290)); /* the rest of a frame, and a whole one */
        uno_picture(uno, &turned);
        bool is_down = strchr("27", *orient), is_back = strchr("25", *orient);
        for (unsigned row = 0; row < 64; row++)
            for (unsigned column = 0; column < 128; column++)
                assert_int_equal(
                    uno_frame_led(&turned, is_down ? 63 - row : row, is_back ? 127 - column : column),
                    uno_frame_led(&upright, row, column));
    }
}

/* The squares of 8 x 8 pixels that are lit as a whole: the left half of the screen, and its right half. */
static uint64_t squares_of(const struct uno_frame *frame, unsigned left)
{
    uint64_t squares = 0;
    for (unsigned i = 0; i < 64; i++)
        squares |= (uint64_t)(lit_in(frame, i / 8 * 8, left + i % 8 * 8, 8, 8) == 64) << i;
    return squares;
}

DISPLAY_TEST(the_test_lights_each_square_row_and_column_of_a_screen_and_all, {.kind = UNO_SSD1306})
{
    bool been[81] = {false};
    size_t count;
    line_ask(uno, "check 2468acegikmoqsuw13579bdfhjlnprtv"); /* its shape is another one */
    uno_settings(uno)->settle = 4000;                        /* also between two steps of a frame */
    uno_forget_logs(uno);
    line_ask(uno, "test");
    for (const struct uno_frame *frame = uno_frames(uno, &count); count; count--, frame++) {
        uint64_t squares = squares_of(frame, 0), other = squares_of(frame, 64);
        for (unsigned step = 0; step < sizeof been; step++)
            been[step] |= squares == other && (step < 80 || frame->intensity == 0) &&
                          squares == (step < 64   ? 1ull << step
                                      : step < 72 ? 0xffull << 8 * (step - 64)
                                      : step < 80 ? 0x0101010101010101ull << (step - 72)
                                                  : UINT64_MAX);
    }
    for (unsigned step = 0; step < sizeof been; step++)
        if (!been[step])
            fail_msg("step %u of the test is not shown", step);
}

DISPLAY_TEST(the_wizard_of_a_screen_shows_one_letter, {.kind = UNO_SSD1306})
{
    EACH_TEXT(board, "check 1", "check 2468acegikmoqsuw13579bdfhjlnprtv") {
        line_ask(uno, board);
        EACH_TEXT(line, "orient ?", "0") { /* and after the answer */
            struct uno_frame frame = picture_after(uno, line);
            assert_int_equal(squares_of(&frame, 0), 0x0202021e02023e00);
            assert_int_equal(lit_of(&frame), 64 * 14);
        }
    }
}
