/* Text on the serial line: characters, texts from flash, numbers. */
#ifndef PRINT_H
#define PRINT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * All of these wait (asleep) while the sending ring is full, a byte time for each byte that does not fit: a
 * line of 80 characters takes 7 ms at 115200 baud at the most.  print_big reckons, too: 1.3 ms for a number
 * of four bytes, 10 for one of eight.  For main only.
 */
void print_char(char c);
void print_flash(const char *text);           /* text in flash: print_flash(FLASH_TEXT("ok")) */
void print_nth(const char *texts, uint8_t n); /* text n of several in flash, each ended by a NUL */
void print_text(const char *text);            /* text in RAM */
void print_number(uint16_t number);

/* A number of `size` bytes, 1 to 8, that lies in RAM: passed as a uint64_t it would take eight bytes of
 * stack. */
void print_big(const void *number, uint8_t size);

/* A number of things, `noun` being a space and one in flash: `1 solution`, `92 solutions`. */
void print_count(const uint64_t *number, const char *noun);

/* Ends the line: CRLF. */
void print_end(void);

/* Is a line begun: does the cursor stand behind the first column? */
bool print_begun(void);

/* Ends the line if one was begun, so that the next text starts in the first column. */
void print_fresh(void);

/* Marks the line as the one with the prompt; the next character that is printed takes the mark away. */
void print_mark(void);
bool print_marked(void);

#endif
