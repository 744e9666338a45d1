/* Host tests of firmware/debounce.c: presses out of a pin that bounces. */
#include "firmware/debounce.h"
#include "tests/unit/unit.h"

#include <assert.h>

/* The button is up, and has been for long. */
BEFORE_EACH(begin)
{
    for (unsigned i = 0; i < 200; i++)
        debounce_poll(false, 1);
}

/* The presses that are reported while the pin does not change: S short, L long, H held, as text. */
static const char *events(bool down, unsigned ms, uint8_t step)
{
    static char text[100];
    size_t length = 0;
    for (; ms; ms -= step) {
        enum press press = debounce_poll(down, step);
        if (press != PRESS_NONE)
            text[length++] = "-SLH"[press];
        assert(length < sizeof text);
    }
    text[length] = '\0';
    return text;
}

/* Before any test: a button that is down since the start is not a press. */
static int nothing_is_pressed_at_the_start(void **state)
{
    (void)state;
    return *events(true, 5000, 10) || *events(false, 100, 10);
}
TEST_ALL(nothing_is_pressed_at_the_start, NULL)

TEST(a_short_press_is_reported_once_when_the_button_is_released)
{
    assert_string_equal(events(true, 300, 1), "");
    assert_string_equal(events(false, PRESS_BOUNCE - 1, 1), "");
    assert_string_equal(events(false, 1, 1), "S");
    assert_string_equal(events(false, 3000, 1), "");
}

TEST(a_long_press_is_reported_once_while_the_button_is_down_and_again_when_it_is_held)
{
    assert_string_equal(events(true, PRESS_LONG - 1, 1), "");
    assert_string_equal(events(true, PRESS_BOUNCE + 1, 1), "L");
    assert_string_equal(events(true, PRESS_HELD - PRESS_LONG - PRESS_BOUNCE, 1), "");
    assert_string_equal(events(true, PRESS_BOUNCE, 1), "H");
    assert_string_equal(events(true, 60000, 1), "");
    assert_string_equal(events(false, 3000, 1), "");
}

TEST(a_pin_that_bounces_is_one_press)
{
    static const uint8_t bounces[] = {1, 2, 1, 5, 3, 7, 2, 1, 19, 1, 3, 18, 4, 1};
    char all[10] = "";
    for (unsigned i = 0; i < sizeof bounces; i++)
        strcat(all, events(i % 2 == 0, bounces[i], 1));
    strcat(all, events(true, 200, 1));
    for (unsigned i = 0; i < sizeof bounces; i++)
        strcat(all, events(i % 2 != 0, bounces[i], 1));
    strcat(all, events(false, 200, 1));
    assert_string_equal(all, "S");
}

TEST(a_glitch_is_no_press)
{
    for (unsigned i = 0; i < 50; i++) {
        assert_string_equal(events(true, PRESS_BOUNCE - 1, 1), "");
        assert_string_equal(events(false, 1, 1), "");
    }
}

TEST(time_may_come_in_steps_of_up_to_100_ms)
{
    static const uint8_t steps[] = {2, 7, 20, 50, 100};
    for (unsigned i = 0; i < sizeof steps; i++) {
        uint8_t step = steps[i];
        assert_string_equal(events(true, 4u * step + 20u / step * step, step), "");
        assert_string_equal(events(false, 700, step), "S");
        assert_string_equal(events(true, 1400, step), "L");
        assert_string_equal(events(false, 700, step), "");
    }
}
