/* The watchdog's second stage, which simavr's lacks (ATmega328P datasheet, chapter 11.9.2). */
#ifndef WATCHDOG_H
#define WATCHDOG_H

#include <sim_avr.h>

/* An interrupt of the watchdog not let in by the next timeout becomes a reset, where WDE asks for one. */
void watchdog_attach(avr_t *avr);

#endif
