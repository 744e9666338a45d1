/* The display on the board's wires, and the log of its pictures. */
#include "sim/board/components.h"

#include "sim/board/basics.h"

#include <avr_ioport.h>
#include <sim_cycle_timers.h>

#include <string.h>

/* ---- the layout of the modules ---- */

uint8_t matrix_modules(const struct matrix *matrix)
{
    return (uint8_t)(matrix->layout.wide * matrix->layout.high);
}

/* The path of the chain through the modules, for each value of `chain`. */
static const struct walk {
    bool right, bottom; /* where it starts */
    bool columns;       /* column by column, otherwise row by row */
} walks[8] = {
    {false, false, false}, {false, true, true},  {true, true, false}, {true, false, true},
    {false, false, true},  {true, false, false}, {true, true, true},  {false, true, false},
};

/* Step `at` of a path through so many modules or LEDs; with `zigzag` every second line runs backwards. */
static void step_find(const struct walk *walk, unsigned wide, unsigned high, bool zigzag, unsigned at,
                      unsigned *row, unsigned *column)
{
    unsigned length = walk->columns ? high : wide, line = at / length, along = at % length;
    if (zigzag && line % 2)
        along = length - 1 - along;
    *row = walk->columns ? along : line;
    *column = walk->columns ? line : along;
    if (walk->bottom)
        *row = high - 1 - *row;
    if (walk->right)
        *column = wide - 1 - *column;
}

/* The LEDs that are lit with these digit registers: undoes the rotation and reflection of the firmware. */
static void digits_turn(uint8_t orient, const uint8_t digits[8], uint8_t seen[8])
{
    for (int i = 0; i < 64; i++) {
        int row = i / 8, column = i % 8;
        for (int turns = orient & 3; turns; turns--) { /* a quarter turn clockwise */
            int old = row;
            row = 7 - column;
            column = old;
        }
        if (orient & 4) { /* the reflection */
            int old = row;
            row = column;
            column = old;
        }
        seen[i / 8] = (uint8_t)(seen[i / 8] << 1 | (digits[row] >> (7 - column) & 1));
    }
}

/* ---- pictures ---- */

static bool same_picture(const struct uno_frame *a, const struct uno_frame *b)
{
    return !memcmp(a->modules, b->modules, sizeof a->modules) &&
           !memcmp(a->colours, b->colours, sizeof a->colours) && a->intensity == b->intensity;
}

static bool all_dark(const uint8_t rows[8])
{
    static const uint8_t dark[8];
    return !memcmp(rows, dark, sizeof dark);
}

static void strip_picture(const struct matrix *matrix, struct uno_frame *frame)
{
    static const uint8_t order[3] = {1, 0, 2}; /* red, green and blue in a colour of the strip */
    static const uint8_t walk_of[8] = {0, 3, 2, 1, 4, 5, 6, 7}; /* the way there is the inverse rotation */
    const struct uno_display *layout = &matrix->layout;
    const struct walk *walk = &walks[walk_of[layout->orient & 7]];
    uint8_t brightest = 0;
    for (unsigned led = 0; led < matrix->strip.leds; led++) {
        unsigned row, column;
        step_find(walk, 8u * layout->wide, 8u * layout->high, layout->chain, led, &row, &column);
        unsigned module = row / 8 * layout->wide + column / 8;
        uint8_t bit = (uint8_t)(0x80 >> column % 8);
        for (unsigned i = 0; i < 3; i++) {
            uint8_t level = matrix->strip.shown[led][order[i]];
            if (!level)
                continue;
            frame->colours[i][module][row % 8] |= bit;
            frame->modules[module][row % 8] |= bit;
            brightest = level > brightest ? level : brightest;
        }
    }
    frame->intensity = brightest / 16;
}

static void screen_picture(const struct matrix *matrix, struct uno_frame *frame)
{
    frame->wide = SSD1306_WIDTH / 8;
    frame->high = SSD1306_PAGES;
    for (unsigned row = 0; row < 8 * SSD1306_PAGES; row++)
        for (unsigned column = 0; column < SSD1306_WIDTH; column++)
            if (ssd1306_pixel(&matrix->screen, row, column)) {
                frame->modules[row / 8 * frame->wide + column / 8][row % 8] |= (uint8_t)(0x80 >> column % 8);
                frame->intensity = matrix->screen.contrast / 16;
            }
}

void matrix_picture(const struct matrix *matrix, struct uno_frame *frame)
{
    *frame = (struct uno_frame){.cycle = matrix->bus->avr->cycle,
                                .kind = matrix->layout.kind,
                                .wide = matrix->layout.wide,
                                .high = matrix->layout.high};
    if (matrix->layout.kind == UNO_WS2812) {
        strip_picture(matrix, frame);
        return;
    }
    if (matrix->layout.kind == UNO_SSD1306 || matrix->layout.kind == UNO_SH1106) {
        screen_picture(matrix, frame);
        return;
    }
    if (matrix->layout.kind == UNO_HT16K33) {
        ht16k33_rows(&matrix->backpack, frame->rows);
        frame->intensity = all_dark(frame->rows) ? 0 : matrix->backpack.dimming;
        return;
    }
    const struct uno_display *layout = &matrix->layout;
    for (uint8_t i = 0; i < matrix_modules(matrix); i++) {
        uint8_t digits[8], bright = max7219_brightness(&matrix->chips[i]);
        unsigned row, column;
        step_find(&walks[layout->chain & 7], layout->wide, layout->high, false, i, &row, &column);
        max7219_rows(&matrix->chips[i], digits);
        digits_turn(layout->orient, digits, frame->modules[row * layout->wide + column]);
        if (!all_dark(digits) && bright > frame->intensity)
            frame->intensity = bright;
    }
}

void matrix_log(struct matrix *matrix)
{
    matrix->frames = memory_grow(matrix->frames, matrix->count, &matrix->room, sizeof *matrix->frames);
    matrix->frames[matrix->count++] = matrix->logged = matrix->shown;
    matrix->is_unsettled = false;
    if (matrix->bus->settings.on_frame)
        matrix->bus->settings.on_frame(matrix->bus->settings.arg, &matrix->shown);
}

void matrix_update(struct matrix *matrix)
{
    struct uno_frame now;
    if (matrix->screen.refused != matrix->refused)
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "the OLED gets a byte that it does not take");
    matrix->refused = matrix->screen.refused;
    if (matrix_due(matrix))
        matrix_log(matrix);
    matrix_picture(matrix, &now);
    if (same_picture(&now, &matrix->shown))
        return;
    matrix->busy_at = now.cycle;
    matrix->shown = now;
    matrix->is_unsettled = !same_picture(&now, &matrix->logged);
}

/* ---- wires ---- */

static void cs_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct matrix *matrix = param;
    uint16_t bits = matrix->chips[0].bits;
    bool whole = true;
    (void)irq;
    wire_set(matrix->bus, UNO_WIRE_CS, matrix->bus->avr->cycle, value & 1);
    for (uint8_t i = 0; i < matrix_modules(matrix); i++)
        whole &= max7219_select(&matrix->chips[i], value & 1);
    if (!whole)
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "the MAX7219 latched 0x%04x after %u bits instead of 16",
                   matrix->chips[0].shift, bits);
    if (!(value & 1))
        return;
    if (bits && bits % 16 == 0)
        matrix->words = bits / 16;
    matrix_update(matrix);
}

void matrix_clock(struct matrix *matrix, bool din)
{
    uint32_t stray = matrix->chips[0].stray;
    if (matrix->layout.kind != UNO_MAX7219)
        return;
    for (uint8_t i = 0; i < matrix_modules(matrix); i++)
        din = max7219_clock(&matrix->chips[i], din);
    if (matrix->chips[0].stray != stray && stray == 0)
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "bits are clocked into the MAX7219 while CS is high");
}

void matrix_power_up(struct matrix *matrix)
{
    for (uint8_t i = 0; i < UNO_MODULES; i++)
        max7219_power_up(&matrix->chips[i], &matrix->chance);
    ht16k33_power_up(&matrix->backpack, &matrix->chance);
    ssd1306_power_up(&matrix->screen, &matrix->chance);
    ws2812_power_up(&matrix->strip);
}

struct slave *matrix_connect(struct matrix *matrix, uint32_t hz)
{
    struct slave *slave =
        matrix->layout.kind == UNO_HT16K33 ? &matrix->backpack.slave : &matrix->screen.slave;
    matrix->screen.is_sh1106 = matrix->layout.kind == UNO_SH1106;
    matrix->strip.hz = hz;
    matrix->strip.leds = (uint16_t)(64 * matrix_modules(matrix));
    matrix->strip.plugged = true;
    matrix->strip.latches_from = WS2812_LATCHES_FROM;
    matrix->strip.latches_by = WS2812_LATCHES_BY;
    slave->plugged = true;
    return matrix->layout.kind == UNO_MAX7219 || matrix->layout.kind == UNO_WS2812 ? NULL : slave;
}

/* The wire of a strip has been low for long enough. */
static avr_cycle_count_t strip_latch(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct matrix *matrix = param;
    const char *fault = ws2812_latch(&matrix->strip);
    (void)avr;
    (void)when;
    if (fault)
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "%s", fault);
    matrix_update(matrix);
    return 0;
}

static void strip_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct matrix *matrix = param;
    avr_t *avr = matrix->bus->avr;
    const char *fault = ws2812_edge(&matrix->strip, avr->cycle, value & 1);
    (void)irq;
    if (fault)
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "%s", fault);
    if (value & 1)
        return;
    avr_cycle_timer_register(avr, (uint64_t)matrix->strip.hz * matrix->strip.latches_by / 1000000000,
                             strip_latch, matrix);
}

void matrix_attach(struct matrix *matrix, struct bus *bus, char port, uint8_t cs)
{
    matrix->bus = bus;
    avr_irq_register_notify(avr_io_getirq(bus->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(port), cs), cs_changed,
                            matrix);
    if (matrix->layout.kind == UNO_WS2812) /* its data wire is D6 */
        avr_irq_register_notify(avr_io_getirq(bus->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ('D'), 6),
                                strip_changed, matrix);
}
