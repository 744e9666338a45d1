/* `orient ?`: asks how the modules are mounted, and sets `orient` and `chain` by the answers. */
#ifndef ORIENT_H
#define ORIENT_H

#include <stdbool.h>
#include <stdint.h>

#define ORIENT_QUESTIONS 2 /* the second only if there are several modules */

/* The id of the setting that the current question is about; COMMANDS: there is no question. */
uint8_t orient_asked(void);

/* Sets that setting and prints it.  Returns true if the second question follows. */
bool orient_answer(uint8_t answer);

#endif
