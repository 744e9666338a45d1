/* The commands: their names, what they take, how a line is read. */
#include "firmware/console/command.h"

#include "firmware/apart.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/console/text.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"

/* What a command takes: nothing, a board, a number, or one of the words. */
enum kind { BOARD, SIZE, MS, LEVEL, TURN, FORMAT, SWITCH, NOTHING };

/*
 * One row a command: its name, what it takes, what it does.  To add one, add its id in command.h, in the same
 * place, its row here, and what it does in app.c.
 */
#define TABLE(ROW)                                                                                           \
    ROW("solve", SIZE, "every solution, printed and shown")                                                  \
    ROW("fundamental", SIZE, "one solution of each symmetry class, with its size")                           \
    ROW("count", SIZE, "only the number of solutions, as fast as it can")                                    \
    ROW("usaco", SIZE, "the first three solutions, then how many there are")                                 \
    ROW("search", SIZE, "the search itself, move by move")                                                   \
    ROW("check", BOARD, "is it a solution, and if not, why not")                                             \
    ROW("images", BOARD, "its different turns and mirrors")                                                  \
    ROW("test", NOTHING, "lights each LED of the matrix, each row, each column, all")                        \
    ROW("format", FORMAT, "how solutions look")                                                              \
    ROW("pace", MS, "how long a solution or a move stays, in ms")                                            \
    ROW("bright", LEVEL, "brightness of the matrix")                                                         \
    ROW("orient", TURN, "turns and mirrors the matrix; ? helps to find which")                               \
    ROW("echo", SWITCH, "of what is typed")                                                                  \
    ROW("auto", SWITCH, "solve 8 over and over after a reset")                                               \
    ROW("stop", NOTHING, "ends what runs, as Ctrl-C does")                                                   \
    ROW("save", NOTHING, "keeps the settings over a reset")                                                  \
    ROW("defaults", NOTHING, "forgets the settings, saved ones too")                                         \
    ROW("settings", NOTHING, "each as the line that sets it")                                                \
    ROW("help", NOTHING, "this list")                                                                        \
    ROW("info", NOTHING, "version, memory, last reset")

/* It lies in flash by columns: texts one behind the other need neither pointers nor padding. */
#define NAME(name, takes, what)  name "\0"
#define TAKES(name, takes, what) takes,
#define WHAT(name, takes, what)  what "\0"

static const uint8_t kinds[] FLASH = {TABLE(TAKES)};
static const char whats[] FLASH = TABLE(WHAT);

_Static_assert(sizeof kinds == COMMANDS, "one row a command");

/* All words that may be typed: the commands, then the choices. */
static const char words[] FLASH = TABLE(NAME) "digits\0"
                                              "table\0"
                                              "list\0"
                                              "array\0"
                                              "coords\0"
                                              "board\0"
                                              "grid\0"
                                              "none\0"
                                              "off\0"
                                              "on";

#define FIRST_FORMAT COMMANDS
#define FIRST_SWITCH (FIRST_FORMAT + FORMAT_NONE + 1)

/* How the parameter is shown, where it is no word. */
static const char parameters[] FLASH = "BOARD (a column a row: 1-9, a-w)\0"
                                       "[n]\0"
                                       "[MS]\0"
                                       "[B]\0"
                                       "[O]|?";

/* Of a number; of a word, the place of the first choice and the last. */
struct limits {
    uint8_t low;
    uint16_t high;
    uint16_t usual; /* number that stands for one left out */
};

static const struct limits table[] FLASH = {
    [0] = {1, QUEENS_MAX, 8},
    [MS - SIZE] = {0, SETTINGS_PACE_MAX, SETTINGS_PACE_USUAL},
    [LEVEL - SIZE] = {0, SETTINGS_BRIGHT_MAX, 4},
    [TURN - SIZE] = {0, SETTINGS_ORIENT_MAX, 0},
    [FORMAT - SIZE] = {FIRST_FORMAT, FIRST_FORMAT + FORMAT_NONE, 0},
    [SWITCH - SIZE] = {FIRST_SWITCH, FIRST_SWITCH + 1, 0},
};

/* What may be wrong: what enum board_fault says of a board, and this.  The text of an error stands in its place. */
enum error {
    GOOD = BOARD_GOOD,
    NO_NUMBER = BOARD_CROWDED + 1,
    OUT_OF_RANGE,
    UNKNOWN_WORD,
    ONE_TOO_MANY,
    UNKNOWN_COMMAND,
    NO_WORD, /* from here on there is no word that could be shown */
    NO_BOARD /* behind it those of enum command_fault */
};

static const char errors[] FLASH = "\0"
                                   "board too long:\0"
                                   "no column:\0"
                                   "board too short for column\0"
                                   "no images, as two queens stand in column\0"
                                   "not a number:\0"
                                   "out of range:\0"
                                   "unknown word\0"
                                   "one word too many:\0"
                                   "unknown command\0"
                                   "a word is missing\0"
                                   "a board is missing\0"
                                   "line too long\0"
                                   "input lost\0"
                                   "memory has changed by itself";

/* What is allowed where it is not one command. */
static const char allowed[] FLASH = "the commands that help lists\0"
                                    "40 characters\0"
                                    "the line once more\0"
                                    "the command once more";

APART static void print_word(uint8_t n)
{
    print_nth(words, n);
}

static uint8_t kind_of(uint8_t id)
{
    return flash_byte(&kinds[id]);
}

APART static const struct limits *limits_of(uint8_t kind)
{
    return &table[kind - SIZE];
}

/* How the command is typed: name, parameter, and the range of its number. */
static void print_usage(uint8_t id)
{
    uint8_t kind = kind_of(id);
    print_word(id);
    if (kind == NOTHING)
        return;
    if (kind < FORMAT) {
        print_char(' ');
        print_nth(parameters, kind);
    }
    if (kind == BOARD)
        return;
    uint8_t low = flash_byte(&limits_of(kind)->low);
    uint16_t high = flash_word(&limits_of(kind)->high);
    if (kind >= FORMAT) {
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
}

APART static void print_error(uint8_t error)
{
    print_flash(FLASH_TEXT("error: "));
    print_nth(errors, error);
}

/* How a command is typed, or what stands in the place behind all commands. */
static void print_allowed(uint8_t id)
{
    print_flash(FLASH_TEXT("; allowed: "));
    if (id < COMMANDS)
        print_usage(id);
    else
        print_nth(allowed, (uint8_t)(id - COMMANDS));
    print_end();
}

/* What is wrong, with the word that is, and what is allowed. */
static void refuse(uint8_t error, const char *word, uint8_t id)
{
    print_error(error);
    if (error < NO_WORD) {
        print_flash(FLASH_TEXT(" '"));
        print_text(word);
        print_char('\'');
    }
    print_allowed(id);
}

void command_refuse(uint8_t fault)
{
    print_error((uint8_t)(NO_BOARD + fault));
    print_allowed((uint8_t)(COMMANDS + fault));
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
APART static uint8_t find(const char *word, uint8_t first, uint8_t last)
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

static uint8_t take_value(struct command *command, uint8_t kind, const char *word)
{
    const struct limits *limits = limits_of(kind);
    uint8_t low = flash_byte(&limits->low);
    uint16_t high = flash_word(&limits->high), value;
    if (kind >= FORMAT) {
        if (!*word)
            return NO_WORD;
        value = find(word, low, (uint8_t)high);
        command->value = (uint16_t)(value - low);
        return value > high ? UNKNOWN_WORD : GOOD;
    }
    value = *word ? number_of(word) : flash_word(&limits->usual);
    if (kind == TURN && word[0] == '?' && !word[1])
        value = COMMAND_ASK;
    else if (value == UINT16_MAX)
        return NO_NUMBER;
    else if (value < low || value > high)
        return OUT_OF_RANGE;
    command->value = value;
    return GOOD;
}

/* A column that is wrong is put in the place of the command's name, which has been read. */
static uint8_t take_board(struct command *command, char *name, char *word)
{
    command->text = word;
    if (!*word)
        return NO_BOARD;
    name[1] = '\0';
    uint8_t fault = board_judge(word, name);
    return fault == BOARD_CROWDED && command->id == COMMAND_CHECK ? GOOD : fault;
}

/* Takes what stands behind the name of the command whose id is known.  Of an error command->text is the word. */
APART static uint8_t take_rest(struct command *command, char *name, char *word)
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
            if (error < BOARD_ALPHABET || error > BOARD_CROWDED)
                name = word;
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

void command_print_setting(uint8_t id, uint16_t value)
{
    uint8_t kind = kind_of(id);
    print_word(id);
    print_char(' ');
    if (kind >= FORMAT)
        print_word((uint8_t)(flash_byte(&limits_of(kind)->low) + value));
    else
        print_number(value);
    print_end();
}

void command_print_help(uint8_t id)
{
    print_flash(FLASH_TEXT("  "));
    print_usage(id);
    print_flash(FLASH_TEXT(": "));
    print_nth(whats, id);
    print_end();
}
