/* What the bit clock's interrupt and its users share. */
#ifndef TIMER_H
#define TIMER_H

#define TIMER_BITS 48 /* of the line, a tick: 5 ms at 9600 baud, exactly */
#define TICK       5  /* ms */

#endif
