/* The application: what is typed, pressed and elapsed becomes what is done. */
#ifndef APP_H
#define APP_H

#include <stdbool.h>
#include <stdint.h>

/* Settings, first frame, banner, prompt. */
void app_begin(void);

/* `ms` have passed; the button is, or is not, down. */
void app_elapse(uint8_t ms, bool button);

/*
 * Takes what was typed, then does a bounded part of whatever is to be done.  True when there is more to do at
 * once; false when all waits for time, for input, or for the line to take more.
 * Blocks for about 10 ms at the most, and is to be called at least every 100.
 */
bool app_run(void);

/* ms for which nothing will be due if nothing is typed, up to APP_NAP; 0: it waits for the line. */
uint8_t app_nap(void);

#define APP_NAP 8

#endif
