/* Texts in flash: one behind the other, with words that they share. */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

/* Text n of several, each ended by a NUL: they need no table of pointers. */
const char *text_nth(const char *texts, uint8_t n);

/*
 * A character from 0x80 on stands for a word of this list, the spaces around it and all: print_flash puts it in.
 * So the commands and their choices, which lead the list, can be named in a text for a byte each, and what comes
 * twice or more lies in flash once: 350 bytes less, the 40 that it takes to print them counted.
 */
const char *text_word(uint8_t n); /* in command.c */

#define TEXT_WORD 0x80

/* A literal can't be computed, so each number is written out; tests/unit/print.c holds them against the list. */

#define T_SOLVE       "\x80"
#define T_FUNDAMENTAL "\x81"
#define T_SEARCH      "\x84"
#define T_BRIGHT      "\x8a"
#define T_SAVE        "\x8f"
#define T_SETTINGS    "\x91"
#define T_HELP        "\x92"
#define T_LIST        "\x96"
#define T_BOARD       "\x99"

#define TEXT_FIRST_SHARED (0x9e - TEXT_WORD)

/* Those that are no word of a line; the list ends with them. */
#define TEXT_SHARED                                                                                          \
    " solution\0"                                                                                            \
    "the \0"                                                                                                 \
    " column\0"                                                                                              \
    " of \0"                                                                                                 \
    " reset\0"                                                                                               \
    "command\0"                                                                                              \
    "matrix\0"                                                                                               \
    "turns and mirrors\0"                                                                                    \
    " over \0"                                                                                               \
    "unknown\0"                                                                                              \
    "each \0"                                                                                                \
    " too \0"                                                                                                \
    "number\0"                                                                                               \
    "memory\0"                                                                                               \
    " is missing\0"                                                                                          \
    " a \0"                                                                                                  \
    " once more\0"                                                                                           \
    "row\0"                                                                                                  \
    " queens \0"                                                                                             \
    "line\0"                                                                                                 \
    "move\0"                                                                                                 \
    "how \0"                                                                                                 \
    " it"

#define T_SOLUTION   "\x9e"
#define T_THE        "\x9f"
#define T_COLUMN     "\xa0"
#define T_OF         "\xa1"
#define T_RESET      "\xa2"
#define T_COMMAND    "\xa3"
#define T_MATRIX     "\xa4"
#define T_TURNS      "\xa5"
#define T_OVER       "\xa6"
#define T_UNKNOWN    "\xa7"
#define T_EACH       "\xa8"
#define T_TOO        "\xa9"
#define T_NUMBER     "\xaa"
#define T_MEMORY     "\xab"
#define T_IS_MISSING "\xac"
#define T_A          "\xad"
#define T_ONCE_MORE  "\xae"
#define T_ROW        "\xaf"
#define T_QUEENS     "\xb0"
#define T_LINE       "\xb1"
#define T_MOVE       "\xb2"
#define T_HOW        "\xb3"
#define T_IT         "\xb4"

#endif
