/* The debounced button: detects short and long presses. */
#include "firmware/debounce.h"

static uint8_t steady; /* ms that the pin has differed from the accepted state */

/*
 * ms that the button has been down; 0: it is up; it stays at PRESS_HELD once that is reported.  It starts at
 * PRESS_HELD, so that a pin that is low from the start is no press until it has been high once.
 */
static uint16_t held = PRESS_HELD;

enum press debounce_poll(bool down, uint8_t ms)
{
    steady = down == (held > 0) ? 0 : steady + ms;
    if (steady >= PRESS_BOUNCE) {
        /* Accept the new state of the pin. */
        enum press press = !down && held < PRESS_LONG ? PRESS_SHORT : PRESS_NONE;
        steady = 0;
        held = down;
        return press;
    }
    if (!held || held >= PRESS_HELD)
        return PRESS_NONE;
    bool was_long = held >= PRESS_LONG;
    held = held + ms;
    if (held >= PRESS_HELD) {
        held = PRESS_HELD;
        return PRESS_HELD_REACHED;
    }
    return held >= PRESS_LONG && !was_long ? PRESS_LONG_REACHED : PRESS_NONE;
}
