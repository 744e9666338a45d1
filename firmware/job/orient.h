/* `orient ?`: asks how the modules are mounted, and sets `orient` and `chain` by the answers. */
#ifndef ORIENT_H
#define ORIENT_H

#include <stdbool.h>
#include <stdint.h>

#define ORIENT_QUESTIONS 2 /* the second only where there are several modules */

/* The id of the setting for which an answer is awaited; COMMANDS: none is. */
uint8_t orient_asked(void);

/* Sets that setting and prints it.  True when the second question follows. */
bool orient_answer(uint8_t answer);

#endif
