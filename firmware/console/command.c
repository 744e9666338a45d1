/* The command line: reads lines, prints errors and the help. */
#include "firmware/console/command.h"

#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/display/shape.h"
#include "firmware/noinline.h"
#include "firmware/queens/board.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"

#include <stddef.h>

/* The words that may be typed: the commands, then the words that are parameters. */
#define FORMAT_WORD(id, ...) WORD_##id,

enum word { WORD_FORMATS = COMMANDS - 1, FORMATS(FORMAT_WORD) WORD_OFF, WORD_ON, WORD_COUNT, WORD_SEARCH };

#define COMMAND_NAME(id, name, ...) name "\0"
#define FORMAT_NAME(id, name, ...)  name "\0"

static const char words[] FLASH = ALL_COMMANDS(COMMAND_NAME) FORMATS(FORMAT_NAME) "off\0"
                                                                                  "on\0"
                                                                                  "count\0"
                                                                                  "search";

/*
 * The parameter of a command: nothing, a board, a number, or a word.
 *
 *   ROW(ID, text in a usage, least, greatest, default)
 *
 * For words, which are the last rows, least and greatest are the first and the last word.
 */
#define PARAMETERS(ROW)                                                                                      \
    ROW(NOTHING, "", 0, 0, 0)                                                                                \
    ROW(BOARD, "BOARD (a column per row: 1-9, a-w)", 0, 0, 0)                                                \
    ROW(SIZE, "[n]", 1, QUEENS_MAX, 8)                                                                       \
    ROW(PART, "[n [K/M]]", 1, QUEENS_MAX, 8)                                                                 \
    ROW(MS, "[MS]", 0, SETTINGS_MAX_pace, SETTINGS_DEFAULT_pace)                                             \
    ROW(LEVEL, "[B]", 0, SETTINGS_MAX_bright, SETTINGS_DEFAULT_bright)                                       \
    ROW(TURN, "[O]", 0, SETTINGS_MAX_orient, SETTINGS_DEFAULT_orient)                                        \
    ROW(SHAPE, "[WxH], 1x1 to 8x8, at most 16", 0, SETTINGS_MAX_modules, SETTINGS_DEFAULT_modules)           \
    ROW(ORDER, "[C]", 0, SETTINGS_MAX_chain, SETTINGS_DEFAULT_chain)                                         \
    ROW(FORMAT, "", WORD_FORMATS + 1, WORD_OFF - 1, 0)                                                       \
    ROW(SWITCH, "", WORD_OFF, WORD_ON, 0)                                                                    \
    ROW(AUTO, "", WORD_OFF, WORD_SEARCH, 0)

#define PARAMETER_ID(id, text, low, high, usual)     id,
#define PARAMETER_TEXT(id, text, low, high, usual)   text "\0"
#define PARAMETER_LIMITS(id, text, low, high, usual) {low, high, usual},

enum parameter { PARAMETERS(PARAMETER_ID) };

struct limits {
    uint8_t low;
    uint16_t high;
    uint16_t usual;
};

static const char parameter_texts[] FLASH = PARAMETERS(PARAMETER_TEXT);
static const struct limits limits_table[] FLASH = {PARAMETERS(PARAMETER_LIMITS)};

#define COMMAND_TAKES(id, name, takes, ...)      takes,
#define COMMAND_HELP(id, name, takes, help, ...) help "\0"

static const uint8_t parameters[] FLASH = {ALL_COMMANDS(COMMAND_TAKES)};
static const char helps[] FLASH = ALL_COMMANDS(COMMAND_HELP);

#define ERROR_TEXT(id, text) text "\0"

static const char errors[] FLASH = ERRORS(ERROR_TEXT);

_Static_assert((uint8_t)COMMAND_IS_CROWDED == (uint8_t)BOARD_CROWDED, "the faults of a board come first");

#define PARAMETER_RANGE(id, text, low, high, usual) id##_RANGE = (high) - (low), id##_USUAL = (usual),
#define SETTING_FITS(id, name, takes, help, field)                                                           \
    _Static_assert(((int)takes == AUTO || (int)takes##_RANGE == (int)SETTINGS_MAX_##field) &&                \
                       (takes >= FORMAT || (int)takes##_USUAL == (int)SETTINGS_DEFAULT_##field),             \
                   "a setting has the range and the default of its parameter");
enum { PARAMETERS(PARAMETER_RANGE) };
SETTING_COMMANDS(SETTING_FITS)

#ifndef COMMAND_ROWS /* another edition may have fewer commands */
_Static_assert(0 SETTINGS(COMMAND_ONE) == COMMANDS_SETTINGS, "each setting has a row in SETTING_COMMANDS");
#endif

/* What is wrong with a line and what is allowed, in the order of enum command_fault. */
static const char faults[] FLASH = "line too long; allowed: 40 characters\0"
                                   "input lost; allowed: the line again\0"
                                   "memory is corrupted; allowed: the command again";

static uint8_t parameter_of(uint8_t id)
{
    return flash_byte(&parameters[id]);
}

static bool is_word(uint8_t parameter)
{
    return parameter >= FORMAT;
}

/* ---- Reading ---- */

static bool is_digit(char c)
{
    return (uint8_t)(c - '0') <= 9;
}

/* A line has no control characters: only its end is below a space. */
static bool is_end(char c)
{
    return (uint8_t)c <= ' ';
}

NOINLINE_FOR_FLASH char *command_begin(char *line)
{
    while (*line == ' ')
        line++;
    return line;
}

NOINLINE_FOR_FLASH static char *word_end(char *word)
{
    while (!is_end(*word))
        word++;
    return word;
}

/* The word after this one, or the end of the line. */
static char *next_word(char *word)
{
    return command_begin(word_end(word));
}

/* The index of a word among the words from `first` to `last`; `last` + 1 if it is none of them. */
static uint8_t find_word(const char *word, uint8_t first, uint8_t last)
{
    const char *text = text_nth(words, first);
    for (; first <= last; first++) {
        const char *rest = word;
        char c, differs = 0;
        while ((c = (char)flash_byte(text++)) != '\0') {
            differs |= (char)(c ^ *rest);
            if (!is_end(*rest))
                rest++;
        }
        if (!differs && is_end(*rest))
            break;
    }
    return first;
}

/* Reads a number into command->value; returns the first character that is no digit or makes it too large. */
static const char *read_digits(struct command *command, const char *text)
{
    uint16_t number = 0;
    for (; is_digit(*text); text++) {
        uint16_t more = (uint16_t)(number * 10 + (uint8_t)(*text - '0'));
        if (number > UINT16_MAX / 10 || more < number)
            break;
        number = more;
    }
    command->value = number;
    return text;
}

/* Reads the rest of a shape `4x1`; command->value is the 4 before, and the shape afterwards. */
static const char *read_high(struct command *command, const char *text)
{
    uint16_t wide = command->value;
    command->value = 0;
    if (*text == 'x')
        text = read_digits(command, text + 1);
    uint16_t high = command->value;
    if (wide - 1U < SHAPE_SIDE && high - 1U < SHAPE_SIDE && (uint8_t)(wide * high) <= SHAPE_MODULES)
        command->value = shape_of((uint8_t)wide, (uint8_t)high);
    else
        command->value = SETTINGS_MAX_modules + 1;
    return text;
}

/* Reads a number, a shape, or an allowed word as its index among the allowed ones. */
static uint8_t read_value(struct command *command, uint8_t parameter)
{
    const struct limits *limits = &limits_table[parameter];
    uint8_t low = flash_byte(&limits->low);
    uint16_t high = flash_word(&limits->high);
    const char *word = command->word;
    if (is_word(parameter)) {
        uint8_t found = find_word(word, low, (uint8_t)high);
        command->value = found - low;
        if (!*word)
            return COMMAND_IS_NO_WORD;
        return found > (uint8_t)high ? COMMAND_IS_UNKNOWN_WORD : COMMAND_IS_GOOD;
    }
    if (!*word) {
        command->value = flash_word(&limits->usual);
        return COMMAND_IS_GOOD;
    }
    if (parameter == TURN && *word == '?' && is_end(word[1])) {
        command->id = COMMAND_ORIENT_ASK;
        return COMMAND_IS_GOOD;
    }
    if (!is_digit(*word))
        return COMMAND_IS_NO_NUMBER;
    word = read_digits(command, word);
    if (parameter == SHAPE)
        word = read_high(command, word);
    if (!is_digit(*word) && !is_end(*word))
        return COMMAND_IS_NO_NUMBER;
    return is_digit(*word) || command->value < low || command->value > high ? COMMAND_IS_OUT_OF_RANGE
                                                                            : COMMAND_IS_GOOD;
}

/* Reads `K/M`; command->value stays. */
static uint8_t read_part(struct command *command)
{
    uint16_t value = command->value;
    const char *end = read_digits(command, command->word);
    uint16_t part = command->value;
    if (*end != '/' || !is_end(*read_digits(command, end + 1)) || !part || part > command->value)
        return COMMAND_IS_NO_PART;
    command->part = part;
    command->parts = command->value;
    command->value = value;
    return COMMAND_IS_GOOD;
}

/* Reads the last word of the line, a board, and removes the spaces after it. */
static uint8_t read_board(struct command *command)
{
    char *board = command->word;
    if (!*board)
        return COMMAND_IS_NO_BOARD;
    command->word = next_word(command->word);
    if (*command->word)
        return COMMAND_IS_ONE_TOO_MANY;
    command->word = board;
    char *end = word_end(board);
    *end = '\0';
    command->value = (uint8_t)(end - board);
    uint8_t fault = board_find_fault(board, &command->character, command->id == COMMAND_COMPLETE);
    return fault == BOARD_CROWDED && command->id != COMMAND_IMAGES ? COMMAND_IS_GOOD : fault;
}

uint8_t command_find(const char *line)
{
    return find_word(line, 0, COMMANDS - 1);
}

enum command_error command_parse(uint8_t id, char *line, struct command *command)
{
    command->id = id;
    command->word = line;
    if (id >= COMMANDS)
        return COMMAND_IS_UNKNOWN_COMMAND;
    if (command_has_name(line))
        command->word = next_word(line);
    uint8_t parameter = parameter_of(id);
    command->value = 0;
    command->part = command->parts = 1;
    if (parameter == BOARD)
        return read_board(command);
    if (parameter != NOTHING) {
        uint8_t error = read_value(command, parameter);
        if (error)
            return error;
        command->word = next_word(command->word);
    }
    if (parameter == AUTO && *command->word) {
        uint8_t which = (uint8_t)command->value;
        if (!is_end(*read_digits(command, command->word)) || command->value - 1U >= QUEENS_MAX)
            return COMMAND_IS_OUT_OF_RANGE;
        command->value = settings_auto(which, (uint8_t)command->value);
        command->word = next_word(command->word);
    }
    if (parameter == PART && *command->word) {
        if (read_part(command))
            return COMMAND_IS_NO_PART;
        command->word = next_word(command->word);
    }
    return *command->word ? COMMAND_IS_ONE_TOO_MANY : COMMAND_IS_GOOD;
}

/* ---- Printing ---- */

/* Prints how the command is typed: name, parameter, and the range of its number. */
static void print_usage(uint8_t id)
{
    uint8_t parameter = parameter_of(id);
    print_nth(words, id);
    if (is_word(parameter)) {
        uint8_t word = flash_byte(&limits_table[parameter].low);
        uint8_t last = (uint8_t)flash_word(&limits_table[parameter].high);
        for (char separator = ' '; word <= last; separator = '|') {
            print_char(separator);
            print_nth(words, word++);
        }
        if (parameter != AUTO)
            return;
        parameter = SIZE;
    }
    if (parameter == NOTHING)
        return;
    print_char(' ');
    print_nth(parameter_texts, parameter);
    if (parameter == BOARD || parameter == SHAPE)
        return;
    print_flash(FLASH_TEXT(", "));
    print_number(flash_byte(&limits_table[parameter].low));
    print_flash(FLASH_TEXT(" to "));
    print_number(flash_word(&limits_table[parameter].high));
    if (parameter == PART)
        print_flash(FLASH_TEXT("; K to M, M to 65535"));
}

static void print_error(const char *texts, uint8_t n)
{
    print_flash(FLASH_TEXT("error: "));
    print_nth(texts, n);
}

void command_refuse(enum command_error error, const struct command *command)
{
    print_error(errors, error);
    if (error < COMMAND_IS_NO_WORD) {
        print_flash(FLASH_TEXT(" '"));
        if (error >= COMMAND_IS_ALPHABET && error <= COMMAND_IS_CROWDED)
            print_char(command->character);
        else
            for (const char *c = command->word; !is_end(*c); c++)
                print_char(*c);
        print_char('\'');
    }
    print_flash(FLASH_TEXT("; allowed: "));
    if (command->id < COMMANDS)
        print_usage(command->id);
    else
        print_flash(FLASH_TEXT("the commands that help lists"));
    print_end();
}

void command_report_fault(enum command_fault fault)
{
    print_error(faults, fault);
    console_prompt();
}

void command_print_name(uint8_t id)
{
    print_nth(words, id < COMMANDS ? id : COMMANDS - 1);
}

/* All settings but the pace are bytes. */
#define FIELD_OFFSET(id, name, takes, help, field) offsetof(struct settings, field),

static const uint8_t field_offsets[] FLASH = {SETTING_COMMANDS(FIELD_OFFSET)};

static uint8_t *field_of(uint8_t id)
{
    return (uint8_t *)&settings + flash_byte(&field_offsets[id - COMMANDS_JOBS]);
}

void command_set(uint8_t id, uint16_t value)
{
    uint8_t *field = field_of(id);
    if (id == COMMAND_PACE)
        settings.pace = value;
    else
        *field = (uint8_t)value;
}

void command_print_setting(uint8_t id)
{
    uint8_t parameter = parameter_of(id);
    uint16_t value = id == COMMAND_PACE ? settings.pace : *field_of(id);
    print_nth(words, id);
    print_char(' ');
    if (is_word(parameter)) {
        uint8_t word = parameter == AUTO ? settings_auto_which((uint8_t)value) : (uint8_t)value;
        print_nth(words, (uint8_t)(flash_byte(&limits_table[parameter].low) + word));
        if (word != value) {
            print_char(' ');
            print_number(settings_auto_n((uint8_t)value));
        }
    } else if (parameter == SHAPE) {
        print_number(shape_wide((uint8_t)value));
        print_char('x');
        print_number(shape_high((uint8_t)value));
    } else {
        print_number(value);
    }
    print_end();
}

void command_print_help(uint8_t id)
{
    print_flash(FLASH_TEXT("  "));
    print_usage(id);
    print_flash(FLASH_TEXT(": "));
    print_nth(helps, id);
    print_end();
}
