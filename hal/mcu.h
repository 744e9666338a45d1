/* What the chip, or the host that stands in for it, is called. */
#ifndef MCU_H
#define MCU_H

#ifdef __AVR__
#include "hal/avr/mcu.h"
#else
#include "hal/fake/mcu.h"
#endif

#endif
