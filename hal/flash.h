/* Constants that stay in flash: the chip reads them with special instructions, a host like any other. */
#pragma once

#ifdef __AVR__
#include "hal/avr/flash.h"
#else
#define FLASH
#define FLASH_GAP
#define FLASH_TEXT(s) (s)
#define flash_byte(p) (*(p))
#define flash_word(p) (*(p))
#define flash_long(p) (*(p))
#endif
