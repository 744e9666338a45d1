/* The name of the chip, or of the host that runs the unit tests, and the flash that a boot loader leaves. */
#pragma once

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
#elif !defined __AVR__
#define MCU_NAME "host"
#ifndef F_CPU
#define F_CPU 16000000UL
#endif
#else
#error "no name for this chip"
#endif

/*
 * NQUEENS_OLD_LOADER: the board may have the old boot loader, ATmegaBOOT_168, which leaves 30,720 bytes of
 * flash: a Nano, a Duemilanove.  firmware.mk defines it; the Arduino IDE defines the board.
 */
#if defined ARDUINO && defined __AVR_ATmega328P__ && !defined ARDUINO_AVR_UNO
#define NQUEENS_OLD_LOADER
#endif
