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
#define T_SAVE        "\x8e"
#define T_SETTINGS    "\x90"
#define T_HELP        "\x91"
#define T_LIST        "\x95"
#define T_BOARD       "\x98"

#define TEXT_FIRST_SHARED (0x9d - TEXT_WORD)

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

#define T_SOLUTION   "\x9d"
#define T_THE        "\x9e"
#define T_COLUMN     "\x9f"
#define T_OF         "\xa0"
#define T_RESET      "\xa1"
#define T_COMMAND    "\xa2"
#define T_MATRIX     "\xa3"
#define T_TURNS      "\xa4"
#define T_OVER       "\xa5"
#define T_UNKNOWN    "\xa6"
#define T_EACH       "\xa7"
#define T_TOO        "\xa8"
#define T_NUMBER     "\xa9"
#define T_MEMORY     "\xaa"
#define T_IS_MISSING "\xab"
#define T_A          "\xac"
#define T_ONCE_MORE  "\xad"
#define T_ROW        "\xae"
#define T_QUEENS     "\xaf"
#define T_LINE       "\xb0"
#define T_MOVE       "\xb1"
#define T_HOW        "\xb2"
#define T_IT         "\xb3"

#endif
