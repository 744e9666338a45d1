/* Constants that stay in flash, on the chip. */
#ifndef FLASH_H
#define FLASH_H

#include <avr/pgmspace.h>

#define FLASH               PROGMEM
#define FLASH_TEXT(s)       PSTR(s)
#define flash_byte(p)       pgm_read_byte(p)
#define flash_word(p)       pgm_read_word(p)
#define flash_text(p)       ((const char *)pgm_read_ptr(p)) /* a pointer to text in flash, itself kept in flash */
#define flash_compare(s, f) strcmp_P(s, f)                  /* text in RAM, text in flash */

#endif
