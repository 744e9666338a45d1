/* The command line: how a line is read, how its errors and the help are printed. */
#ifndef COMMAND_H
#define COMMAND_H

#include "firmware/console/commands.h"

#include <stdbool.h>
#include <stdint.h>

#define COMMAND_ASK UINT16_MAX /* the value of `orient ?` */

struct command {
    uint8_t id; /* enum command_id */
    union {
        uint16_t value; /* the number, its default if it was left out, or which of the words */
        char *text;     /* the word behind the command's name, where it takes a board; in the line */
    };
    uint16_t part, parts; /* of `count n K/M`; 1 of 1 where that is left out */
};

/*
 * A row of commands.h as a case of a switch (command->id), where `command` is what was read; one of a setting
 * sets its field, and hands its id to apply().
 */
#define COMMAND_DO(ID, name, takes, does, help)                                                              \
    case COMMAND_##ID:                                                                                       \
        does;                                                                                                \
        break;
#define COMMAND_SET(ID, name, takes, field, help)                                                            \
    COMMAND_DO(ID, name, takes, settings.field = (__typeof__(settings.field))command->value;                 \
               apply(command->id), help)

/* What may be wrong with a command, from enum board_fault on; ROW(which, what is said). */
#define ERRORS(ROW)                                                                                          \
    ROW(GOOD, "")                                                                                            \
    ROW(TOO_LONG, "board too long:")                                                                         \
    ROW(ALPHABET, "no column:")                                                                              \
    ROW(TOO_SHORT, "board too short for column")                                                             \
    ROW(CROWDED, "no images, as two queens stand in column")                                                 \
    ROW(NO_NUMBER, "not a number:")                                                                          \
    ROW(OUT_OF_RANGE, "out of range:")                                                                       \
    ROW(UNKNOWN_WORD, "unknown word")                                                                        \
    ROW(ONE_TOO_MANY, "one word too many:")                                                                  \
    ROW(NO_PART, "no part:")                                                                                 \
    ROW(UNKNOWN_COMMAND, "unknown command")                                                                  \
    ROW(NO_WORD, "a word is missing")                                                                        \
    ROW(NO_BOARD, "a board is missing")

/* Where the command begins on the line, behind the spaces. */
char *command_begin(char *line);

/*
 * Reads a line in lower case, from where the command begins; it is cut into words in place.  False when it is
 * wrong: then the error has been printed, with what is allowed.  For main only.
 */
bool command_read(char *name, struct command *command);

/* The same with a line that holds the parameter of a command alone: an answer to what `orient ?` asks. */
bool command_read_answer(uint8_t id, char *word, struct command *command);

/* Prints the error of a line that could not be taken, or of a command that memory failed. */
enum __attribute__((packed)) command_fault { COMMAND_LINE_TOO_LONG, COMMAND_LOST, COMMAND_SPOILT };
void command_refuse(enum command_fault fault);

/* Prints the name of a command: `solve`. */
void command_print_name(uint8_t id);

/* Prints the setting as the line that sets it: `pace 500`. */
void command_print_setting(uint8_t id, uint16_t value);

/* Prints row 0 .. COMMANDS - 1 of the help: how it is typed, what it does. */
void command_print_help(uint8_t id);

#endif
