/*
 * Host tests of firmware/storage/settings.c: the defaults, and what is refused.
 */
#include "firmware/storage/settings.h"
#include "firmware/console/command.h"
#include "firmware/console/format.h"
#include "tests/unit/unit.h"

BEFORE_EACH(begin)
{
    memset(&settings, 0xff, sizeof settings);
    settings_default();
}

TEST(the_defaults_are_those_of_the_manual)
{
    assert_int_equal(settings.format, FORMAT_DIGITS);
    assert_int_equal(settings.pace, 500);
    assert_int_equal(settings.bright, 4);
    assert_int_equal(settings.orient, 0);
    assert_int_equal(settings.modules, 0);
    assert_int_equal(settings.chain, 0);
    assert_true(settings.echo);
    assert_true(settings.autostart);
    assert_true(settings_are_valid());
}

TEST(the_ends_of_each_range_are_valid_and_what_is_beyond_is_not)
{
    settings.pace = 10000;
    settings.bright = 15;
    settings.orient = 7;
    settings.format = FORMAT_NONE;
    settings.echo = settings.autostart = false;
    assert_true(settings_are_valid());
    settings.pace = 10001;
    assert_false(settings_are_valid());
    settings_default();
    settings.echo = 2;
    assert_false(settings_are_valid());
    settings_default();
    settings.autostart = 2;
    assert_false(settings_are_valid());
    settings_default();
    settings.bright = 16;
    assert_false(settings_are_valid());
    settings_default();
    settings.modules = 64;
    assert_false(settings_are_valid());
    settings_default();
    settings.chain = 8;
    assert_false(settings_are_valid());
    settings_default();
    settings.orient = 8;
    assert_false(settings_are_valid());
    settings_default();
    settings.format = FORMAT_NONE + 1;
    assert_false(settings_are_valid());
    settings_default();
    settings.pace = 0;
    settings.bright = 0;
    assert_true(settings_are_valid());
}
