/*
 * Detects presses of the button, as firmware/debounce.h describes, in a quarter of its flash: it polls only
 * at each tick.
 */
#include "firmware/debounce.h"

#include "hal/tick.h"

#define LONG   (PRESS_LONG / TICK)
#define BOUNCE (PRESS_BOUNCE / TICK)

/*
 * Ticks until the press is a long one; LONG: there is no press; 0: a long press has been reported.  It starts
 * at 0, so that a button that is down at the start is no press until it has been up once.
 */
static uint8_t left;

/*
 * A press must be steady.  Its end need not be: when the contacts bounce then, the closed periods are too
 * short to be a press.
 */
enum press debounce_poll(bool down, uint8_t ms)
{
    (void)ms;
    if (!down) {
        uint8_t was = left;
        left = LONG;
        return was && was <= LONG - BOUNCE ? PRESS_SHORT : PRESS_NONE;
    }
    if (!left)
        return PRESS_NONE;
    return --left ? PRESS_NONE : PRESS_LONG_REACHED;
}
