/* The debounced button: detects short and long presses. */
#include "firmware/debounce.h"

static uint8_t steady; /* ms that the pin has differed from the accepted state */

/*
 * ms that the button has been down; 0: it is up; it stays at PRESS_LONG once that is reported.  It starts at
 * PRESS_LONG, so that a pin that is low from the start is no press until it has been high once.
 */
static uint16_t held = PRESS_LONG;

/*@ predicate press_sound = steady < PRESS_BOUNCE && held <= PRESS_LONG; */

/* Returns whether the pin has differed long enough to accept its state. */
/*@ requires press_sound && ms <= 100;
    assigns steady;
    ensures press_sound;
    ensures \result <==> (down != 0) != (held > 0) && \old(steady) + ms >= PRESS_BOUNCE; */
static bool changed(bool down, uint8_t ms)
{
    if (down == (held > 0)) {
        steady = 0;
        return false;
    }
    steady = steady + ms;
    if (steady < PRESS_BOUNCE)
        return false;
    steady = 0;
    return true;
}

/*@ requires press_sound && ms <= 100;
    assigns steady, held;
    ensures press_sound;
    ensures \result == PRESS_SHORT ==> !down && 0 < \old(held) < PRESS_LONG && held == 0;
    ensures \result == PRESS_LONG_REACHED ==> 0 < \old(held) < PRESS_LONG && held == PRESS_LONG;
    ensures PRESS_NONE <= \result <= PRESS_LONG_REACHED; */
enum press debounce_poll(bool down, uint8_t ms)
{
    if (changed(down, ms)) {
        enum press press = !down && held < PRESS_LONG ? PRESS_SHORT : PRESS_NONE;
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
