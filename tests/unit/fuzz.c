/* Host test that runs every file of the fuzzer's corpus through the whole application, without the fuzzer. */
#include "tests/fuzz/line_run.h"
#include "tests/unit/unit.h"

#include "firmware/console/commands.h"
#include "firmware/console/console.h"

#include <dirent.h>

#define CORPUS "tests/fuzz/corpus"

/* ---- What is reached ---- */

static char told[1U << 20]; /* all that is sent, of all files */
static size_t told_length;

/* The live keys, and those that edit a line. */
static const char keys[] = "?!~.+-\003\b\177\025";
static bool pressed[sizeof keys];

/* What a key may change, as it was before the byte. */
static struct {
    struct job job;
    struct settings settings;
    bool runs, typing;
} was;

static void look(void)
{
    was.job = job;
    was.settings = settings;
    was.runs = job_runs();
    was.typing = console_typing();
}

/* Has this key just done what it is for? */
static bool has_acted(char key)
{
    switch (key) {
    case '!': return was.runs && job.is_paused && !was.job.is_paused;
    case '~': return was.runs && !job.is_paused && was.job.is_paused;
    case '.':
        return was.runs && was.job.is_paused && memcmp(&job.board, &was.job.board, sizeof job.board) != 0;
    case '+': return settings.pace < was.settings.pace;
    case '-': return settings.pace > was.settings.pace;
    case '\003': return was.runs && !job_runs();
    case '\025': return was.typing && !console_typing();
    default: return was.typing; /* backspace; of ? see below */
    }
}

static void watch(uint8_t byte, const char *sent)
{
    static char last;
    size_t length = strlen(sent);
    const char *key = byte && byte < LINE_TIME ? strchr(keys, byte) : NULL;
    assert_true(told_length + length < sizeof told);
    memcpy(told + told_length, sent, length + 1);
    told_length += length;
    if (byte < LINE_TIME)
        last = (char)byte;
    if (last == '?')
        pressed[0] |= strstr(sent, "placed") != NULL;
    else if (key)
        pressed[key - keys] |= has_acted((char)byte);
    look();
}

/* Was the command typed, and taken: is what comes behind its line no error? */
static bool is_taken(const char *name)
{
    char typed[20];
    snprintf(typed, sizeof typed, "\n> %s", name);
    for (const char *at = told; (at = strstr(at, typed)) != NULL;) {
        at += strlen(typed);
        const char *end = strchr(at, '\n');
        if ((*at == ' ' || *at == '\r') && end && strncmp(end + 1, "error: ", 7) != 0)
            return true;
    }
    return false;
}

static void require(bool reached, const char *what, const char *which)
{
    if (!reached)
        fail_msg("no file of " CORPUS " reaches the %s '%s'", what, which);
}

/* ---- What must hold ---- */

/* First: the tests below read what it has seen. */
TEST(what_the_fuzzer_once_found_holds)
{
    unsigned files = 0;
    DIR *folder = opendir(CORPUS);
    assert_non_null(folder);
    line_watch = watch;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[300];
        uint8_t bytes[4096];
        if (*entry->d_name == '.')
            continue;
        snprintf(path, sizeof path, CORPUS "/%s", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        const char *broken = line_run(bytes, length);
        if (broken)
            fail_msg("%s: does not hold: %s; last line: %s", path, broken, line_last);
        files++;
    }
    closedir(folder);
    assert_true(files > 15);
}

TEST(every_command_is_reached)
{
#define REQUIRE_TAKEN(id, name, ...) require(is_taken(name), "command", name);
    ALL_COMMANDS(REQUIRE_TAKEN)
}

TEST(every_error_of_a_line_is_reached)
{
#define REQUIRE_ERROR(id, text) require(!*(text) || strstr(told, "error: " text), "error", text);
    ERRORS(REQUIRE_ERROR)
    require(strstr(told, "error: line too long"), "error", "line too long");
    require(strstr(told, "error: input lost"), "error", "input lost");
}

TEST(every_live_key_is_reached)
{
    for (size_t i = 0; keys[i]; i++)
        require(pressed[i], "key",
                (char[]){keys[i] < ' ' ? '^' : keys[i], (char)(keys[i] < ' ' ? keys[i] + '@' : '\0'), '\0'});
}
