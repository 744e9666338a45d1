/* The name of the chip, or of the host that runs the unit tests. */
#ifndef MCU_H
#define MCU_H

#ifdef __AVR__
#include "hal/avr/mcu.h"
#else
#include "hal/fake/mcu.h"
#endif

#endif
