/* Text on the serial line: characters, texts from flash, small numbers. */
#ifndef SAY_H
#define SAY_H

#include "hal/flash.h"

#include <stdint.h>

/* All functions sleep until the serial line is free: 1 ms for each byte at 9600 baud.  For main only. */
void say_char(char c);
void say_text(const char *text); /* in flash: say_text(FLASH_TEXT("ok")) */
void say_number(uint8_t number);
void say_end(void); /* CRLF */

#endif
