/* The name of the chip. */
#ifndef AVR_MCU_H
#define AVR_MCU_H

#include <avr/io.h>

#if defined __AVR_ATmega328P__
#define MCU_NAME "ATmega328P"
#elif defined __AVR_ATmega2560__
#define MCU_NAME "ATmega2560"
#elif defined __AVR_ATmega32U4__
#define MCU_NAME "ATmega32U4"
#elif defined __AVR_ATtiny13A__
#define MCU_NAME "ATtiny13A"
#elif defined __AVR_ATtiny85__
#define MCU_NAME "ATtiny85"
#else
#error "no name for this chip"
#endif

#endif
