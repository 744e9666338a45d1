/* Constants that are in flash on the chip; a host has one memory for all. */
#ifndef FAKE_FLASH_H
#define FAKE_FLASH_H

#define FLASH
#define FLASH_GAP
#define FLASH_TEXT(s) (s)
#define flash_byte(p) (*(p))
#define flash_word(p) (*(p))
#define flash_long(p) (*(p))

#endif
