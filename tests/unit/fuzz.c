/*
 * Host test that runs every input of the fuzzer's corpus through the whole application, without the fuzzer.
 *
 *   build/host/unit/fuzz write FOLDER      writes each input into a file, for the fuzzer
 *   build/host/unit/fuzz show FILE         prints a file of the fuzzer as the corpus has it
 */
#include "tests/fuzz/line.h"
#include "tests/unit/unit.h"

#define CORPUS "tests/fuzz/corpus.txt"

/* ---- The corpus ---- */

struct input {
    char name[60];
    uint8_t bytes[4096]; /* as line.h describes them */
    size_t length;
};

static void byte_add(struct input *input, unsigned byte)
{
    assert_true(input->length < sizeof input->bytes);
    input->bytes[input->length++] = (uint8_t)byte;
}

/* Adds what is written at `at`; returns what follows it. */
static const char *token_add(struct input *input, const char *at)
{
    unsigned ms, byte;
    int length = 0;
    if (sscanf(at, "{%u}%n", &ms, &length) == 1 && length) {
        for (; ms > 64; ms -= 64)
            byte_add(input, LINE_BUTTON - 1);
        byte_add(input, LINE_TIME + ms - 1);
    } else if (sscanf(at, "\\x%2x%n", &byte, &length) == 1) {
        byte_add(input, byte);
    } else if (!strncmp(at, "\\r", 2)) {
        byte_add(input, '\r');
        length = 2;
    } else {
        assert_true(*at != '{' && *at != '\\');
        byte_add(input, (uint8_t)*at);
        length = 1;
    }
    return at + length;
}

/* Reads the next paragraph; false at the end of the file. */
static bool input_read(FILE *file, struct input *input)
{
    char line[200];
    *input = (struct input){.length = 0};
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line == ' ')
            for (const char *at = line + strspn(line, " "); *at;)
                at = token_add(input, at);
        else if (*line && *line != '#')
            snprintf(input->name, sizeof input->name, "%.50s", line);
        else if (input->length)
            return true;
    }
    return input->length > 0;
}

static FILE *corpus_open(void)
{
    FILE *file = fopen(CORPUS, "r");
    assert_non_null(file);
    return file;
}

static void inputs_write(const char *folder)
{
    struct input input;
    FILE *corpus = corpus_open();
    while (input_read(corpus, &input)) {
        FILE *file = fopen(text_of("%s/%s", folder, input.name), "wb");
        assert_non_null(file);
        fwrite(input.bytes, 1, input.length, file);
        fclose(file);
    }
    fclose(corpus);
}

static void input_show(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (int byte; (byte = getc(file)) != EOF;)
        if (byte >= LINE_TIME && byte < LINE_BUTTON)
            printf("{%d}", byte - LINE_TIME + 1);
        else if (byte == '\r')
            printf("\\r");
        else
            printf(byte < ' ' || byte > '~' || strchr("{\\", byte) ? "\\x%02x" : "%c", (unsigned)byte);
    printf("\n");
    fclose(file);
}

void test_words(int count, char **words)
{
    if (count != 3)
        return;
    if (strcmp(words[1], "write") == 0)
        inputs_write(words[2]);
    else
        input_show(words[2]);
    exit(0);
}

/* ---- What must be true ---- */

TEST(what_the_fuzzer_once_found_holds)
{
    struct input input;
    unsigned inputs = 0;
    FILE *corpus = corpus_open();
    for (; input_read(corpus, &input); inputs++) {
        const char *broken = line_run(input.bytes, input.length);
        if (broken)
            fail_msg("%s: does not hold: %s; last line: %s", input.name, broken, line_last);
    }
    fclose(corpus);
    assert_true(inputs > 15);
}
