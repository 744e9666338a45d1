/* The application: turns typed bytes, button presses and elapsed time into actions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Loads the settings, sends the first frame, prints the banner and the prompt. */
void app_begin(void);

/* `ms` have passed since the last call; `button`: it is down now. */
void app_elapse(uint8_t ms, bool button);

/*
 * Takes the input, then does a bounded amount of work.  Returns true if more can be done at once; false if
 * everything waits for time, for input, or for space in the transmit ring.  Blocks for at most about 10 ms.
 * Call it at least every 100 ms.
 */
bool app_run(void);

/* ms until something is due without input, up to APP_IDLE_MAX; APP_IS_SENDING: it waits for the line. */
uint8_t app_idle_ms(void);

#define APP_IDLE_MAX   8
#define APP_IS_SENDING 0
