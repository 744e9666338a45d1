/* The commands: their names, what they take, how a line is read. */
#include "command.h"

#include "flash.h"
#include "print.h"
#include "settings.h"

#define NAME_MAX 11

enum kind { TAKES_NOTHING, TAKES_NUMBER, TAKES_WORD, TAKES_BOARD };

/* One row a command; to add one, add its id in command.h, its row here, and what it does in app.c. */
struct row {
    char name[NAME_MAX + 1];
    uint8_t takes;         /* enum kind */
    uint16_t low, high;    /* of the number */
    uint16_t usual;        /* number that stands for one left out */
    const char *parameter; /* as it is shown; for TAKES_WORD the words themselves, with | between them */
    const char *what;
};

#define ROW(NAME, TAKES, LOW, HIGH, USUAL, PARAMETER, WHAT)                                                  \
    {                                                                                                        \
        .name = NAME, .takes = TAKES, .low = LOW, .high = HIGH, .usual = USUAL, .parameter = PARAMETER,      \
        .what = WHAT                                                                                         \
    }
#define TEXT(name, text) static const char name[] FLASH = text

TEXT(nothing, "");
TEXT(size, "[n]");
TEXT(milliseconds, "[MS]");
TEXT(level, "[B]");
TEXT(turn, "[O]|?");
TEXT(formats, "digits|table|list|array|coords|board|grid|none");
TEXT(columns, "BOARD (a column a row: 1-9, a-w)");
TEXT(switches, "off|on");

TEXT(what_solve, "every solution, printed and shown");
TEXT(what_fundamental, "one solution of each symmetry class, with its size");
TEXT(what_count, "only the number of solutions, as fast as it can");
TEXT(what_usaco, "the first three solutions, then how many there are");
TEXT(what_search, "the search itself, move by move");
TEXT(what_check, "is it a solution, and if not, why not");
TEXT(what_images, "its different turns and mirrors");
TEXT(what_help, "this list");
TEXT(what_info, "version, memory, last reset");
TEXT(what_settings, "each as the line that sets it");
TEXT(what_test, "lights each LED of the matrix, each row, each column, all");
TEXT(what_save, "keeps the settings over a reset");
TEXT(what_defaults, "forgets the settings, saved ones too");
TEXT(what_format, "how solutions look");
TEXT(what_pace, "how long a solution or a move stays, in ms");
TEXT(what_bright, "brightness of the matrix");
TEXT(what_orient, "turns and mirrors the matrix; ? helps to find which");
TEXT(what_echo, "of what is typed");
TEXT(what_auto, "solve 8 over and over after a reset");

static const struct row table[COMMANDS] FLASH = {
    [COMMAND_SOLVE] = ROW("solve", TAKES_NUMBER, 1, QUEENS_MAX, 8, size, what_solve),
    [COMMAND_FUNDAMENTAL] = ROW("fundamental", TAKES_NUMBER, 1, QUEENS_MAX, 8, size, what_fundamental),
    [COMMAND_COUNT] = ROW("count", TAKES_NUMBER, 1, QUEENS_MAX, 8, size, what_count),
    [COMMAND_USACO] = ROW("usaco", TAKES_NUMBER, 1, QUEENS_MAX, 8, size, what_usaco),
    [COMMAND_SEARCH] = ROW("search", TAKES_NUMBER, 1, QUEENS_MAX, 8, size, what_search),
    [COMMAND_CHECK] = ROW("check", TAKES_BOARD, 0, 0, 0, columns, what_check),
    [COMMAND_IMAGES] = ROW("images", TAKES_BOARD, 0, 0, 0, columns, what_images),
    [COMMAND_TEST] = ROW("test", TAKES_NOTHING, 0, 0, 0, nothing, what_test),
    [COMMAND_FORMAT] = ROW("format", TAKES_WORD, 0, 0, 0, formats, what_format),
    [COMMAND_PACE] = ROW("pace", TAKES_NUMBER, 0, SETTINGS_PACE_MAX, 500, milliseconds, what_pace),
    [COMMAND_BRIGHT] = ROW("bright", TAKES_NUMBER, 0, SETTINGS_BRIGHT_MAX, 4, level, what_bright),
    [COMMAND_ORIENT] = ROW("orient", TAKES_NUMBER, 0, SETTINGS_ORIENT_MAX, 0, turn, what_orient),
    [COMMAND_ECHO] = ROW("echo", TAKES_WORD, 0, 0, 0, switches, what_echo),
    [COMMAND_AUTO] = ROW("auto", TAKES_WORD, 0, 0, 0, switches, what_auto),
    [COMMAND_SAVE] = ROW("save", TAKES_NOTHING, 0, 0, 0, nothing, what_save),
    [COMMAND_DEFAULTS] = ROW("defaults", TAKES_NOTHING, 0, 0, 0, nothing, what_defaults),
    [COMMAND_SETTINGS] = ROW("settings", TAKES_NOTHING, 0, 0, 0, nothing, what_settings),
    [COMMAND_HELP] = ROW("help", TAKES_NOTHING, 0, 0, 0, nothing, what_help),
    [COMMAND_INFO] = ROW("info", TAKES_NOTHING, 0, 0, 0, nothing, what_info),
};

static const char *parameter_of(uint8_t id)
{
    return flash_text(&table[id].parameter);
}

/* How the command is typed: name, parameter, and the range of its number. */
static void print_usage(uint8_t id)
{
    const struct row *row = &table[id];
    print_flash(row->name);
    if (flash_byte(&row->takes) != TAKES_NOTHING)
        print_char(' ');
    print_flash(parameter_of(id));
    if (flash_byte(&row->takes) != TAKES_NUMBER)
        return;
    print_flash(FLASH_TEXT(", "));
    print_number(flash_word(&row->low));
    print_flash(FLASH_TEXT(" to "));
    print_number(flash_word(&row->high));
}

/* What is wrong, with the word that is, and what is allowed. */
static bool refuse(const char *reason, const char *word, uint8_t id)
{
    print_flash(FLASH_TEXT("error: "));
    print_flash(reason);
    if (*word) {
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
    return false;
}

/* Cuts the next word off the line; an empty one when there is none. */
static char *next_word(char **line)
{
    char *word = *line;
    while (*word == ' ')
        word++;
    char *end = word;
    while (*end && *end != ' ')
        end++;
    *line = end;
    if (*end)
        *(*line)++ = '\0';
    return word;
}

/* Which of the words, parted by | in flash, is this one?  Their number if none. */
static uint8_t find_choice(const char *choices, const char *word)
{
    uint8_t choice = 0;
    const char *p = word;
    for (;; choices++) {
        char c = (char)flash_byte(choices);
        bool ends = c == '|' || c == '\0';
        if (ends && p && *p == '\0')
            return choice;
        if (c == '\0')
            return UINT8_MAX;
        if (ends) {
            choice++;
            p = word;
        } else if (p)
            p = *p == c ? p + 1 : 0;
    }
}

static void print_choice(const char *choices, uint8_t choice)
{
    for (char c; (c = (char)flash_byte(choices)) != '\0'; choices++) {
        if (c == '|')
            choice--;
        else if (choice == 0)
            print_char(c);
    }
}

/* A decimal number; what is more than 16 bits hold stays at 65535, which no command allows. */
static bool read_number(const char *word, uint16_t *number)
{
    *number = 0;
    for (; *word; word++) {
        uint8_t digit = (uint8_t)(*word - '0');
        if (digit > 9)
            return false;
        if (*number > (UINT16_MAX - 9) / 10)
            *number = UINT16_MAX;
        else
            *number = (uint16_t)(*number * 10 + digit);
    }
    return true;
}

static bool take_number(struct command *command, const char *word)
{
    const struct row *row = &table[command->id];
    if (!*word) {
        command->value = flash_word(&row->usual);
        return true;
    }
    if (command->id == COMMAND_ORIENT && word[0] == '?' && !word[1]) {
        command->value = COMMAND_ASK;
        return true;
    }
    if (!read_number(word, &command->value))
        return refuse(FLASH_TEXT("not a number:"), word, command->id);
    if (command->value < flash_word(&row->low) || command->value > flash_word(&row->high))
        return refuse(FLASH_TEXT("out of range:"), word, command->id);
    return true;
}

static bool take_word(struct command *command, const char *word)
{
    if (!*word)
        return refuse(FLASH_TEXT("a word is missing"), word, command->id);
    uint8_t choice = find_choice(parameter_of(command->id), word);
    command->value = choice;
    return choice != UINT8_MAX || refuse(FLASH_TEXT("unknown word"), word, command->id);
}

static bool take_board(struct command *command, char *word)
{
    char wrong[2] = "";
    command->text = word;
    if (!*word)
        return refuse(FLASH_TEXT("a board is missing"), word, command->id);
    switch (board_judge(word, wrong)) {
    case BOARD_TOO_LONG: return refuse(FLASH_TEXT("board too long:"), word, command->id);
    case BOARD_ALPHABET: return refuse(FLASH_TEXT("no column:"), wrong, command->id);
    case BOARD_TOO_SHORT: return refuse(FLASH_TEXT("board too short for column"), wrong, command->id);
    case BOARD_CROWDED:
        return command->id != COMMAND_IMAGES ||
               refuse(FLASH_TEXT("no images, as two queens stand in column"), wrong, command->id);
    default: return true;
    }
}

static bool take_parameter(struct command *command, char **line)
{
    uint8_t takes = flash_byte(&table[command->id].takes);
    if (takes == TAKES_NOTHING)
        return true;
    char *word = next_word(line);
    if (takes == TAKES_NUMBER)
        return take_number(command, word);
    if (takes == TAKES_WORD)
        return take_word(command, word);
    return take_board(command, word);
}

static uint8_t find_command(const char *word)
{
    uint8_t id = 0;
    for (; id < COMMANDS; id++)
        if (!flash_compare(word, table[id].name))
            break;
    return id;
}

bool command_read(char *line, struct command *command)
{
    char *word = next_word(&line);
    *command = (struct command){.id = find_command(word)};
    if (command->id == COMMANDS)
        return refuse(FLASH_TEXT("unknown command"), word, COMMANDS);
    if (!take_parameter(command, &line))
        return false;
    word = next_word(&line);
    return !*word || refuse(FLASH_TEXT("one word too many:"), word, command->id);
}

bool command_is_empty(const char *line)
{
    while (*line == ' ')
        line++;
    return !*line;
}

void command_print_name(uint8_t id)
{
    print_flash(table[id].name);
}

void command_print_setting(uint8_t id, uint16_t value)
{
    print_flash(table[id].name);
    print_char(' ');
    if (flash_byte(&table[id].takes) == TAKES_WORD)
        print_choice(parameter_of(id), (uint8_t)value);
    else
        print_number(value);
    print_end();
}

void command_print_help(uint8_t id)
{
    print_flash(FLASH_TEXT("  "));
    print_usage(id);
    print_flash(FLASH_TEXT(": "));
    print_flash(flash_text(&table[id].what));
    print_end();
}
