/*
 * What every C test includes: cmocka, and TEST(name), which writes a test and registers it at once.
 *
 *   BEFORE_EACH(begin)                           runs before each TEST of the file
 *   {
 *       print_end();
 *   }
 *
 *   TEST(a_sentence_that_the_test_proves)
 *   {
 *       assert_int_equal(...);
 *   }
 *
 * test.c has main(), which runs the tests in the order of their lines.
 */
#pragma once

#include "firmware/version.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct test {
    struct CMUnitTest unit;
    int line; /* of the file that it is written in */
    struct test *next;
};

/* Called before main(). */
void test_add(struct test *test);
/* What runs before each test. */
void test_set_each(void (*function)(void));

/*
 * These of cmocka print the expression that was false, its values, and what was sent last.  (They also differ
 * between versions of cmocka.)  A file that drives the firmware sets test_sent to what returns that.
 */
extern const char *(*test_sent)(void);
__attribute__((noreturn)) void test_false(const char *expression, const char *file, int line);
void test_equal(uintmax_t a, uintmax_t b, const char *what, const char *file, int line);
void test_range(uintmax_t value, uintmax_t least, uintmax_t most, const char *what, const char *file,
                int line);

#undef assert_true
#undef assert_false
#undef assert_non_null
#undef assert_int_equal
#undef assert_in_range
#define assert_true(is)        ((is) ? (void)0 : test_false(#is, __FILE__, __LINE__))
#define assert_false(is)       ((is) ? test_false("!(" #is ")", __FILE__, __LINE__) : (void)0)
#define assert_non_null(at)    ((at) != NULL ? (void)0 : test_false(#at, __FILE__, __LINE__))
#define assert_int_equal(a, b) test_equal((uintmax_t)(a), (uintmax_t)(b), #a " == " #b, __FILE__, __LINE__)
#define assert_in_range(value, least, most)                                                                  \
    test_range((uintmax_t)(value), (uintmax_t)(least), (uintmax_t)(most), #value ", " #least " to " #most,   \
               __FILE__, __LINE__)

/* Fails unless the text is PATTERN: # is one or more digits, @ any text or none, all else is itself. */
void assert_matches(const char *text, const char *pattern);
/* This is in the text, or is not. */
void assert_has(const char *text, const char *part);
void assert_lacks(const char *text, const char *part);

/* How many times `part` occurs in the text. */
size_t text_times(const char *text, const char *part);

/* Loops over an array: EACH(row, rows) is a for with `row`, a pointer to one after the other. */
#define EACH(row, rows)                                                                                      \
    for (__typeof__(&*(rows)) row = (rows); row < (rows) + sizeof(rows) / sizeof *(rows); row++)

/* Loops over texts: EACH_TEXT(line, "solve 8", "help") is a for with the variable `line`. */
#define EACH_TEXT(text, ...)                                                                                 \
    for (const char *const *text##_at = (const char *const[]){__VA_ARGS__, NULL}, *text;                     \
         (text = *text##_at) != NULL; text##_at++)

/* The text that printf would print; valid until seven more were made. */
__attribute__((format(printf, 1, 2))) const char *text_of(const char *format, ...);

/* A program that takes words on its command line defines this; the default takes none. */
void test_words(int count, char **words);

#define TEST_AT_START static __attribute__((constructor)) void

#define UNUSED __attribute__((unused))

/* `function` is one test, called `name`, and *state is this data. */
#define TEST_REGISTER(name, function, data)                                                                  \
    TEST_AT_START name##_register(void)                                                                      \
    {                                                                                                        \
        static struct test test = {{#name, function, NULL, NULL, data}, __LINE__, NULL};                     \
        test_add(&test);                                                                                     \
    }

#define TEST(name)                                                                                           \
    static void name(void **state);                                                                          \
    TEST_REGISTER(name, name, NULL)                                                                          \
    static void name(UNUSED void **state)

#define BEFORE_EACH(name)                                                                                    \
    static void name(void);                                                                                  \
    TEST_AT_START name##_register(void)                                                                      \
    {                                                                                                        \
        test_set_each(name);                                                                                 \
    }                                                                                                        \
    static void name(void)
