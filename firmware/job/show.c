/* When the display is shown what, frame by frame. */
#include "firmware/job/show.h"

#include "firmware/display/matrix.h"
#include "firmware/display/shape.h"
#include "firmware/job/kinds.h"
#include "firmware/job/picture.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/storage/settings.h"

#include <string.h>

/* A frame is pieces: its eight lines, then the control registers. */
enum { FIRST = 0, CONTROL = 8, DONE = 9 };

static uint16_t age;                       /* ms since the last frame, or since the number came */
static uint8_t number = PICTURE_NO_NUMBER; /* shown instead of all else */

static struct {
    uint8_t piece : 4;            /* the next one */
    bool again : 1;               /* what is shown has changed since the frame began */
    bool ready : 1;               /* a ms has passed since the last piece */
    enum picture_stage stage : 2; /* of the move that is shown */
} frame;

uint8_t show_shape(void)
{
    return matrix_has_chain() ? settings.modules : 0;
}

void show_changed(void)
{
    if (frame.piece >= DONE)
        frame.piece = FIRST;
    else
        frame.again = true;
}

void show_number(uint8_t shown)
{
    number = shown;
    age = 0;
    show_changed();
}

void show_elapse(uint8_t ms)
{
    if (ms)
        frame.ready = true;
    age = age + ms;
    if (age >= (job_runs() && (job.is_counting || job.kind == KIND_COMPLETE) && number == PICTURE_NO_NUMBER
                    ? PICTURE_BEAT
                    : SHOW_MOMENT)) {
        number = PICTURE_NO_NUMBER;
        show_changed();
    }
    if (job_runs() && job_has(TRAIT_IS_STEPWISE) && frame.stage != picture_stage())
        show_changed();
}

/* One line of all modules, the end of the chain first. */
NOINLINE_FOR_STACK static void send_line(const struct picture *picture, uint8_t digit)
{
    matrix_begin(digit);
    for (uint8_t index = picture->modules; index--;)
        matrix_put(digit, picture_digit(picture, index, digit));
    matrix_end();
}

/* A board on the only module: the whole frame in 900 cycles, as a fast line wants it. */
NOINLINE_FOR_STACK static void send_small(void)
{
    uint8_t digits[8];
    picture_module(digits);
    matrix_rows(digits);
    matrix_control(settings.bright, 1);
    frame.piece = DONE;
}

/* All LEDs at once take more current than a USB port gives: they are dimmed before they are lit. */
static void send_piece(const struct picture *picture, uint8_t piece)
{
    uint8_t modules = picture->modules;
    bool full = picture_is_full(modules);
    uint8_t bright = full ? 0 : settings.bright;
    if (piece == CONTROL) {
        matrix_control(bright, modules);
        return;
    }
    if (full)
        matrix_dim(0, modules);
    send_line(picture, piece);
}

bool show_runs(void)
{
    return frame.piece < DONE;
}

/* Begins a frame: what it shows counts as shown from now on. */
static void begin_frame(void)
{
    if (job_has(TRAIT_IS_STEPWISE))
        frame.stage = picture_stage();
    if (number == PICTURE_NO_NUMBER)
        age = 0;
}

static void end_frame(void)
{
    frame.piece = frame.again ? FIRST : DONE;
    frame.again = false;
}

/* Pieces until the budget is spent. */
NOINLINE_FOR_STACK static void send_pieces(void)
{
    struct picture picture;
    picture_begin(&picture, show_shape(), number);
    uint8_t left = matrix_budget();
    do {
        send_piece(&picture, frame.piece);
        left = left > picture.modules ? (uint8_t)(left - picture.modules) : 0;
    } while (++frame.piece < DONE && left >= picture.modules);
}

/* May a piece go out now?  That of several modules, or for a slow bus, waits for the next ms. */
static bool may_send(void)
{
    return frame.ready || (!settings.modules && matrix_has_chain());
}

NOINLINE_FOR_STACK bool show_run(void)
{
    if (!show_runs() || !may_send())
        return false;
    frame.ready = false;
    if (frame.piece == FIRST)
        begin_frame();
    if (frame.piece == FIRST && picture_is_small(settings.modules, number) && matrix_has_chain())
        send_small();
    else
        send_pieces();
    if (!show_runs())
        end_frame();
    return true;
}
