/* The log of the pictures that stood on the matrix. */
#include "sim/board/inside.h"

#include <stdlib.h>
#include <string.h>

void frame_log(struct uno *uno)
{
    if (uno->frame_count == uno->frame_room) {
        uno->frame_room = uno->frame_room ? 2 * uno->frame_room : 256;
        uno->frames = realloc(uno->frames, uno->frame_room * sizeof *uno->frames);
        if (!uno->frames)
            abort();
    }
    uno->frames[uno->frame_count++] = uno->logged = uno->shown;
    uno->unsettled = false;
    if (uno->frame_hook)
        uno->frame_hook(uno->frame_arg, &uno->shown);
}

static bool same_picture(const struct uno_frame *a, const struct uno_frame *b)
{
    return !memcmp(a->rows, b->rows, sizeof a->rows) && a->intensity == b->intensity;
}

bool settled(const struct uno *uno)
{
    return uno->unsettled && uno->avr->cycle - uno->shown.cycle >= uno->settle;
}

void picture_update(struct uno *uno)
{
    static const struct uno_frame dark;
    struct uno_frame now = {.cycle = uno->avr->cycle};

    if (settled(uno))
        frame_log(uno);
    max7219_rows(&uno->matrix, now.rows);
    if (memcmp(now.rows, dark.rows, sizeof now.rows))
        now.intensity = max7219_brightness(&uno->matrix);
    if (same_picture(&now, &uno->shown))
        return;
    uno->busy_at = now.cycle;
    uno->shown = now;
    uno->unsettled = !same_picture(&now, &uno->logged);
}

void cs_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct uno *uno = param;
    uint8_t bits = uno->matrix.bits;

    (void)irq;
    wire_set(uno, UNO_WIRE_CS, uno->avr->cycle, value & 1);
    if (!max7219_select(&uno->matrix, value & 1))
        fault_note(uno, UNO_FAULT_MATRIX, "the MAX7219 latched 0x%04x after %u bits instead of 16",
                   uno->matrix.shift, bits);
    picture_update(uno);
}

struct max7219 *uno_matrix(struct uno *uno)
{
    return &uno->matrix;
}

void uno_rows(const struct uno *uno, uint8_t rows[8])
{
    max7219_rows(&uno->matrix, rows);
}

const struct uno_frame *uno_frames(struct uno *uno, size_t *count)
{
    picture_update(uno);
    *count = uno->frame_count;
    return uno->frames;
}

void uno_forget_frames(struct uno *uno)
{
    uno->frame_count = 0;
}

void uno_settle(struct uno *uno, uint64_t cycles)
{
    uno->settle = cycles;
}

void uno_on_frame(struct uno *uno, void (*hook)(void *arg, const struct uno_frame *frame), void *arg)
{
    uno->frame_hook = hook;
    uno->frame_arg = arg;
}
