/* Shared by the bit clock's interrupt and its users. */
#ifndef TIMER_H
#define TIMER_H

#define TIMER_BITS 48 /* serial bits per tick: exactly 5 ms at 9600 baud */
#define TICK       5  /* ms */

#endif
