/* The debounced button: detects short and long presses. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PRESS_BOUNCE 20   /* ms that the pin must be steady */
#define PRESS_LONG   1000 /* ms that a long press takes */
#define PRESS_HELD   3000 /* ms after which it is one that is held */

enum __attribute__((packed)) press { PRESS_NONE, PRESS_SHORT, PRESS_LONG_REACHED, PRESS_HELD_REACHED };

/*
 * Call it with the state of the pin and the ms since the last call, at least every 100 ms.  It reports a
 * short press when the button is released, a long one when it has lasted PRESS_LONG, and again at PRESS_HELD.
 * Never waits.
 */
enum press debounce_poll(bool down, uint8_t ms);
