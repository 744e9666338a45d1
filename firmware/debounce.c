/* The debounced button: detects short and long presses. */
#include "firmware/debounce.h"

static uint8_t steady; /* ms that the pin has differed from the accepted state */

/*
 * ms that the button has been down; 0: it is up; it stays at PRESS_LONG once that is reported.  It starts at
 * PRESS_LONG, so that a pin that is low from the start is no press until it has been high once.
 */
static uint16_t held = PRESS_LONG;

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
    if (!held || held >= PRESS_LONG)
        return PRESS_NONE;
    held = held + ms;
    if (held < PRESS_LONG)
        return PRESS_NONE;
    held = PRESS_LONG;
    return PRESS_LONG_REACHED;
}
