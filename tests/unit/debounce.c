/* Host tests of firmware/debounce.c: presses out of a pin that bounces. */
#include "firmware/debounce.h"
#include "tests/unit/unit.h"

#include <assert.h>

/* The button is up, and has been for long. */
static int begin(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++)
        debounce_poll(false, 1);
    return 0;
}

/* The presses that are told while the pin stays as it is: S short, L long, as text. */
static const char *told(bool down, unsigned ms, uint8_t step)
{
    static char text[100];
    size_t length = 0;
    for (; ms; ms -= step) {
        enum press press = debounce_poll(down, step);
        if (press != PRESS_NONE)
            text[length++] = press == PRESS_SHORT ? 'S' : 'L';
        assert(length < sizeof text);
    }
    text[length] = '\0';
    return text;
}

static void a_short_press_is_told_once_when_the_button_is_let_go(void **state)
{
    (void)state;
    assert_string_equal(told(true, 300, 1), "");
    assert_string_equal(told(false, PRESS_BOUNCE - 1, 1), "");
    assert_string_equal(told(false, 1, 1), "S");
    assert_string_equal(told(false, 3000, 1), "");
}

static void a_long_press_is_told_once_while_the_button_is_down(void **state)
{
    (void)state;
    assert_string_equal(told(true, PRESS_LONG - 1, 1), "");
    assert_string_equal(told(true, PRESS_BOUNCE + 1, 1), "L");
    assert_string_equal(told(true, 60000, 1), "");
    assert_string_equal(told(false, 3000, 1), "");
}

static void what_is_let_go_just_before_it_is_long_is_short(void **state)
{
    (void)state;
    assert_string_equal(told(true, PRESS_LONG - 2 * PRESS_BOUNCE, 1), "");
    assert_string_equal(told(false, 100, 1), "S");
}

static void a_pin_that_bounces_is_one_press(void **state)
{
    static const uint8_t bounces[] = {1, 2, 1, 5, 3, 7, 2, 1, 19, 1, 3, 18, 4, 1};
    char all[10] = "";
    (void)state;
    for (unsigned i = 0; i < sizeof bounces; i++)
        strcat(all, told(i % 2 == 0, bounces[i], 1));
    strcat(all, told(true, 200, 1));
    for (unsigned i = 0; i < sizeof bounces; i++)
        strcat(all, told(i % 2 != 0, bounces[i], 1));
    strcat(all, told(false, 200, 1));
    assert_string_equal(all, "S");
}

static void a_glitch_is_no_press(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 50; i++) {
        assert_string_equal(told(true, PRESS_BOUNCE - 1, 1), "");
        assert_string_equal(told(false, 1, 1), "");
    }
}

static void a_glitch_does_not_break_a_long_press(void **state)
{
    char all[10] = "";
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        strcat(all, told(true, 95, 1));
        strcat(all, told(false, 5, 1));
    }
    strcat(all, told(false, 100, 1));
    assert_string_equal(all, "L");
}

static void presses_are_told_one_by_one(void **state)
{
    char all[30] = "";
    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        strcat(all, told(true, 40, 1));
        strcat(all, told(false, 40, 1));
    }
    assert_string_equal(all, "SSSSSSSSSSSSSSSSSSSS");
}

static void time_may_come_in_steps_of_up_to_100_ms(void **state)
{
    static const uint8_t steps[] = {2, 7, 20, 50, 100};
    (void)state;
    for (unsigned i = 0; i < sizeof steps; i++) {
        uint8_t step = steps[i];
        assert_string_equal(told(true, 4u * step + 20u / step * step, step), "");
        assert_string_equal(told(false, 700, step), "S");
        assert_string_equal(told(true, 1400, step), "L");
        assert_string_equal(told(false, 700, step), "");
    }
}

int main(void)
{
    /* Before anything else: what is believed at the start. */
    const bool none_at_the_start = !*told(true, 5000, 10) && !*told(false, 100, 10);
    assert(none_at_the_start);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_short_press_is_told_once_when_the_button_is_let_go, begin),
        cmocka_unit_test_setup(a_long_press_is_told_once_while_the_button_is_down, begin),
        cmocka_unit_test_setup(what_is_let_go_just_before_it_is_long_is_short, begin),
        cmocka_unit_test_setup(a_pin_that_bounces_is_one_press, begin),
        cmocka_unit_test_setup(a_glitch_is_no_press, begin),
        cmocka_unit_test_setup(a_glitch_does_not_break_a_long_press, begin),
        cmocka_unit_test_setup(presses_are_told_one_by_one, begin),
        cmocka_unit_test_setup(time_may_come_in_steps_of_up_to_100_ms, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
