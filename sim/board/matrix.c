/* The display on the board's wires, and the log of the pictures that stood on it. */
#include "sim/board/matrix.h"

#include <avr_ioport.h>

#include <stdlib.h>
#include <string.h>

void matrix_log(struct matrix *matrix)
{
    if (matrix->count == matrix->room) {
        matrix->room = matrix->room ? 2 * matrix->room : 256;
        matrix->frames = realloc(matrix->frames, matrix->room * sizeof *matrix->frames);
        if (!matrix->frames)
            abort();
    }
    matrix->frames[matrix->count++] = matrix->logged = matrix->shown;
    matrix->unsettled = false;
    if (matrix->hook)
        matrix->hook(matrix->arg, &matrix->shown);
}

static bool same_picture(const struct uno_frame *a, const struct uno_frame *b)
{
    return !memcmp(a->rows, b->rows, sizeof a->rows) && a->intensity == b->intensity;
}

void matrix_update(struct matrix *matrix)
{
    static const struct uno_frame dark;
    struct uno_frame now = {.cycle = matrix->bus->avr->cycle};

    if (matrix_due(matrix))
        matrix_log(matrix);
    max7219_rows(&matrix->chip, now.rows);
    if (memcmp(now.rows, dark.rows, sizeof now.rows))
        now.intensity = max7219_brightness(&matrix->chip);
    if (same_picture(&now, &matrix->shown))
        return;
    matrix->busy_at = now.cycle;
    matrix->shown = now;
    matrix->unsettled = !same_picture(&now, &matrix->logged);
}

static void cs_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct matrix *matrix = param;
    uint8_t bits = matrix->chip.bits;

    (void)irq;
    wire_set(matrix->bus, UNO_WIRE_CS, matrix->bus->avr->cycle, value & 1);
    if (!max7219_select(&matrix->chip, value & 1))
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "the MAX7219 latched 0x%04x after %u bits instead of 16",
                   matrix->chip.shift, bits);
    matrix_update(matrix);
}

void matrix_clock(void *param, bool din)
{
    struct matrix *matrix = param;
    uint32_t stray = matrix->chip.stray;

    max7219_clock(&matrix->chip, din);
    if (matrix->chip.stray != stray && stray == 0)
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "bits are clocked into the MAX7219 while CS is high");
}

void matrix_reset(struct matrix *matrix)
{
    matrix->chip.excused = !matrix->chip.cs;
}

void matrix_power_up(struct matrix *matrix)
{
    max7219_power_up(&matrix->chip);
    matrix->chip.cs = false;
}

void matrix_attach(struct matrix *matrix, struct bus *bus, char port, uint8_t cs)
{
    matrix->bus = bus;
    avr_irq_register_notify(avr_io_getirq(bus->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(port), cs), cs_changed,
                            matrix);
}

void matrix_free(struct matrix *matrix)
{
    free(matrix->frames);
}
