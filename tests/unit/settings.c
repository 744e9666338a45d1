/* Host tests of firmware/storage/settings.c: the defaults, and what is refused. */
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

#define assert_refused(field, value)                                                                         \
    do {                                                                                                     \
        settings_default();                                                                                  \
        settings.field = (value);                                                                            \
        assert_false(settings_are_valid());                                                                  \
    } while (0)

TEST(the_ends_of_each_range_are_valid_and_what_is_beyond_is_not)
{
    settings = (struct settings){
        .pace = 10000, .bright = 15, .orient = 7, .modules = 63, .chain = 7, .format = FORMAT_NONE};
    assert_true(settings_are_valid());
    settings.pace = settings.bright = 0;
    assert_true(settings_are_valid());
    assert_refused(pace, 10001);
    assert_refused(echo, 2);
    assert_refused(autostart, 2);
    assert_refused(bright, 16);
    assert_refused(modules, 64);
    assert_refused(chain, 8);
    assert_refused(orient, 8);
    assert_refused(format, FORMATS_LAST + 1);
}
