/* The simulated Uno's screen: lines that wrap, light that melts. */
#include "tests/support/test.h"

#include "sim/screen/eye.c"
#include "sim/screen/scroll.c"

static struct scroll scroll;
static struct scroll_row rows[10];
static size_t x, y;

static void type(const char *text)
{
    while (*text)
        scroll_byte(&scroll, (uint8_t)*text++);
}

static size_t lay_out(size_t width, size_t height, size_t back)
{
    return scroll_rows(&scroll, width, height, &back, rows, &x, &y);
}

static void row_is(size_t i, const char *text)
{
    assert_int_equal(rows[i].length, strlen(text));
    assert_memory_equal(rows[i].text, text, strlen(text));
}

static int fresh(void **state)
{
    (void)state;
    scroll = (struct scroll){0};
    return 0;
}

static int over(void **state)
{
    (void)state;
    scroll_end(&scroll);
    return 0;
}

TEST_WITH(an_empty_session_has_its_cursor_in_the_corner, fresh, over)
{
    assert_int_equal(lay_out(5, 3, 0), 1);
    row_is(0, "");
    assert_int_equal(x, 0);
    assert_int_equal(y, 0);
}

TEST_WITH(long_lines_wrap_at_any_width, fresh, over)
{
    type("abcdefgh\r\nij");
    assert_int_equal(lay_out(3, 10, 0), 4);
    row_is(0, "abc");
    row_is(1, "def");
    row_is(2, "gh");
    row_is(3, "ij");
    assert_int_equal(x, 2);
    assert_int_equal(y, 3);
    assert_int_equal(lay_out(8, 10, 0), 2);
    row_is(0, "abcdefgh");
    row_is(1, "ij");
}

TEST_WITH(rows_end_at_spaces_not_within_a_number, fresh, over)
{
    type("12 queens, 14200 x");
    assert_int_equal(lay_out(12, 10, 0), 2);
    row_is(0, "12 queens, ");
    row_is(1, "14200 x");
    assert_int_equal(x, 7);
    assert_int_equal(y, 1);
    assert_int_equal(lay_out(10, 10, 0), 2); /* the space after a full row is not drawn */
    row_is(0, "12 queens,");
    row_is(1, "14200 x");
}

TEST_WITH(a_full_row_leaves_the_cursor_in_the_next, fresh, over)
{
    type("abc");
    assert_int_equal(lay_out(3, 10, 0), 2);
    row_is(1, "");
    assert_int_equal(x, 0);
    assert_int_equal(y, 1);
}

TEST_WITH(only_the_end_is_seen_and_one_can_go_back, fresh, over)
{
    type("1\r\n2\r\n345\r\n6");
    assert_int_equal(lay_out(2, 3, 0), 3);
    row_is(0, "34");
    row_is(1, "5");
    row_is(2, "6");
    assert_int_equal(lay_out(2, 2, 0), 2); /* half of a line */
    row_is(0, "5");
    row_is(1, "6");
    assert_int_equal(lay_out(2, 3, 1), 3);
    row_is(0, "2");
    row_is(2, "5");
    assert_int_equal(y, (size_t)-1);
    assert_int_equal(lay_out(2, 3, 100), 3); /* no further than to the first line */
    row_is(0, "1");
}

TEST_WITH(backspace_goes_back_and_what_follows_writes_over, fresh, over)
{
    type("abx\b \bc\tz\rA");
    lay_out(20, 3, 0);
    row_is(0, "Abc     z");
    assert_int_equal(x, 1);
    type("\b\b\b\aB");
    lay_out(20, 3, 0);
    row_is(0, "Bbc     z");
}

TEST_WITH(a_lone_line_feed_stays_in_its_column, fresh, over)
{
    type("ab\nc");
    assert_int_equal(lay_out(20, 3, 0), 2);
    row_is(1, "  c");
}

TEST_WITH(the_oldest_lines_make_room, fresh, over)
{
    char line[16];
    for (int i = 1; i <= SCROLL_LINES + 500; i++) {
        snprintf(line, sizeof line, "%d\r\n", i);
        type(line);
    }
    type("end");
    assert_int_equal(lay_out(20, 3, 0), 3);
    row_is(1, "4500");
    row_is(2, "end");
    assert_int_equal(lay_out(20, 3, 1000000), 3);
    row_is(0, "502"); /* 3999 lines and the one with the cursor */
}

TEST(a_static_picture_has_the_brightness_of_its_duty_cycle)
{
    struct eye eye = {0};
    struct uno_frame frame = {.cycle = 0, .rows = {0x80}, .intensity = 4};
    double duty[UNO_LEDS];
    eye_frame(&eye, &frame);
    eye_glance(&eye, 1000, duty);
    assert_true(duty[0] == 9 / 32.0);
    assert_true(duty[1] == 0);
    eye_glance(&eye, 5000, duty);
    assert_true(duty[0] == 9 / 32.0);
}

TEST(pictures_between_two_glances_melt)
{
    struct eye eye = {0};
    double duty[UNO_LEDS];
    eye_frame(&eye, &(struct uno_frame){.cycle = 0, .rows = {0x80}, .intensity = 15});
    eye_frame(&eye, &(struct uno_frame){.cycle = 250, .rows = {0x40}, .intensity = 15});
    eye_glance(&eye, 1000, duty);
    assert_true(duty[0] == 31 / 32.0 / 4);
    assert_true(duty[1] == 31 / 32.0 * 3 / 4);
    eye_glance(&eye, 2000, duty);
    assert_true(duty[0] == 0);
}
