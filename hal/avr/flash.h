/* Constants that stay in flash, on the chip. */
#pragma once

#include <avr/pgmspace.h>

#define FLASH PROGMEM
/* The same, for one constant of at most 94 bytes: it fills the gap before the tables that start a page. */
#define FLASH_GAP     __attribute__((section(".progmem.gcc.gap")))
#define FLASH_TEXT(s) PSTR(s)
#define flash_byte(p) pgm_read_byte(p)
#define flash_word(p) pgm_read_word(p)
#define flash_long(p) pgm_read_dword(p)
