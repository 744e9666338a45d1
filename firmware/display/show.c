/* Sends frames to the display when they are due. */
#include "firmware/display/show.h"

#include "firmware/display/matrix.h"
#include "firmware/noinline.h"

#define NO_NUMBER 0xff

static uint8_t number = NO_NUMBER; /* shown instead of the scene */
static uint8_t step;               /* the next one of the frame */

static struct {
    uint16_t age : 11;  /* ms since the last frame, or since the number appeared */
    uint16_t phase : 2; /* of blinking */
    uint16_t again : 1; /* the scene has changed since the frame began */
    uint16_t ready : 1; /* the pause after the last step of a frame has passed */
    uint16_t sent : 1;  /* a frame of a strip has ended: the ms that pass until now were its own */
} frame;

bool show_runs(void)
{
    return step != MATRIX_DONE;
}

void show_changed(void)
{
    if (show_runs())
        frame.again = true;
    else
        step = 0;
}

void show_number(uint8_t shown)
{
    number = shown;
    frame.age = frame.age & (matrix_pause - 1U) & 0x7ffU; /* the pause does not begin again */
    show_changed();
}

void show_elapse(uint8_t ms, uint8_t phase)
{
    if (matrix_is_strip && frame.sent) {
        frame.sent = false;
        ms = 0;
    }
    uint16_t age = frame.age + ms;
    if ((age ^ frame.age) & (uint16_t)-matrix_pause) /* a multiple of the pause has been reached */
        frame.ready = true;
    frame.age = age & 0x7ffU;
    if (age >= SHOW_NUMBER_MS) {
        number = NO_NUMBER;
        show_changed();
    }
    if (frame.phase != phase) {
        frame.phase = phase & 3U;
        show_changed();
    }
}

bool show_is_due(uint8_t shape)
{
    return show_runs() && (frame.ready || (matrix_is_quick && !shape));
}

NOINLINE_FOR_STACK bool show_run(struct scene *scene)
{
    if (number != NO_NUMBER && scene->content != SCENE_TEST && scene->content != SCENE_LETTER) {
        scene->content = SCENE_NUMBER;
        scene->shown = number;
    }
    if (!step && number == NO_NUMBER)
        frame.age = 0;
    frame.ready = false;
    if (matrix_is_strip) { /* its pause begins now; a number ages by whole pauses */
        frame.age = frame.age & (uint16_t)-matrix_pause & 0x7ffU;
        frame.sent = true;
    }
    step = matrix_send(scene, step);
    if (!show_runs() && frame.again) {
        frame.again = false;
        step = 0;
    }
    return true;
}
