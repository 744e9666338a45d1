/* Text on the serial line: characters, texts from flash, numbers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * All functions sleep while the transmit ring is full: at most 7 ms for a line of 80 characters at 115200
 * baud.  print_big also computes for 1.3 ms with a number of four bytes, and for 10 ms with one of eight.
 */
void print_char(char c);
void print_flash(const char *text);           /* text in flash: print_flash(FLASH_TEXT("ok")) */
void print_nth(const char *texts, uint8_t n); /* text n of a list */
void print_number(uint16_t number);

/*
 * Returns text n of a list of texts in flash, each ended by a NUL, which need no table of pointers.  Takes 8
 * cycles for each character before it.
 */
const char *text_nth(const char *texts, uint8_t n);

/* Prints a number of `size` bytes, 1 to 8, that is in RAM: passed as a uint64_t it would take eight bytes of
 * stack. */
void print_big(const void *number, uint8_t size);

/* Prints a number with a noun; `noun` is a space and the singular, in flash: `1 solution`, `92 solutions`. */
void print_count(const uint64_t *number, const char *noun);

/* Ends the line: CRLF. */
void print_end(void);

/* Returns whether the cursor is after the first column. */
bool print_is_begun(void);

/* Ends the line if one is begun, so that the next text starts in the first column. */
void print_ensure_newline(void);

/* Marks the line as the one with the prompt; the next printed character removes the mark. */
void print_mark_prompt(void);
bool print_has_prompt(void);
