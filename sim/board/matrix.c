/* The display on the board's wires, and the log of its pictures. */
#include "sim/board/matrix.h"

#include "sim/board/basics.h"

#include <avr_ioport.h>

#include <string.h>

/* ---- the layout of the modules ---- */

uint8_t matrix_modules(const struct matrix *matrix)
{
    return (uint8_t)(matrix->layout.wide * matrix->layout.high);
}

/* The path of the chain through the places, for each value of `chain`. */
static const struct walk {
    bool right, bottom; /* where it starts */
    bool columns;       /* column by column, otherwise row by row */
} walks[8] = {
    {false, false, false}, {false, true, true},  {true, true, false}, {true, false, true},
    {false, false, true},  {true, false, false}, {true, true, true},  {false, true, false},
};

/* The place of a module of the chain (from 0); places are counted row by row from the top left. */
static uint8_t place_of(const struct layout *layout, uint8_t module)
{
    const struct walk *walk = &walks[layout->chain & 7];
    int side = walk->columns ? layout->high : layout->wide;
    int x = walk->columns ? module / side : module % side, y = walk->columns ? module % side : module / side;
    if (walk->right)
        x = layout->wide - 1 - x;
    if (walk->bottom)
        y = layout->high - 1 - y;
    return (uint8_t)(y * layout->wide + x);
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
    return !memcmp(a->modules, b->modules, sizeof a->modules) && a->intensity == b->intensity;
}

static bool all_dark(const uint8_t rows[8])
{
    static const uint8_t dark[8];
    return !memcmp(rows, dark, sizeof dark);
}

void matrix_picture(const struct matrix *matrix, struct uno_frame *frame)
{
    *frame = (struct uno_frame){
        .cycle = matrix->bus->avr->cycle, .wide = matrix->layout.wide, .high = matrix->layout.high};
    if (matrix->kind == UNO_HT16K33) {
        ht16k33_rows(&matrix->backpack, frame->rows);
        frame->intensity = all_dark(frame->rows) ? 0 : matrix->backpack.dimming;
        return;
    }
    for (uint8_t i = 0; i < matrix_modules(matrix); i++) {
        uint8_t digits[8], bright = max7219_brightness(&matrix->chips[i]);
        max7219_rows(&matrix->chips[i], digits);
        digits_turn(matrix->layout.orient, digits, frame->modules[place_of(&matrix->layout, i)]);
        if (!all_dark(digits) && bright > frame->intensity)
            frame->intensity = bright;
    }
}

void matrix_log(struct matrix *matrix)
{
    matrix->frames = memory_grow(matrix->frames, matrix->count, &matrix->room, sizeof *matrix->frames);
    matrix->frames[matrix->count++] = matrix->logged = matrix->shown;
    matrix->is_unsettled = false;
    if (matrix->hook)
        matrix->hook(matrix->arg, &matrix->shown);
}

void matrix_update(struct matrix *matrix)
{
    struct uno_frame now;
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

void matrix_clock(void *param, bool din)
{
    struct matrix *matrix = param;
    uint32_t stray = matrix->chips[0].stray;
    if (matrix->kind != UNO_MAX7219)
        return;
    for (uint8_t i = 0; i < matrix_modules(matrix); i++)
        din = max7219_clock(&matrix->chips[i], din);
    if (matrix->chips[0].stray != stray && stray == 0)
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "bits are clocked into the MAX7219 while CS is high");
}

void matrix_power_up(struct matrix *matrix)
{
    for (uint8_t i = 0; i < UNO_MODULES; i++)
        max7219_power_up(&matrix->chips[i]);
    ht16k33_power_up(&matrix->backpack);
}

void matrix_attach(struct matrix *matrix, struct bus *bus, char port, uint8_t cs)
{
    matrix->bus = bus;
    avr_irq_register_notify(avr_io_getirq(bus->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(port), cs), cs_changed,
                            matrix);
}
