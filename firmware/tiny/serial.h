/* Text on the serial line: characters, and texts from flash. */
#ifndef SERIAL_H
#define SERIAL_H

#include "hal/flash.h"

#include <stdint.h>

/* All functions sleep until the serial line is free: 1 ms for each byte at 9600 baud.  For main only. */
void serial_char(char c);
void serial_text(const char *text); /* in flash: serial_text(FLASH_TEXT("ok")) */
void serial_end(void);              /* CRLF */

#endif
