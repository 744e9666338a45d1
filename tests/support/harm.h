/* What is done to a running chip, to see whether it comes back. */
#ifndef HARM_H
#define HARM_H

#include "sim/board/uno.h"

/* No fault ends a test any more: the chip continues as real silicon would. */
void harm_tolerated(struct uno *uno);

void harm_hang_with_interrupts(struct uno *uno);
void harm_hang_without_interrupts(struct uno *uno);
void harm_stop_the_tick(struct uno *uno);
void harm_change_the_rate(struct uno *uno);
void harm_jump_to_the_start(struct uno *uno);
void harm_jump_into_empty_flash(struct uno *uno);
void harm_interrupt_without_handler(struct uno *uno);
void harm_overflow_the_stack(struct uno *uno);

#endif
