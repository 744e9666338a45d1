/* The command line: reads lines, prints errors and the help. */
#pragma once

#include "firmware/console/commands.h"

#include <stdbool.h>
#include <stdint.h>

struct command {
    uint8_t id;           /* enum command_id */
    char character;       /* the offending character of a wrong board */
    char *word;           /* a board, or empty; if the command is wrong, the offending word */
    uint16_t value;       /* the number (its default if it is missing), the index of the word, or the rows */
    uint16_t part, parts; /* of `count n K/M`; 1 of 1 if it is missing */
};

/* The faults of a command, which continue enum board_fault: ROW(ID, message). */
#define ERRORS(ROW)                                                                                          \
    ROW(GOOD, "")                                                                                            \
    ROW(TOO_LONG, "board too long:")                                                                         \
    ROW(ALPHABET, "not a column:")                                                                           \
    ROW(TOO_SHORT, "board too short for column")                                                             \
    ROW(CROWDED, "two queens in column")                                                                     \
    ROW(NO_NUMBER, "not a number:")                                                                          \
    ROW(OUT_OF_RANGE, "out of range:")                                                                       \
    ROW(UNKNOWN_WORD, "unknown word")                                                                        \
    ROW(ONE_TOO_MANY, "one word too many:")                                                                  \
    ROW(NO_PART, "not a part:")                                                                              \
    ROW(UNKNOWN_COMMAND, "unknown command")                                                                  \
    ROW(NO_WORD, "a word is missing")                                                                        \
    ROW(NO_BOARD, "a board is missing")

#define ERROR_ID(id, text) COMMAND_IS_##id,

enum __attribute__((packed)) command_error { ERRORS(ERROR_ID) };

/* The line without leading spaces. */
char *command_begin(char *line);

/* Returns whether the line begins with a name; the answer to a question of `orient ?` does not. */
static inline bool command_has_name(const char *line)
{
    return *line >= 'a';
}

/* Returns the command whose name is the first word of a line in lower case; COMMANDS if there is none. */
uint8_t command_find(const char *line);

/*
 * Parses the parameters of command `id` in a line from command_begin, which begins with the name or, as an
 * answer to `orient ?`, with the parameter.  COMMAND_IS_GOOD: *command is the command; else command->word is
 * the offending word.  The line can be parsed again.
 */
enum command_error command_parse(uint8_t id, char *line, struct command *command);

/* Prints the error that command_parse has found, and what is allowed. */
void command_refuse(enum command_error error, const struct command *command);

/* Prints the error of a line that was not read, or of a job whose memory was corrupted, then the prompt. */
enum __attribute__((packed)) command_fault { COMMAND_LINE_TOO_LONG, COMMAND_LOST, COMMAND_CORRUPTED };
void command_report_fault(enum command_fault fault);

/* Prints the name of a command: `solve`.  A flipped bit in the number prints another name. */
void command_print_name(uint8_t id);

/* Sets the setting of this command. */
void command_set(uint8_t id, uint16_t value);

/* Prints the setting as the line that sets it: `pace 500`. */
void command_print_setting(uint8_t id);

/* Prints row 0 .. COMMANDS - 1 of the help: how to type the command, what it does. */
void command_print_help(uint8_t id);
