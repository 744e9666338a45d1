/*
 * Host tests of firmware/storage/settings.c: what holds where nobody has set anything, and what is refused.
 */
#include "firmware/storage/settings.h"
#include "firmware/console/command.h"
#include "firmware/console/format.h"
#include "tests/unit/unit.h"

static int begin(void **state)
{
    (void)state;
    memset(&settings, 0xff, sizeof settings);
    settings_default();
    return 0;
}

static void the_defaults_are_those_of_the_manual(void **state)
{
    (void)state;
    assert_int_equal(settings.format, FORMAT_DIGITS);
    assert_int_equal(settings.pace, 500);
    assert_int_equal(settings.bright, 4);
    assert_int_equal(settings.orient, 0);
    assert_int_equal(settings.modules, 0);
    assert_int_equal(settings.chain, 0);
    assert_true(settings.echo);
    assert_true(settings.autostart);
    assert_true(settings_valid());
}

static void the_ends_of_each_range_are_valid_and_what_is_beyond_is_not(void **state)
{
    (void)state;
    settings.pace = 10000;
    settings.bright = 15;
    settings.orient = 7;
    settings.format = FORMAT_NONE;
    settings.echo = settings.autostart = false;
    assert_true(settings_valid());
    settings.pace = 10001;
    assert_false(settings_valid());
    settings_default();
    settings.echo = 2;
    assert_false(settings_valid());
    settings_default();
    settings.autostart = 2;
    assert_false(settings_valid());
    settings_default();
    settings.bright = 16;
    assert_false(settings_valid());
    settings_default();
    settings.modules = 64;
    assert_false(settings_valid());
    settings_default();
    settings.chain = 8;
    assert_false(settings_valid());
    settings_default();
    settings.orient = 8;
    assert_false(settings_valid());
    settings_default();
    settings.format = FORMAT_NONE + 1;
    assert_false(settings_valid());
    settings_default();
    settings.pace = 0;
    settings.bright = 0;
    assert_true(settings_valid());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_defaults_are_those_of_the_manual, begin),
        cmocka_unit_test_setup(the_ends_of_each_range_are_valid_and_what_is_beyond_is_not, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
