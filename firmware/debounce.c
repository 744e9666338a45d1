/* The debounced button: detects short and long presses. */
#include "firmware/debounce.h"

static uint8_t steady; /* ms that the pin has differed from the accepted state */

/*
 * ms that the button has been down; 0: it is up; it stays at PRESS_LONG once that is reported.  It starts at
 * PRESS_LONG, so that a pin that is low from the start is no press until it has been high once.
 */
static uint16_t held = PRESS_LONG;

/*@ predicate press_sound = steady < PRESS_BOUNCE && held <= PRESS_LONG; */

/*@ requires press_sound && ms <= 100;
    assigns steady, held;
    ensures press_sound;
    ensures (held > 0) != (\old(held) > 0) <==>
        (down != 0) != (\old(held) > 0) && \old(steady) + ms >= PRESS_BOUNCE;
    ensures \result == PRESS_SHORT ==> !down && 0 < \old(held) < PRESS_LONG && held == 0;
    ensures \result == PRESS_LONG_REACHED ==> 0 < \old(held) < PRESS_LONG && held == PRESS_LONG;
    ensures PRESS_NONE <= \result <= PRESS_LONG_REACHED; */
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
