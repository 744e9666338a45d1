/* Sends frames to the display when they are due. */
#include "firmware/display/show.h"

#include "firmware/display/matrix.h"
#include "firmware/display/shape.h"
#include "firmware/display/view.h"
#include "firmware/noinline.h"

/* A frame consists of chunks: its eight rows, then the control registers. */
enum { FIRST = 0, CONTROL = 8, DONE = 9 };

static uint16_t age;                       /* ms since the last frame, or since the number appeared */
static uint8_t number = PICTURE_NO_NUMBER; /* shown instead of the scene */

static struct {
    uint8_t chunk : 4;          /* the next chunk */
    bool again : 1;             /* the scene has changed since the frame began */
    bool ready : 1;             /* a ms has passed since the last chunk */
    enum scene_phase phase : 2; /* of the scene that is shown */
} frame;

void show_changed(void)
{
    if (frame.chunk >= DONE)
        frame.chunk = FIRST;
    else
        frame.again = true;
}

void show_number(uint8_t shown)
{
    number = shown;
    age = 0;
    show_changed();
}

void show_elapse(uint8_t ms, uint8_t phase)
{
    if (ms)
        frame.ready = true;
    age = age + ms;
    if (age >= SHOW_NUMBER_MS) {
        number = PICTURE_NO_NUMBER;
        show_changed();
    }
    if (frame.phase != phase)
        show_changed();
}

bool show_runs(void)
{
    return frame.chunk < DONE;
}

bool show_is_due(uint8_t shape)
{
    return show_runs() && (frame.ready || (!shape && matrix_has_chain()));
}

/*
 * Sends one row of all modules, all rows of the only module, or the control registers.  All LEDs together
 * take more current than a USB port supplies: dims them before it lights them.
 */
static void send_chunk(struct scene *scene, uint8_t chunk)
{
    uint8_t modules = scene->modules;
    bool is_full = scene->content == SCENE_TEST && (uint16_t)scene->number + 1U >= VIEW_TEST_STEPS(modules);
    uint8_t bright = is_full ? 0 : scene->bright;
    if (chunk == CONTROL) {
        matrix_control(bright, modules);
        return;
    }
    if (is_full)
        matrix_dim(0, modules);
    if (modules == 1 && matrix_has_chain()) {
        uint8_t digits[8];
        /* Compute all rows first, so that they change within 400 cycles. */
        for (uint8_t digit = 0; digit < 8; digit++)
            digits[digit] = picture_digit(scene, 0, digit);
        matrix_rows(digits);
        frame.chunk = CONTROL - 1;
        return;
    }
    matrix_begin(chunk);
    for (uint8_t index = modules; index--;) /* the end of the chain first */
        matrix_put(chunk, picture_digit(scene, index, chunk));
    matrix_end();
}

void show_run(struct scene *scene)
{
    uint8_t left = matrix_budget();
    picture_begin(scene, number);
    frame.ready = false;
    if (frame.chunk == FIRST) {
        frame.phase = scene->phase;
        if (number == PICTURE_NO_NUMBER)
            age = 0;
    }
    do {
        send_chunk(scene, frame.chunk);
        left = left > scene->modules ? (uint8_t)(left - scene->modules) : 0;
    } while (++frame.chunk < DONE && left >= scene->modules);
    if (!show_runs()) {
        frame.chunk = frame.again ? FIRST : DONE;
        frame.again = false;
    }
}

void show_board(const struct board *board, uint8_t orient, uint8_t bright)
{
    uint8_t digits[8];
    view_module(digits, board, shape_turn(orient));
    matrix_rows(digits);
    matrix_control(bright, 1);
    frame.chunk = DONE;
}
