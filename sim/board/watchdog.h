/* The watchdog's second stage, which simavr's lacks (ATmega328P datasheet, chapter 11.9.2). */
#ifndef WATCHDOG_H
#define WATCHDOG_H

#include <sim_avr.h>

/* If the interrupt of the watchdog has not run at the next timeout, and WDE is set, the chip is reset. */
void watchdog_attach(avr_t *avr);

#endif
