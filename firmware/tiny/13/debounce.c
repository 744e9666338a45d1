/*
 * Presses of the button, as firmware/debounce.h tells them, in a quarter of its flash: polled at each tick
 * alone.
 */
#include "firmware/debounce.h"

#include "hal/tiny/timer.h"

#define LONG   (PRESS_LONG / TICK)
#define BOUNCE (PRESS_BOUNCE / TICK)

/*
 * Ticks until the press is a long one, LONG while there is none; 0: it is, and that was told.  It starts
 * at 0, so that a button that is held at the start is no press until it has been up once.
 */
static uint8_t left;

/*
 * A press has to be steady; its end, when the contacts bounce again, has not: what follows is too short
 * to count.
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
