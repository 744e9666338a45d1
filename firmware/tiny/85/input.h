/* Turns typed bytes and button presses into actions on the ATtiny85. */
#ifndef INPUT_H
#define INPUT_H

#include <stdint.h>

/* Prints the first lines, and starts the demo. */
void input_begin(void);

/* Takes received bytes and, after `ms` since the last call, button presses.  For main only. */
void input_elapse(uint8_t ms);
void input_run(void);

#endif
