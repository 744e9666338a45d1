/* The push button, as the pin shows it. */
#pragma once

#include <stdbool.h>

/* Makes D2 an input with pull-up. */
void button_init(void);

/* Returns whether it is pressed now, not debounced.  Never waits; main or ISR. */
bool button_is_down(void);
