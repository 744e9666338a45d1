/*
 * Constants that stay in flash: on the chip they are read by instructions of their own, on a host like any
 * other.
 */
#ifndef FLASH_H
#define FLASH_H

#ifdef __AVR__
#include "hal/avr/flash.h"
#else
#include "hal/fake/flash.h"
#endif

#endif
