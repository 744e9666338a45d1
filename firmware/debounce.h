/* The button, debounced: presses, short or long, out of a pin that bounces. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

#define PRESS_BOUNCE 20   /* ms that the pin must be steady */
#define PRESS_LONG   1000 /* ms that a long press takes */

enum press { PRESS_NONE, PRESS_SHORT, PRESS_LONG_REACHED };

/*
 * To be called with the state of the pin and the ms since the last call, at least every 100 ms.  A short
 * press is told when the button is let go, a long one as soon as it has lasted long enough.  Never waits; for
 * main only.
 */
enum press debounce_poll(bool down, uint8_t ms);

#endif
