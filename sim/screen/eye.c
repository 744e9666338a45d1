/* The brightness of each LED as the eye sees it: pictures in fast succession blend. */
#include "sim/screen/eye.h"

#include <string.h>

/* At intensity i, the MAX7219 turns an LED on for (2i + 1) / 32 of the time (datasheet, table 7). */
static double duty_of(const struct uno_frame *frame, unsigned i)
{
    unsigned width = uno_frame_width(frame);
    return uno_frame_led(frame, i / width, i % width) ? (2 * frame->intensity + 1) / 32.0 : 0;
}

static unsigned leds_of(const struct uno_frame *frame)
{
    return uno_frame_width(frame) * uno_frame_height(frame);
}

/* Adds the light of the current picture up to this cycle. */
static void light_add(struct eye *eye, uint64_t cycle)
{
    uint64_t from = eye->now.cycle > eye->since ? eye->now.cycle : eye->since;
    for (unsigned i = 0; i < leds_of(&eye->now) && cycle > from; i++)
        eye->light[i] += duty_of(&eye->now, i) * (double)(cycle - from);
}

void eye_frame(struct eye *eye, const struct uno_frame *frame)
{
    light_add(eye, frame->cycle);
    eye->now = *frame;
}

void eye_glance(struct eye *eye, uint64_t cycle, double duty[UNO_LEDS])
{
    light_add(eye, cycle);
    for (unsigned i = 0; i < leds_of(&eye->now); i++)
        duty[i] = cycle > eye->since ? eye->light[i] / (double)(cycle - eye->since) : duty_of(&eye->now, i);
    memset(eye->light, 0, sizeof eye->light);
    eye->since = cycle;
}
