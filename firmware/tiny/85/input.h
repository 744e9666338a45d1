/* What is typed and pressed on the ATtiny85 becomes what is done. */
#ifndef INPUT_H
#define INPUT_H

#include <stdint.h>

/* Says the first lines, and starts the demo. */
void input_begin(void);

/* Takes what has come over the line, and with `ms` the presses of the button.  For main only. */
void input_elapse(uint8_t ms);
void input_run(void);

#endif
