/* The words of the firmware's tables: a test that needs all of them takes them from here. */
#pragma once

#include "firmware/console/commands.h"
#include "firmware/console/format.h"

#include <stdio.h>
#include <string.h>

#define WORDS_COMMAND(id, name, ...) name,
static const char *const command_words[] = {ALL_COMMANDS(WORDS_COMMAND)};
#define COMMAND_WORDS (sizeof command_words / sizeof *command_words)

/* By their id. */
#define WORDS_FORMAT(id, name, ...) name,
static const char *const format_words[] = {FORMATS(WORDS_FORMAT)};
#define FORMAT_WORDS (sizeof format_words / sizeof *format_words)

/* digits|table|..., as errors list them */
#define WORDS_OR(id, name, ...) "|" name
#define FORMAT_CHOICE           (&(FORMATS(WORDS_OR))[1])

/* Writes `NAME VALUE`, as it is typed and as `settings` prints it; takes: the setting's parameter. */
static inline int words_of_setting(char *text, const char *name, const char *takes, unsigned value)
{
    if (!strcmp(takes, "FORMAT"))
        return sprintf(text, "%s %s", name, format_words[value]);
    if (!strcmp(takes, "SWITCH"))
        return sprintf(text, "%s %s", name, value ? "on" : "off");
    if (!strcmp(takes, "AUTO")) {
        static const char *const jobs[] = {"off", "on", "count", "search"};
        int length = sprintf(text, "%s %s", name, jobs[value % 4]);
        return value < 4 ? length : length + sprintf(text + length, " %u", (value / 4 + 7) % 32 + 1);
    }
    if (!strcmp(takes, "SHAPE"))
        return sprintf(text, "%s %ux%u", name, value / 8 + 1, value % 8 + 1);
    return sprintf(text, "%s %u", name, value);
}
