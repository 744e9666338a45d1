/* The command line: how a line is read, how its errors and the help are printed. */
#include "firmware/console/command.h"

#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/console/text.h"
#include "firmware/display/shape.h"
#include "firmware/queens/board.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"

/* The words that may be typed: the commands, then those that a command takes. */
#define FORMAT_WORD(id, name) WORD_##id,

enum word { WORD_FORMATS = COMMANDS - 1, FORMATS(FORMAT_WORD) WORD_OFF, WORD_ON };

#define COMMAND_NAME(id, name, takes, does, help) name "\0"
#define FORMAT_NAME(id, name)                     name "\0"

static const char words[] FLASH = ALL_COMMANDS(COMMAND_NAME) FORMATS(FORMAT_NAME) "off\0"
                                                                                  "on";

/*
 * What a command takes: nothing, a board, a number, or one of some words.
 *
 *   ROW(what, as it is shown, least, greatest, what stands for one left out)
 *
 * Of words the first and the last are named.
 */
#define PARAMETERS(ROW)                                                                                      \
    ROW(NOTHING, "", 0, 0, 0)                                                                                \
    ROW(BOARD, "BOARD (a column a row: 1-9, a-w)", 0, 0, 0)                                                  \
    ROW(SIZE, "[n]", 1, QUEENS_MAX, 8)                                                                       \
    ROW(PART, "[n] [K/M]", 1, QUEENS_MAX, 8)                                                                 \
    ROW(MS, "[MS]", 0, SETTINGS_MAX_pace, SETTINGS_DEFAULT_pace)                                             \
    ROW(LEVEL, "[B]", 0, SETTINGS_MAX_bright, SETTINGS_DEFAULT_bright)                                       \
    ROW(TURN, "[O]|?", 0, SETTINGS_MAX_orient, SETTINGS_DEFAULT_orient)                                      \
    ROW(SHAPE, "[WxH], 1x1 to 8x8, at most 16", 0, SETTINGS_MAX_modules, SETTINGS_DEFAULT_modules)           \
    ROW(ORDER, "[C]", 0, SETTINGS_MAX_chain, SETTINGS_DEFAULT_chain)                                         \
    ROW(FORMAT, "", WORD_DIGITS, WORD_NONE, 0)                                                               \
    ROW(SWITCH, "", WORD_OFF, WORD_ON, 0)

#define PARAMETER_KIND(kind, shown, low, high, usual)   kind,
#define PARAMETER_SHOWN(kind, shown, low, high, usual)  shown "\0"
#define PARAMETER_LIMITS(kind, shown, low, high, usual) {low, high, usual},

enum kind { PARAMETERS(PARAMETER_KIND) };

struct limits {
    uint8_t low;
    uint16_t high;
    uint16_t usual;
};

static const char parameters[] FLASH = PARAMETERS(PARAMETER_SHOWN);
static const struct limits limits_table[] FLASH = {PARAMETERS(PARAMETER_LIMITS)};

#define COMMAND_TAKES(id, name, takes, does, help) takes,
#define COMMAND_HELP(id, name, takes, does, help)  help "\0"

static const uint8_t kinds[] FLASH = {ALL_COMMANDS(COMMAND_TAKES)};
static const char helps[] FLASH = ALL_COMMANDS(COMMAND_HELP);

#define ERROR_ID(id, text)   id,
#define ERROR_TEXT(id, text) text "\0"

enum error { ERRORS(ERROR_ID) };

static const char errors[] FLASH = ERRORS(ERROR_TEXT);

_Static_assert((uint8_t)CROWDED == (uint8_t)BOARD_CROWDED, "the faults of a board come first");

/* In the order of enum command_fault: what is wrong with a line, what is allowed. */
static const char faults[] FLASH = "line too long; allowed: 40 characters\0"
                                   "input lost; allowed: the line once more\0"
                                   "memory has changed by itself; allowed: the command once more";

static void print_word(uint8_t n)
{
    print_nth(words, n);
}

static uint8_t kind_of(uint8_t id)
{
    return flash_byte(&kinds[id]);
}

static bool takes_word(uint8_t kind)
{
    return kind == FORMAT || kind == SWITCH;
}

static const struct limits *limits_of(uint8_t kind)
{
    return &limits_table[kind];
}

/* How the command is typed: name, parameter, and the range of its number. */
static void print_usage(uint8_t id)
{
    uint8_t kind = kind_of(id);
    print_word(id);
    if (kind == NOTHING)
        return;
    if (!takes_word(kind)) {
        print_char(' ');
        print_nth(parameters, kind);
    }
    if (kind == BOARD || kind == SHAPE)
        return;
    uint8_t low = flash_byte(&limits_of(kind)->low);
    uint16_t high = flash_word(&limits_of(kind)->high);
    if (takes_word(kind)) {
        char separator = ' ';
        for (; low <= high; low++) {
            print_char(separator);
            print_word(low);
            separator = '|';
        }
    } else {
        print_flash(FLASH_TEXT(", "));
        print_number(low);
        print_flash(FLASH_TEXT(" to "));
        print_number(high);
    }
    if (kind == PART)
        print_flash(FLASH_TEXT("; K to M, M to 65535"));
}

static void print_error(void)
{
    print_flash(FLASH_TEXT("error: "));
}

/* What is wrong, with the word that is, and what is allowed. */
static void refuse(uint8_t error, const char *word, uint8_t id)
{
    print_error();
    print_nth(errors, error);
    if (error < NO_WORD) {
        print_flash(FLASH_TEXT(" '"));
        print_text(word);
        print_char('\'');
    }
    print_flash(FLASH_TEXT("; allowed: "));
    if (id < COMMANDS)
        print_usage(id);
    else
        print_flash(FLASH_TEXT("the commands that help lists"));
    print_end();
}

void command_refuse(enum command_fault fault)
{
    print_error();
    print_nth(faults, (uint8_t)fault);
    print_end();
}

/* Cuts the word off what follows it; that is where the next one begins. */
static char *cut(char *word)
{
    while (*word && *word != ' ')
        word++;
    while (*word == ' ')
        *word++ = '\0';
    return word;
}

/* The place of a word among the words from `first` to `last`; a greater one if it is none of them. */
static uint8_t find(const char *word, uint8_t first, uint8_t last)
{
    const char *text = text_nth(words, first);
    for (; first <= last; first++) {
        const char *rest = word;
        char c, differs = 0;
        do {
            c = (char)flash_byte(text++);
            differs |= (char)(c ^ *rest);
            if (*rest)
                rest++;
        } while (c);
        if (!differs)
            break;
    }
    return first;
}

/* A decimal number, UINT16_MAX for what is none.  One too large becomes another that no command allows. */
static uint16_t number_of(const char *word)
{
    uint16_t number = 0;
    for (; *word; word++) {
        uint8_t digit = (uint8_t)(*word - '0');
        if (digit > 9)
            return UINT16_MAX;
        if (number > 6000)
            number = 6000;
        number = (uint16_t)(number * 10 + digit);
    }
    return number;
}

/*
 * `4x1` as a shape; UINT16_MAX for what is none, and another that is not allowed for one that is too large.
 */
static uint16_t shape_read(const char *word)
{
    uint8_t wide = (uint8_t)(word[0] - '1'), high;
    if (wide > 8 || word[1] != 'x')
        return UINT16_MAX;
    high = (uint8_t)(word[2] - '1');
    if (high > 8 || word[3])
        return UINT16_MAX;
    if (wide >= SHAPE_SIDE || high >= SHAPE_SIDE || (wide + 1) * (high + 1) > SHAPE_MODULES)
        return SETTINGS_MAX_modules + 1;
    return shape_of((uint8_t)(wide + 1), (uint8_t)(high + 1));
}

static uint8_t take_value(struct command *command, uint8_t kind, const char *word)
{
    const struct limits *limits = limits_of(kind);
    uint8_t low = flash_byte(&limits->low);
    uint16_t high = flash_word(&limits->high), value;
    if (takes_word(kind)) {
        if (!*word)
            return NO_WORD;
        value = find(word, low, (uint8_t)high);
        command->value = (uint16_t)(value - low);
        return value > high ? UNKNOWN_WORD : GOOD;
    }
    value = flash_word(&limits->usual);
    if (*word)
        value = kind == SHAPE ? shape_read(word) : number_of(word);
    if (kind == TURN && word[0] == '?' && !word[1])
        value = COMMAND_ASK;
    else if (value == UINT16_MAX)
        return NO_NUMBER;
    else if (value < low || value > high)
        return OUT_OF_RANGE;
    command->value = value;
    return GOOD;
}

/* The number 1 .. 65535 at the beginning of a word, 0 for any other; what follows it. */
static const char *take_count(const char *word, uint16_t *number)
{
    uint16_t sum = 0;
    uint8_t digit;
    for (; (digit = (uint8_t)(*word - '0')) <= 9; word++) {
        if (sum > 6553 || (sum == 6553 && digit > 5)) {
            *number = 0;
            return word;
        }
        sum = (uint16_t)(sum * 10 + digit);
    }
    *number = sum;
    return word;
}

/* K/M */
static uint8_t take_part(struct command *command, const char *word)
{
    word = take_count(word, &command->part);
    if (*word++ != '/')
        return NO_PART;
    word = take_count(word, &command->parts);
    return *word || !command->part || command->part > command->parts ? NO_PART : GOOD;
}

/* A column that is wrong is put in the place of the command's name, which has been read. */
static uint8_t take_board(struct command *command, char *name, char *word)
{
    command->text = word;
    if (!*word)
        return NO_BOARD;
    name[1] = '\0';
    uint8_t fault = board_find_fault(word, name);
    return fault == BOARD_CROWDED && command->id == COMMAND_CHECK ? GOOD : fault;
}

/*
 * Takes what stands behind the name of the command whose id is known.  Of an error command->text is the word.
 */
static uint8_t take_rest(struct command *command, char *name, char *word)
{
    char *rest = word;
    uint8_t error = UNKNOWN_COMMAND;
    if (command->id < COMMANDS) {
        uint8_t kind = kind_of(command->id);
        if (kind == NOTHING) {
            command->value = 0;
            error = GOOD;
        } else {
            rest = cut(word);
            error = kind == BOARD ? take_board(command, name, word) : take_value(command, kind, word);
            if (error < ALPHABET || error > CROWDED)
                name = word;
        }
        if (!error && kind == PART && *rest) {
            name = rest;
            rest = cut(rest);
            error = take_part(command, name);
        }
        if (!error && *rest) {
            cut(rest);
            name = rest;
            error = ONE_TOO_MANY;
        }
    }
    if (error)
        command->text = name;
    return error;
}

/* Refused from here, where the stack is not as deep. */
static bool is_good(uint8_t error, const struct command *command)
{
    if (error)
        refuse(error, command->text, command->id);
    return !error;
}

bool command_read(char *name, struct command *command)
{
    char *word = cut(name);
    command->part = 1;
    command->parts = 1;
    command->id = find(name, 0, COMMANDS - 1);
    return is_good(take_rest(command, name, word), command);
}

bool command_read_answer(uint8_t id, char *word, struct command *command)
{
    command->id = id;
    return is_good(take_rest(command, word, word), command);
}

char *command_begin(char *line)
{
    while (*line == ' ')
        line++;
    return line;
}

void command_print_name(uint8_t id)
{
    print_word(id);
}

static void print_shape(uint8_t shape)
{
    print_number(shape_wide(shape));
    print_char('x');
    print_number(shape_high(shape));
}

void command_print_setting(uint8_t id, uint16_t value)
{
    uint8_t kind = kind_of(id);
    print_word(id);
    print_char(' ');
    if (takes_word(kind))
        print_word((uint8_t)(flash_byte(&limits_of(kind)->low) + value));
    else if (kind == SHAPE)
        print_shape((uint8_t)value);
    else
        print_number(value);
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
