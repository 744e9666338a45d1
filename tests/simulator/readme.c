/* The sessions that the READMEs show, typed at the simulated chip. */
#include "tests/support/line.h"

#include <glob.h>

/*
 * A session is a block fenced by ```console.  `> words` is a prompt and a line that is typed; `(type ?)` a
 * live key (any character); `...` any lines, or none; all else must be printed as it is written, except
 * times, and for percents that depend on them.
 */

#define PATIENCE UNO_MS(30000)

#define LESSON "sim/LESSON.md"

static char *next_line(const char **text, char *line, size_t size)
{
    size_t length = strcspn(*text, "\r\n");
    if (**text == '\0')
        return NULL;
    assert_true(length < size);
    memcpy(line, *text, length);
    line[length] = '\0';
    *text += length;
    *text += strspn(*text, "\r");
    *text += **text == '\n';
    return line;
}

/* Returns whether they are equal, except for a number before ` s`. */
static bool is_same(const char *shown, const char *printed)
{
    while (*shown && *printed) {
        size_t a = strspn(shown, "0123456789."), b = strspn(printed, "0123456789.");
        if (a && b && !strncmp(shown + a, " s", 2) && !strncmp(printed + b, " s", 2) &&
            memchr(shown, '.', a)) {
            shown += a;
            printed += b;
        } else if (*shown++ != *printed++) {
            return false;
        }
    }
    while (*shown == ' ')
        shown++;
    while (*printed == ' ')
        printed++;
    return *shown == *printed;
}

struct session {
    struct uno *uno;
    size_t read; /* of the output */
};

/* The next line that the chip prints, when it is complete. */
static void read_line(struct session *session, char *line, size_t size)
{
    uint64_t end = uno_cycle(session->uno) + PATIENCE;
    for (;;) {
        const char *text = uno_output(session->uno).text + session->read;
        if (strchr(text, '\n')) {
            const char *start = text;
            assert_non_null(next_line(&text, line, size));
            session->read += (size_t)(text - start);
            return;
        }
        if (uno_cycle(session->uno) > end)
            fail_msg("nothing more is printed behind: %s", line);
        assert_int_equal(uno_run(session->uno, UNO_MS(1)), UNO_LIMIT);
    }
}

/* Reads on until the line is printed that is shown; without `skip` it must be the next. */
static void expect(struct session *session, const char *shown, bool skip)
{
    char line[512] = "";
    do
        read_line(session, line, sizeof line);
    while (skip && !is_same(shown, line));
    if (!is_same(shown, line))
        fail_msg("shown: %s\nprinted: %s", shown, line);
}

static void play(const char *block, const char *end)
{
    struct session session = {line_board(NQUEENS_ELF, 0), 0};
    char line[512];
    bool skip = false;
    line_boot(session.uno);
    session.read = uno_output(session.uno).count - 2;
    while (block < end && next_line(&block, line, sizeof line)) {
        if (!strcmp(line, "...")) {
            skip = true;
            continue;
        }
        if (!strcmp(line, ">")) /* the prompt at the end */
            break;
        char key[2] = "";
        if (sscanf(line, "(type %1c)", key) == 1) {
            uno_type(session.uno, key);
            continue;
        }
        if (line[0] == '>') {
            uno_type(session.uno, line + 2);
            uno_type(session.uno, "\r");
        }
        expect(&session, line, skip);
        skip = false;
    }
    uno_free(session.uno);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

/* Plays all sessions of a file; returns how many there were. */
static int play_all(const char *path)
{
    static const char fence[] = "\n```console\n";
    int sessions = 0;
    char *text = read_file(path);
    for (const char *block = text; (block = strstr(block, fence)) != NULL; sessions++) {
        block += strlen(fence);
        const char *end = strstr(block, "\n```\n");
        assert_non_null(end);
        play(block, end + 1);
    }
    free(text);
    if (sessions)
        print_message("# %s: %d sessions\n", path, sessions);
    return sessions;
}

TEST(every_session_of_every_readme_is_answered_as_it_shows)
{
    static const char *const patterns[] = {"*.md", "*/*.md", "firmware/*/*.md", "tests/*/*.md",
                                           "sim/fleet/*.md"};
    glob_t files;
    int sessions = 0;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        glob(patterns[i], i ? GLOB_APPEND : 0, NULL, &files);
    assert_true(files.gl_pathc >= 5);
    for (size_t i = 0; i < files.gl_pathc; i++)
        sessions += play_all(files.gl_pathv[i]);
    globfree(&files);
    assert_true(sessions >= 13);
}

TEST(the_lesson_has_fifteen_questions_each_with_a_session)
{
    char question[16];
    char *lesson = read_file(LESSON);
    for (int i = 1; i <= 15; i++) {
        snprintf(question, sizeof question, "\n**%d. ", i);
        const char *at = strstr(lesson, question);
        assert_non_null(at);
        snprintf(question, sizeof question, "\n**%d. ", i + 1);
        const char *next = strstr(lesson, question), *session = strstr(at, "```console");
        assert_non_null(session);
        assert_true(!next || session < next);
    }
    free(lesson);
}
