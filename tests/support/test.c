/*
 * Runs the tests that TEST has registered: this is main() of every C test.
 *
 *   build/host/unit/app only 'a_flipped_*'      runs the tests with such a name
 */
#include "tests/support/test.h"

static struct test *first; /* sorted by line */
static void (*each)(void);

void test_add(struct test *test)
{
    struct test **at = &first;
    while (*at && (*at)->line < test->line)
        at = &(*at)->next;
    test->next = *at;
    *at = test;
}

void test_set_each(void (*function)(void))
{
    each = function;
}

static int run_each(UNUSED void **state)
{
    if (each)
        each();
    return 0;
}

const char *(*test_sent)(void);

static void fail_at(const char *what, const char *file, int line)
{
    const char *sent = test_sent ? test_sent() : "";
    size_t length = strlen(sent), shown = length < 300 ? length : 300;
    fail_msg("%s:%d: %s%s%s", file, line, what, shown ? "; sent last:\n" : "", sent + length - shown);
}

void test_false(const char *expression, const char *file, int line)
{
    fail_at(text_of("false: %s", expression), file, line);
    abort(); /* the test has ended before */
}

void test_equal(uintmax_t a, uintmax_t b, const char *what, const char *file, int line)
{
    if (a != b)
        fail_at(text_of("false: %s (%jd and %jd)", what, (intmax_t)a, (intmax_t)b), file, line);
}

void test_range(uintmax_t value, uintmax_t least, uintmax_t most, const char *what, const char *file,
                int line)
{
    if (value < least || value > most)
        fail_at(text_of("false: %s (%jd)", what, (intmax_t)value), file, line);
}

static bool matches(const char *text, const char *pattern)
{
    for (; *pattern; pattern++) {
        if (*pattern == '@') {
            while (!matches(text, pattern + 1))
                if (!*text++)
                    return false;
            return true;
        }
        if (*pattern == '#' && strspn(text, "0123456789"))
            text += strspn(text, "0123456789");
        else if (*pattern == '#' || *pattern != *text++)
            return false;
    }
    return !*text;
}

void assert_matches(const char *text, const char *pattern)
{
    if (!matches(text, pattern))
        fail_msg("expected:\n%s\nis:\n%s", pattern, text);
}

void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("'%s' is in:\n%s", part, text);
}

size_t text_times(const char *text, const char *part)
{
    size_t times = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        times++;
    return times;
}

const char *text_of(const char *format, ...)
{
    static char texts[8][400];
    static unsigned next;
    char *text = texts[next++ % 8];
    va_list values;
    va_start(values, format);
    assert_in_range(vsnprintf(text, sizeof *texts, format, values), 0, sizeof *texts - 1);
    va_end(values);
    return text;
}

__attribute__((weak)) void test_words(int, char **) {}

int main(int count, char **words)
{
    struct CMUnitTest tests[200];
    size_t length = 0;
    for (const struct test *test = first; test; test = test->next) {
        if (length == sizeof tests / sizeof *tests)
            abort(); /* too many tests for one file */
        tests[length] = test->unit;
        tests[length++].setup_func = run_each;
    }
    if (count > 2 && strcmp(words[1], "only") == 0)
        cmocka_set_test_filter(words[2]);
    else
        test_words(count, words);
    return _cmocka_run_group_tests("tests", tests, length, NULL, NULL);
}
