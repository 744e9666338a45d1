/*
 * Constants that stay in flash: the chip reads them with special instructions, a host like any other
 * constant.
 */
#ifndef FLASH_H
#define FLASH_H

#ifdef __AVR__
#include "hal/avr/flash.h"
#else
#include "hal/fake/flash.h"
#endif

#endif
