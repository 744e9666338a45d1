/* The words of the firmware's tables: a test that needs all of them takes them from here. */
#pragma once

#include "firmware/console/commands.h"
#include "firmware/console/format.h"

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
